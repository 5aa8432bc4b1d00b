/** Checkers: English draughts, with square numbers, FEN and PDN. */
import { type Kit, sitOpposite } from '@kifu/core';
import { checkers as texts } from '@kifu/texts/en/games/checkers';
import { art } from './art.ts';
import { demos } from './demos.ts';
import { describe } from './describe.ts';
import { editor } from './editor.ts';
import { evaluate } from './evaluate.ts';
import { formatFen, parseFen } from './fen.ts';
import type { Move } from './move-codec.ts';
import { SIDE_NAMES } from './names.ts';
import { numbers } from './numbers.ts';
import { pdn } from './pdn/index.ts';
import { perft } from './perft.ts';
import { game } from './rules.ts';
import { scene } from './scene.ts';
import type { State } from './state.ts';
import { attempts, touch } from './touch.ts';

/** Checkers, with everything that belongs to it. */
export const checkers: Kit<State, Move> = {
  game,
  title: texts.title,
  seatNames: SIDE_NAMES,
  texts,
  notations: [numbers],
  positions: [{ name: 'FEN', format: formatFen, parse: parseFen }],
  editor,
  scene,
  side: sitOpposite,
  touch,
  attempts,
  art,
  describe,
  formats: [pdn],
  bots: {},
  demos,
  guide: async () => (await import('./guide.ts')).guide,
  evaluate,
  perft,
};

export { formatFen, parseFen } from './fen.ts';
export { formatMove, parseNumbers } from './numbers.ts';
export * from './pdn/index.ts';
export type { Move, State };
