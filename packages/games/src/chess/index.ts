/** Chess: the laws of FIDE, with SAN, UCI and FEN. */
import type { Kit } from '@kifu/core';
import { fen } from './fen.ts';
import { judge } from './judge.ts';
import type { Move } from './move-codec.ts';
import { game, perft } from './rules.ts';
import { san } from './san.ts';
import { say } from './say.ts';
import { scene } from './scene.ts';
import type { State } from './state.ts';
import { uci } from './uci.ts';
import { SIDE_NAMES } from './words.ts';

/** Chess, with everything that belongs to it. */
export const chess: Kit<State, Move> = {
  game,
  seatNames: SIDE_NAMES,
  notations: [san, uci],
  positions: [fen],
  scene,
  say,
  dialects: [],
  bots: {},
  judge,
  perft,
};

export { formatFen, parseFen } from './fen.ts';
export { boardOf } from './planes.ts';
export { formatSan, parseSan } from './san.ts';
export { formatUci, parseUci } from './uci.ts';
export type { Move, State };
