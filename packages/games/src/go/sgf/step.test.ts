/** Steps of records in IPGS. §5.4. */
import { expect, test } from 'vitest';
import { gridOf } from '../grid.ts';
import { formatStep, parseStep } from './step.ts';

const grid = gridOf(9, 9);
const parse = (text: string) => parseStep(grid, text);

test.each<[string, string, object]>([
  ['a move', ';B[ab]', { type: 'move', seat: 0, at: [0, 1], comment: '' }],
  ['a move with words', ';W[de]C[a\\]b]', { type: 'move', seat: 1, at: [3, 4], comment: 'a\\]b' }],
  ['a pass', ';B[]', { type: 'move', seat: 0, at: null, comment: '' }],
  ['words', ';C[x]', { type: 'comment', comment: 'x' }],
  [
    'handicap',
    ';AB[dd][ff]',
    {
      type: 'handicap',
      points: [
        [3, 3],
        [5, 5],
      ],
      comment: '',
    },
  ],
  ['an acknowledgement', ';C[]', { type: 'acknowledgement' }],
  ['a dispute', ';C[OUTCOME-DISPUTED-PLEASE-CONTINUE]', { type: 'dispute' }],
  [
    'a resignation',
    ';RE[B+Resign]',
    { type: 'result', outcome: { winners: [0], reason: 'resignation' }, territory: null },
  ],
  [
    'a score',
    ';RE[W+3.5]TB[aa]TW[bb][cc]',
    {
      type: 'result',
      outcome: { points: [0, 7] },
      territory: {
        black: [[0, 0]],
        white: [
          [1, 1],
          [2, 2],
        ],
      },
    },
  ],
  [
    'a draw without territory',
    ';RE[Draw]TB[]',
    { outcome: { result: 'draw' }, territory: { black: [], white: [] } },
  ],
])('%s', (_name, text, step) => {
  const parsed = parse(text);
  expect(parsed).toMatchObject({ ok: true, value: step });
  if (parsed.ok) expect(formatStep(parsed.value)).toBe(text);
});

test.each<[string, string]>([
  [';B[tt]', ';B[]'],
  ['";B[ab]"', ';B[ab]'],
  [';RE[B+R]', ';RE[B+Resign]'],
  [';RE[0]', ';RE[Draw]'],
  ['; W [ab] C[x]', ';W[ab]C[x]'],
  [';RE[W+1]TB[aa:ba]', ';RE[W+1]TB[aa][ba]'],
])('%s is taken as %s', (text, written) => {
  const parsed = parse(text);
  expect(parsed.ok && formatStep(parsed.value)).toBe(written);
});

test.each<[string, string, code: string]>([
  ['nothing', '', 'malformed'],
  ['no node', 'B[ab]', 'malformed'],
  ['an empty node', ';', 'malformed'],
  ['two nodes', ';B[ab];W[cd]', 'malformed'],
  ['a tree', '(;B[ab])', 'malformed'],
  ['other properties', ';B[ab]LB[cd:x]', 'malformed'],
  ['two deeds', ';B[ab]W[cd]', 'malformed'],
  ['a move and a result', ';B[ab]RE[B+R]', 'malformed'],
  ['a move twice', ';B[ab][cd]', 'malformed'],
  ['two comments', ';C[x][y]', 'malformed'],
  ['territory alone', ';TB[aa]', 'malformed'],
  ['a result that is none', ';RE[B+]', 'malformed'],
  ['an unknown result', ';RE[?]', 'malformed'],
  ['quarters', ';RE[B+1.25]', 'malformed'],
  ['a point that is not there', ';B[jj]', 'illegal-move'],
  ['broken JSON', '";B[ab]', 'malformed'],
  ['a long comment', `;C[${'é'.repeat(2049)}]`, 'too-large'],
  ['a long step', `;C[${' '.repeat(70_000)}]`, 'too-large'],
])('%s is refused', (_name, text, code) => {
  expect(parse(text)).toMatchObject({ ok: false, fault: { code } });
});

test('tt is a point where there is one', () => {
  expect(parseStep(gridOf(20, 20), ';B[tt]')).toMatchObject({ value: { at: [19, 19] } });
});
