/** What `<kifu-board>` says, in Japanese. */
import type { BoardTexts } from '../en/board.ts';

export const board: BoardTexts = {
  readOnly: 'この盤は閲覧専用です',
  notAMove: '手として読めません',
  notYourTurn: 'あなたの手番ではありません',
  squares: count => `移動先${count}か所`,
  choose: choices => `選択：${choices}`,
  chooser: '選択',
  chosen: '選択中',
  target: 'ここに動かせます',
  origin: '動かせます',
  empty: '空き',
  marked: '印あり',
  moving: '移動中',
  resting: '休止中',
  cell: parts => parts.join('、'),
  pieces: (piece, count) => (count === 1 ? piece : `${piece}×${count}`),
};
