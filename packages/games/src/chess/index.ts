/** Chess: the laws of FIDE, with SAN, UCI, FEN and PGN. */
import { chanceFromPawns, type Kit, sitOpposite } from '@kifu/core';
import { chess as texts } from '@kifu/texts/en/games/chess';
import { art } from './art.ts';
import { demos } from './demos.ts';
import { describe } from './describe.ts';
import { editor } from './editor.ts';
import { evaluate } from './evaluate.ts';
import { formatFen, parseFen } from './fen.ts';
import type { Move } from './move-codec.ts';
import { SIDE_NAMES } from './names.ts';
import { perft } from './perft.ts';
import { pgn } from './pgn/index.ts';
import { game } from './rules.ts';
import { san } from './san.ts';
import { scene } from './scene.ts';
import type { State } from './state.ts';
import { attempts, touch } from './touch.ts';
import { uci } from './uci.ts';

/** Chess as most programs need it; `all.ts` adds the rest. */
export const chess: Kit<State, Move> = {
  game,
  title: texts.title,
  seatNames: SIDE_NAMES,
  texts,
  notations: [san, uci],
  positions: [{ name: 'FEN', format: formatFen, parse: parseFen }],
  editor,
  scene,
  side: sitOpposite,
  touch,
  attempts,
  art,
  describe,
  formats: [pgn],
  bots: {},
  demos,
  evaluate,
  chanceOf: chanceFromPawns,
  perft,
};

export { formatFen, parseFen } from './fen.ts';
export * from './pgn/index.ts';
export { boardOf } from './planes.ts';
export * from './replay-log/index.ts';
export { formatSan, parseSan } from './san.ts';
export { formatUci, parseUci } from './uci.ts';
export type { Move, State };
