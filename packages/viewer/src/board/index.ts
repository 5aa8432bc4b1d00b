/** `<kifu-board>`: a board that takes moves. Importing this registers it. */
import { KifuBoard } from './board.ts';

if (customElements.get('kifu-board') === undefined) customElements.define('kifu-board', KifuBoard);

export { type BoardMove, KifuBoard } from './board.ts';
export type { BoardPosition } from './position.ts';
