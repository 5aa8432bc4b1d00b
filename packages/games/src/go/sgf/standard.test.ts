/** The standard SGF, where the vectors say nothing. IPGS §10. */
import { expect, test } from 'vitest';
import { pointAt } from '../grid.ts';
import { formatLetters } from '../letters.ts';
import {
  formatNumber,
  formatRank,
  formatStandard,
  normalText,
  type StandardGame,
} from './standard.ts';

const player = { name: 'A\\B]\nC', hash: 'h', rating: 1500.25, deviation: 60 };
const GAME: StandardGame = {
  fileVersion: 1,
  sides: ['B', 'W'],
  number: 1,
  board: { width: 9, height: 7, handicap: 0, handicapStones: [], komiHalves: -13, territory: null },
  name: 'c|t|d',
  rulesName: 'NZ',
  rulesCid: 'r',
  time: { type: 'absolute', seconds: 600 },
  black: player,
  white: player,
  result: 'Void',
  isRanked: false,
  firstAt: '2024-01-01T00:00:00Z',
  lastAt: '2024-12-31T23:59:59Z',
  head: null,
  nodes: [],
};

test('a game without moves', () => {
  expect(formatStandard(GAME)).toBe(
    '(;FF[4]GM[1]CA[UTF-8]AP[IPGS:1]SZ[9:7]GN[c|t|d]DT[2024-12-31]RU[NZ]KM[-6.5]TM[600]PB[A\\\\B\\] C]BR[6k]' +
      'PW[A\\\\B\\] C]WR[6k]RE[Void]XB[h]XW[h]YB[1500.25:60]YW[1500.25:60]XK[0]XR[r]XS[2024-01-01T00:00:00Z]XE[2024-12-31T23:59:59Z])\n',
  );
});

test('days, handicap, points in order, comments that say nothing', () => {
  const at = [
    '2023-12-31T23:59:59Z',
    '2024-01-01T00:00:00.5Z',
    '2024-01-01T05:00:00Z',
    '2024-01-03T00:00:00Z',
    '2024-02-01T00:00:00Z',
  ];
  const text = formatStandard({
    ...GAME,
    board: {
      ...GAME.board!,
      handicap: 2,
      handicapStones: [pointAt(6, 2), pointAt(2, 6)],
      territory: { black: [pointAt(3, 3), pointAt(0, 5)], white: [] },
    },
    nodes: [
      ...at.map((madeAt, i) => ({
        type: 'move' as const,
        seat: (i % 2) as 0 | 1,
        value: i === 4 ? '' : formatLetters(pointAt(i, 0)),
        links: [],
        madeAt,
        leftSeconds: 3 - 2 * i,
        comment: i === 0 ? '\\\n' : '',
      })),
      { type: 'comment', seat: 1, comment: '\u0007' },
      { type: 'comment', seat: 1, comment: ' ' },
    ],
  });
  expect(text).toMatch('DT[2023-12-31,2024-01-01,03,02-01]RU[NZ]HA[2]KM[-6.5]');
  expect(text).toMatch(/AB\[cg\]\[gc\]\n/);
  expect(text.split('\n').slice(1)).toEqual([
    ';B[aa]BL[3]',
    ';W[ba]WL[1]',
    ';B[ca]BL[0]',
    ';W[da]WL[0]',
    ';B[]BL[0]',
    ';XA[W]C[ ]',
    ';TB[af][dd])',
    '',
  ]);
});

test.each<[number, string]>([
  [0, '0'],
  [-0, '0'],
  [1500, '1500'],
  [0.1, '0.1'],
  [-1.5, '-1.5'],
  [1e21, '1000000000000000000000'],
  [1.5e22, '15000000000000000000000'],
  [1e-7, '0.0000001'],
  [-1.25e-8, '-0.0000000125'],
])('%d is written %s', (value, text) => expect(formatNumber(value)).toBe(text));

test.each<[string, string]>([
  ['a\r\nb\n\rc\rd', 'a\nb\nc\nd'],
  ['a\\\r\nb', 'ab'],
  ['\\a\\]\\\\\\:', 'a]\\:'],
  ['a\tb\u000bc\u000cd\u0085e\u2028f\u2029g', 'a b c d e f g'],
  ['a\u0000b\u001fc\u007fd', 'abcd'],
  ['e\u0301', 'é'],
  ['  x  ', '  x  '],
])('%j is %j', (raw, text) => expect(normalText(raw)).toBe(text));

test.each<[number, number, string]>([
  [1500, 350, '6k?'],
  [1500, 159.9, '6k'],
  [100, 60, '30k'],
  [1, 60, '30k'],
  [1918, 60, '1k'],
  [1919, 60, '1d'],
  [6000, 160, '9d?'],
  [9999, 60, '9d'],
])('%d ± %d is %s', (rating, deviation, rank) => expect(formatRank(rating, deviation)).toBe(rank));
