/** Checkers: English draughts, with square numbers, FEN and PDN. */
import { type Kit, sitOpposite } from '@kifu/core';
import { arranging } from './arranging.ts';
import { art } from './art.ts';
import { demos } from './demos.ts';
import { formatFen, parseFen } from './fen.ts';
import { judge } from './judge.ts';
import type { Move } from './move-codec.ts';
import { SIDE_NAMES } from './names.ts';
import { numbers } from './numbers.ts';
import { pdn } from './pdn/index.ts';
import { perft } from './perft.ts';
import { game } from './rules.ts';
import { say } from './say.ts';
import { scene } from './scene.ts';
import type { State } from './state.ts';
import { touch } from './touch.ts';

/** Checkers, with everything that belongs to it. */
export const checkers: Kit<State, Move> = {
  game,
  title: 'Checkers',
  seatNames: SIDE_NAMES,
  notations: [numbers],
  positions: [{ name: 'FEN', format: formatFen, parse: parseFen }],
  arranging,
  scene,
  side: sitOpposite,
  touch,
  art,
  say,
  dialects: [pdn],
  bots: {},
  demos,
  judge,
  perft,
};

export { formatFen, parseFen } from './fen.ts';
export { formatMove, parseNumbers } from './numbers.ts';
export * from './pdn/index.ts';
export type { Move, State };
