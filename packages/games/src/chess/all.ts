/** Chess with what few programs need and bundles would carry: a bot, replay logs, names of openings. The registry loads this kit. */
import type { Kit } from '@kifu/core';
import { searchChess } from './bot/analysis.ts';
import { chessBot } from './bot/index.ts';
import { chess as usual } from './index.ts';
import type { Move } from './move-codec.ts';
import { replayLog } from './replay-log/index.ts';
import type { State } from './state.ts';

/** Chess, with everything that belongs to it. */
export const chess: Kit<State, Move> = {
  ...usual,
  formats: [...usual.formats, replayLog],
  bots: { search: chessBot },
  search: searchChess,
  guide: async () => (await import('./guide.ts')).guide,
  openings: async () => (await import('./openings/index.ts')).readOpenings(),
};
