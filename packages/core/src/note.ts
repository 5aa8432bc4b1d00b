/** Notes on a record: comments, evaluations, shapes, the time of a move. */
import { counted } from './english.ts';
import { isInteger, isObject, type Json } from './json.ts';
import type { Shape } from './shapes.ts';

/** A remark; `entry` is how many entries had been made since the start of the match when it was made, in variations too. */
export interface Note {
  readonly entry: number;
  readonly author: string | null;
  /** Empty where the rest says it all. */
  readonly text: string;
  /** Numeric annotation glyphs about the last of those entries: 1 for `!`, 2 for `?` (PGN standard §10). */
  readonly glyphs: readonly number[];
  /** Evaluation of the position; absent if the record has none. */
  readonly evaluation?: Evaluation;
  /** What is drawn over the board; absent where nothing is. */
  readonly shapes?: readonly Shape[];
  /** How long the last of those entries took in milliseconds, where the entry itself cannot tell; absent otherwise. */
  readonly tookMs?: number;
}

/** How a program, or a commentator, judged a position: what is good for the first seat is positive. */
export type Evaluation = {
  /** How many moves ahead the program looked; absent where it does not say. */
  readonly depth?: number;
} & (
  | {
      /** Hundredths of what the game counts in, pawns or points. */
      readonly score: number;
    }
  | {
      /** Moves to a win that is seen; negative where the second seat wins. */
      readonly winIn: number;
    }
);

/** The best score, the farthest win and the greatest depth that a note has room for. */
export const MAX_SCORE = 9_999_999;
const MAX_WIN_IN = 9999;
const MAX_DEPTH = 99_999;

/** Whether JSON is a valid evaluation. */
export function isEvaluation(value: Json | undefined): boolean {
  if (!isObject(value)) return false;
  const { depth, ...judged } = value;
  const [[name, number] = [], ...more] = Object.entries(judged);
  const most = name === 'score' ? MAX_SCORE : name === 'winIn' ? MAX_WIN_IN : -1;
  return (
    more.length === 0 &&
    isInteger(number, -most, most) &&
    (depth === undefined || isInteger(depth, 0, MAX_DEPTH))
  );
}

/** Whether a note says anything besides its words. */
export const saysMore = ({ glyphs, evaluation, shapes, tookMs }: Note): boolean =>
  glyphs.length > 0 || evaluation !== undefined || shapes !== undefined || tookMs !== undefined;

const EVALUATION =
  /^(?:#([+-]?\d{1,4})|([+-]?(?:\d{1,5}(?:\.\d{0,2})?|\.\d{1,2})))(?:,(\d{1,5}))?$/;

/** Reads an evaluation as programs write it: `0.35`, `-1.2`, `#3`, `#-3`, with the depth after a comma. Undefined if it is not one. */
export function parseEvaluation(text: string): Evaluation | undefined {
  const [matched, winIn, score, depth] = EVALUATION.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const looked = depth === undefined ? {} : { depth: Number(depth) };
  // adding nothing makes a minus zero a zero
  if (winIn !== undefined) return { winIn: Number(winIn) + 0, ...looked };
  return { score: Math.round(100 * Number(score)) + 0, ...looked };
}

/** Formats an evaluation for people: `+0.17`, `−1.04`, `#3`, `#−3`. */
export function evaluationText(evaluation: Evaluation): string {
  if ('winIn' in evaluation) return `#${signed(evaluation.winIn, '', String)}`;
  return signed(evaluation.score, '+', formatHundredths);
}

/** A number of hundredths that is not negative, with its two digits: `0.17`. */
export const formatHundredths = (value: number): string =>
  `${Math.trunc(value / 100)}.${String(value % 100).padStart(2, '0')}`;

const signed = (value: number, plus: string, format: (size: number) => string): string =>
  `${value > 0 ? plus : value < 0 ? '−' : ''}${format(Math.abs(value))}`;

/** Glyphs that have a sign, with what it means. PGN standard §10; 146 as programs have it. */
const GLYPHS: { readonly [glyph: number]: readonly [sign: string, words: string] } = {
  1: ['!', 'good move'],
  2: ['?', 'mistake'],
  3: ['!!', 'brilliant move'],
  4: ['??', 'blunder'],
  5: ['!?', 'interesting move'],
  6: ['?!', 'dubious move'],
  7: ['□', 'only move'],
  10: ['=', 'even'],
  13: ['∞', 'unclear'],
  14: ['⩲', 'white is slightly better'],
  15: ['⩱', 'black is slightly better'],
  16: ['±', 'white is better'],
  17: ['∓', 'black is better'],
  18: ['+−', 'white is winning'],
  19: ['−+', 'black is winning'],
  146: ['N', 'novelty'],
};

/** Ways to write the glyphs that judge a position, and those of a move that stand apart from it. PGN standard §10. */
export const POSITION_SIGNS: ReadonlyMap<string, number> = new Map([
  ['□', 7],
  ['=', 10],
  ['∞', 13],
  ['+=', 14],
  ['+/=', 14],
  ['⩲', 14],
  ['=+', 15],
  ['=/+', 15],
  ['⩱', 15],
  ['+/-', 16],
  ['±', 16],
  ['-/+', 17],
  ['∓', 17],
  ['+-', 18],
  ['-+', 19],
  ['N', 146],
]);

const MAX_GLYPH = 255;

/** Reads a glyph as people write it: a sign (`!?`, `+-`) or its number (`5`, `$5`). Null where it is none. */
export function parseGlyph(text: string): number | null {
  const [, digits] = /^\$?(\d{1,3})$/.exec(text) ?? [];
  if (digits !== undefined) return Number(digits) <= MAX_GLYPH ? Number(digits) : null;
  const named = Object.entries(GLYPHS).find(([, [sign]]) => sign === text)?.[0];
  return POSITION_SIGNS.get(text) ?? (named === undefined ? null : Number(named));
}

/** The signs of glyphs behind a move; those that judge a position stand apart from it. Nothing for a glyph without a sign. */
export const glyphSigns = (glyphs: readonly number[]): string =>
  glyphs
    .map(glyph => {
      const sign = GLYPHS[glyph]?.[0] ?? '';
      return glyph < 7 || sign === '' ? sign : ` ${sign}`;
    })
    .join('');

/** What glyphs mean, in words; those without words are left out. */
export const glyphWords = (glyphs: readonly number[]): string[] =>
  glyphs.flatMap(glyph => GLYPHS[glyph]?.[1] ?? []);

/** What a note says besides its words, in a few of them: `+0.17, 2 arrows, took 5 s`; empty where it says nothing. */
export const noteExtras = ({ evaluation, shapes = [], tookMs }: Note): string =>
  [
    evaluation === undefined ? '' : evaluationText(evaluation),
    shapeWords(shapes),
    tookMs === undefined ? '' : `took ${tookMs / 1000} s`,
  ]
    .filter(part => part !== '')
    .join(', ');

/** What is drawn, in words: `2 arrows, 1 circle`; empty for nothing. */
function shapeWords(shapes: readonly Shape[]): string {
  const counts = new Map<string, number>();
  for (const { type } of shapes) {
    const word = type === 'mark' ? 'circle' : type;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .map(([word, n]) => (word === 'cross' && n > 1 ? `${n} crosses` : counted(n, word)))
    .join(', ');
}
