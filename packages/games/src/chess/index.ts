/** Chess: the laws of FIDE, with SAN, UCI, FEN and PGN. */
import type { Kit } from '@kifu/core';
import type { Move } from './move-codec.ts';
import { pgn } from './pgn/index.ts';
import { replayLog } from './replay-log/index.ts';
import type { State } from './state.ts';
import { view } from './view.ts';

/** Chess, with everything that belongs to it. */
export const chess: Kit<State, Move> = {
  ...view,
  dialects: [pgn, replayLog],
};

export { formatFen, parseFen } from './fen.ts';
export * from './pgn/index.ts';
export { boardOf } from './planes.ts';
export * from './replay-log/index.ts';
export { formatSan, parseSan } from './san.ts';
export { formatUci, parseUci } from './uci.ts';
export type { Move, State };
