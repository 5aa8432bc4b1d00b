/**
 * Portable Game Notation: chess games as text, many to a file.
 *
 *     for (const game of readPgn(text)) if (game.ok) console.log(game.value.header.players);
 *     const { output, losses } = unwrap(pgn.write(kifu));
 */
import { type Header, ok, type Result } from '@kifu/core';
import { DOTTED_DAY } from '../../formats/dates.ts';
import type { Losses } from '../../formats/losses.ts';
import { type MovetextDialect, movetextDialect } from '../../formats/movetext/dialect.ts';
import { OPENING_SOURCE } from '../../formats/movetext/openings.ts';
import { formatFen } from '../fen.ts';
import { squareName } from '../move-codec.ts';
import { game } from '../rules.ts';
import { formatSan } from '../san.ts';
import type { State } from '../state.ts';
import { parseGame, ROSTER } from './game.ts';
import { RESULTS, syntax } from './scan-word.ts';
import { squares } from './squares.ts';

/** PGN as a dialect; what it writes is the export format. */
export const pgn: MovetextDialect = movetextDialect('pgn', {
  purpose: 'PGN is for chess',
  game,
  syntax,
  parseGame,
  roster: ROSTER,
  elsewhere: ['Result', 'FEN', 'SetUp', OPENING_SOURCE],
  names: ['White', 'Black'],
  results: RESULTS,
  day: DOTTED_DAY,
  formatStart,
  formatMove: formatSan,
  numberOf: ({ fullMoves }) => fullMoves,
  squares,
});

/** All games of a text, each read when it is asked for; those that cannot be are faults with their place. */
export const readPgn = pgn.readAll;

/** With the square that a pawn has passed even where nothing can be taken there: PGN standard §16.1.3.4, and our state. */
function formatStart(state: State, { start }: Header, losses: Losses): Result<string> {
  if (start !== null && start.aside !== null) losses.add('positions before the start');
  const fields = formatFen(state).split(' ');
  if (state.passed >= 0) fields[3] = squareName(state.passed);
  return ok(fields.join(' '));
}
