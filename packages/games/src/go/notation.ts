/** Moves as people write them: `D4`, `pass`, `mark D4`; and with SGF's letters. */
import { fail, type Notation, ok, type Result } from '@kifu/core';
import { type Grid, isOnGrid, type Point } from './grid.ts';
import { formatLetters, parseLetters } from './letters.ts';
import { agree, type Move, markAt, pass, playAt, resume } from './move-codec.ts';
import { columnName, pointName } from './names.ts';
import type { State } from './state.ts';

/** The moves without a place, by their names. */
const WORDS: readonly Move[] = [pass, agree, resume];

/** How a point is written and read on a board. */
interface Points {
  readonly format: (grid: Grid, point: Point) => string;
  readonly parse: (grid: Grid, text: string) => Point | null;
  /** Help for text that is not a move. */
  readonly form: string;
}

const notationOf = (name: string, points: Points): Notation<State, Move> => ({
  name,
  format: ({ match: { grid } }, { at, type }) => {
    if (at === null) return type;
    return type === 'mark' ? `mark ${points.format(grid, at)}` : points.format(grid, at);
  },
  parse: ({ match: { grid } }, text) => parseMove(grid, text, points),
});

function parseMove(grid: Grid, text: string, { parse, form }: Points): Result<Move> {
  const words = text.trim().split(/\s+/);
  const first = words[0]!.toLowerCase();
  const word = WORDS.find(({ type }) => type === first);
  if (word !== undefined && words.length === 1) return ok(word);
  const isMark = first === 'mark';
  const point = words.length === (isMark ? 2 : 1) ? parse(grid, words.at(-1)!) : null;
  if (point === null) return fail('malformed', form);
  const [x, y] = point;
  if (!isOnGrid(grid, x, y))
    return fail('malformed', `the board has ${grid.width} columns and ${grid.height} rows`);
  return ok(isMark ? markAt(x, y) : playAt(x, y));
}

/** Column names in either case, and the row from the bottom. */
function parseName({ height }: Grid, text: string): Point | null {
  const [, letters, digits] = /^([a-z]{1,2})(\d{1,2})$/i.exec(text) ?? [];
  if (letters === undefined) return null;
  const x = COLUMNS.indexOf(letters.toUpperCase());
  const y = height - Number(digits);
  return x >= 0 && y >= 0 && y < height ? [x, y] : null;
}

const COLUMNS: readonly string[] = Array.from({ length: 52 }, (_, x) => columnName(x));

/** `D4`: columns by letters without I, rows from the bottom. */
export const coordinates = notationOf('coordinates', {
  format: pointName,
  parse: parseName,
  form: 'a go move is a point such as D4, pass, mark and a point, agree or resume; columns leave out I',
});

/** `pd`: SGF's letters, both from the upper left corner. */
export const letters = notationOf('sgf', {
  format: (_, point) => formatLetters(point),
  parse: (_, text) => parseLetters(text),
  form: 'a go move in letters is a point such as pd, pass, mark and a point, agree or resume',
});
