/** Portable Draughts Notation: games as text, many to a file. */
import {
  type Dialect,
  type DialectCutter,
  type DialectReader,
  fail,
  type Header,
  type Json,
  type Kifu,
  type Lost,
  ok,
  type Result,
} from '@kifu/core';
import type { Losses } from '../../dialects/losses.ts';
import { createCutter } from '../../dialects/movetext/cut.ts';
import { createReader, readGames } from '../../dialects/movetext/read.ts';
import { type TextForm, writeText } from '../../dialects/movetext/write.ts';
import { firstOf, textOf } from '../../dialects/text.ts';
import { formatFen } from '../fen.ts';
import type { Move } from '../move-codec.ts';
import { formatMove } from '../numbers.ts';
import { game } from '../rules.ts';
import { NONE } from '../squares.ts';
import type { State } from '../state.ts';
import { DAY, parseGame, ROSTER } from './game.ts';
import { RESULTS, syntax } from './scan-word.ts';

const FORM = { syntax, parseGame };

/** All games of a text, each read when it is asked for; those that cannot be are faults with their place. */
export const readPdn = (text: string, lost?: Lost): Generator<Result<Kifu>, void, void> =>
  readGames(FORM, text, lost);

/** A reader for text of any length: it keeps no more than a piece and a game. */
export const pdnReader = (lost?: Lost, from?: Json): DialectReader =>
  createReader(FORM, lost, from);

/** A cutter for text of any length. How many games a part has can be told, for tests. */
export const pdnCutter = (mostGames?: number): DialectCutter => createCutter(FORM, mostGames);

/** How PDN is written. */
const EXPORT: TextForm<State, Move> = {
  purpose: 'this PDN is for checkers',
  game,
  roster: ROSTER,
  elsewhere: ['Result', 'GameType', 'FEN', 'SetUp'],
  names: ['Black', 'White'],
  results: RESULTS,
  day: DAY,
  read: readPdn,
  formatStart,
  formatMove: (_state, move) => formatMove(move),
  // from 1, wherever the game begins
  numberOf: (_state, half) => 1 + (half >> 1),
};

function formatStart(state: State, _header: Header, losses: Losses): Result<string> {
  if (state.chain !== NONE)
    return fail('unsupported', 'PDN has no positions in the middle of a chain of jumps', {
      at: { path: '/header/start' },
    });
  if (state.moveCount > 0) losses.add('how many moves came before the start');
  if (state.quiet > 0) losses.add('the moves before the start');
  return ok(formatFen(state));
}

/** PDN as a dialect. */
export const pdn: Dialect = {
  name: 'pdn',
  extensions: ['pdn'],
  read: (input, lost) => firstOf(readPdn(textOf(input), lost)),
  readAll: (input, lost) => readPdn(textOf(input), lost),
  reader: pdnReader,
  cutter: pdnCutter,
  write: kifu => writeText(EXPORT, kifu),
};
