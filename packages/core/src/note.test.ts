/** Notes: what may stand in them, and how it is told. */
import { describe, expect, test } from 'vitest';
import type { Json } from './json.ts';
import {
  type Evaluation,
  evaluationText,
  glyphSigns,
  glyphWords,
  isEvaluation,
  noteExtras,
  parseEvaluation,
  parseGlyph,
} from './note.ts';
import { isShape, type Shape } from './shapes.ts';

test.each<[Evaluation, string]>([
  [{ score: 17 }, '+0.17'],
  [{ score: -104 }, '−1.04'],
  [{ score: 0 }, '0.00'],
  [{ score: 1200, depth: 3 }, '+12.00'],
  [{ winIn: 3 }, '#3'],
  [{ winIn: -3 }, '#−3'],
])('%j is written %s', (evaluation, text) => {
  expect(isEvaluation(evaluation as unknown as Json)).toBe(true);
  expect(evaluationText(evaluation)).toBe(text);
});

test.each<[Json]>([
  [{}],
  [{ depth: 3 }],
  [{ score: 1.5 }],
  [{ score: 10_000_000 }],
  [{ winIn: 10_000 }],
  [{ score: 1, winIn: 1 }],
  [{ score: 1, depth: -1 }],
  [{ score: 1, more: 1 }],
  [[]],
  [null],
  ['1'],
])('%j is no judgment', json => expect(isEvaluation(json)).toBe(false));

test.each<[string, Evaluation | undefined]>([
  ['0.35', { score: 35 }],
  ['-1.2,20', { score: -120, depth: 20 }],
  ['#-3', { winIn: -3 }],
  ['-0.00', { score: 0 }],
  ['good', undefined],
  ['1.234', undefined],
])('%s is read as a judgment', (text, evaluation) =>
  expect(parseEvaluation(text)).toEqual(evaluation),
);

test.each<[string, number | null]>([
  ['!', 1],
  ['??', 4],
  ['!?', 5],
  ['+-', 18],
  ['±', 16],
  ['N', 146],
  ['$5', 5],
  ['255', 255],
  ['256', null],
  ['', null],
  ['!!!', null],
  ['toString', null],
])('%s is read as a glyph', (text, glyph) => expect(parseGlyph(text)).toBe(glyph));

const at = { area: 'board', column: 1, row: 2 };
const SHAPES: Shape[] = [
  { type: 'mark', at, color: 'green' },
  { type: 'cross', at, color: 'red' },
  { type: 'cross', at, color: 'red' },
  { type: 'label', at, text: 'A', color: 'blue' },
  { type: 'arrow', from: at, to: at, color: 'yellow' },
];

describe('shapes', () => {
  test.each(SHAPES)('takes $type', shape => expect(isShape(shape as unknown as Json)).toBe(true));

  test.each<[Json]>([
    [{ type: 'mark', at, color: 'black' }],
    [{ type: 'mark', at: { ...at, row: -1 }, color: 'green' }],
    [{ type: 'mark', at: { ...at, row: 1001 }, color: 'green' }],
    [{ type: 'mark', at, color: 'green', text: 'x' }],
    [{ type: 'label', at, color: 'green' }],
    [{ type: 'label', at, color: 'green', text: '' }],
    [{ type: 'label', at, color: 'green', text: 'x'.repeat(101) }],
    [{ type: 'arrow', from: at, color: 'green' }],
    [{ type: 'star', at, color: 'green' }],
    [null],
  ])('refuses %j', json => expect(isShape(json)).toBe(false));
});

test('tells in words what a note has besides its text', () => {
  const note = { entry: 1, author: null, text: 'x', glyphs: [] };
  expect(noteExtras(note)).toBe('');
  expect(noteExtras({ ...note, evaluation: { score: 17 }, shapes: SHAPES, tookMs: 5500 })).toBe(
    '+0.17, 1 circle, 2 crosses, 1 label, 1 arrow, took 5.5 s',
  );
});

test('writes glyphs as signs and as words', () => {
  expect(glyphSigns([3, 16, 99])).toBe('!! ±');
  expect(glyphWords([4, 99, 146])).toEqual(['blunder', 'novelty']);
});
