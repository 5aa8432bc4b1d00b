/** Portable Draughts Notation: games as text, many to a file. */
import { fail, type Header, ok, type Result } from '@kifu/core';
import type { Losses } from '../../formats/losses.ts';
import { type MovetextDialect, movetextDialect } from '../../formats/movetext/dialect.ts';
import { formatFen } from '../fen.ts';
import { formatMove } from '../numbers.ts';
import { game } from '../rules.ts';
import { NONE } from '../squares.ts';
import type { State } from '../state.ts';
import { DAY, parseGame, ROSTER } from './game.ts';
import { RESULTS, syntax } from './scan-word.ts';

/** PDN as a dialect. */
export const pdn: MovetextDialect = movetextDialect('pdn', {
  purpose: 'this PDN is for checkers',
  game,
  syntax,
  parseGame,
  roster: ROSTER,
  elsewhere: ['Result', 'GameType', 'FEN', 'SetUp'],
  names: ['Black', 'White'],
  results: RESULTS,
  day: DAY,
  formatStart,
  formatMove: (_state, move) => formatMove(move),
  // from 1, wherever the game begins
  numberOf: (_state, half) => 1 + (half >> 1),
});

/** All games of a text, each read when it is asked for; those that cannot be are faults with their place. */
export const readPdn = pdn.readAll;

function formatStart(state: State, _header: Header, losses: Losses): Result<string> {
  if (state.chain !== NONE)
    return fail('unsupported', 'PDN has no positions in the middle of a chain of jumps', {
      at: { path: '/header/start' },
    });
  if (state.moveCount > 0) losses.add('how many moves came before the start');
  if (state.quiet > 0) losses.add('the moves before the start');
  return ok(formatFen(state));
}
