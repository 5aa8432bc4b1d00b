/**
 * Portable Game Notation: chess games as text, many to a file.
 *
 *     for (const game of readPgn(text)) if (game.ok) console.log(game.value.header.players);
 *     const { output, losses } = unwrap(pgn.write(kifu));
 */
import {
  type Dialect,
  type DialectCutter,
  type DialectReader,
  type Header,
  type Json,
  type Kifu,
  type Lost,
  ok,
  type Result,
} from '@kifu/core';
import { DOTTED_DAY } from '../../dialects/dates.ts';
import type { Losses } from '../../dialects/losses.ts';
import { createCutter } from '../../dialects/movetext/cut.ts';
import { createReader, readGames } from '../../dialects/movetext/read.ts';
import { type TextForm, writeText } from '../../dialects/movetext/write.ts';
import { firstOf, textOf } from '../../dialects/text.ts';
import { formatFen } from '../fen.ts';
import { type Move, squareName } from '../move-codec.ts';
import { game } from '../rules.ts';
import { formatSan } from '../san.ts';
import type { State } from '../state.ts';
import { parseGame, ROSTER } from './game.ts';
import { RESULTS, syntax } from './scan-word.ts';
import { squares } from './squares.ts';

const FORM = { syntax, parseGame };

/** All games of a text, each read when it is asked for; those that cannot be are faults with their place. */
export const readPgn = (text: string, lost?: Lost): Generator<Result<Kifu>, void, void> =>
  readGames(FORM, text, lost);

/** A reader for text of any length: it keeps no more than a piece and a game. */
export const pgnReader = (lost?: Lost, from?: Json): DialectReader =>
  createReader(FORM, lost, from);

/** A cutter for text of any length. How many games a part has can be told, for tests. */
export const pgnCutter = (mostGames?: number): DialectCutter => createCutter(FORM, mostGames);

/** The export format of PGN. */
const EXPORT: TextForm<State, Move> = {
  purpose: 'PGN is for chess',
  game,
  roster: ROSTER,
  elsewhere: ['Result', 'FEN', 'SetUp'],
  names: ['White', 'Black'],
  results: RESULTS,
  day: DOTTED_DAY,
  read: readPgn,
  formatStart,
  formatMove: formatSan,
  numberOf: ({ fullMoves }) => fullMoves,
  squares,
};

/** With the square that a pawn has passed even where nothing can be taken there: PGN standard §16.1.3.4, and our state. */
function formatStart(state: State, { start }: Header, losses: Losses): Result<string> {
  if (start !== null && start.aside !== null) losses.add('positions before the start');
  const fields = formatFen(state).split(' ');
  if (state.passed >= 0) fields[3] = squareName(state.passed);
  return ok(fields.join(' '));
}

/** PGN as a dialect. */
export const pgn: Dialect = {
  name: 'pgn',
  extensions: ['pgn'],
  read: (input, lost) => firstOf(readPgn(textOf(input), lost)),
  readAll: (input, lost) => readPgn(textOf(input), lost),
  reader: pgnReader,
  cutter: pgnCutter,
  write: kifu => writeText(EXPORT, kifu),
};
