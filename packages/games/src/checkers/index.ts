/** Checkers: English draughts, with square numbers, FEN and PDN. */
import type { Kit } from '@kifu/core';
import type { Move } from './move-codec.ts';
import { pdn } from './pdn/index.ts';
import type { State } from './state.ts';
import { view } from './view.ts';

/** Checkers, with everything that belongs to it. */
export const checkers: Kit<State, Move> = {
  ...view,
  dialects: [pdn],
};

export { formatFen, parseFen } from './fen.ts';
export { formatMove, parseNumbers } from './numbers.ts';
export * from './pdn/index.ts';
export type { Move, State };
