/** QR codes against published check words, and against what another encoder draws. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkWords, type QrCode, qrCode, qrPath } from './qr.ts';

const rows = (code: QrCode | null) =>
  code!.map(row => row.map(isDark => (isDark ? '1' : '0')).join(''));

test('check words: HELLO WORLD in version 1, level M', () => {
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect(checkWords(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

test('a small one, cell by cell', () => {
  expect(rows(qrCode('kifu')).map(row => row.replaceAll('0', '.').replaceAll('1', '#'))).toEqual([
    '#######....#..#######',
    '#.....#..##...#.....#',
    '#.###.#.#####.#.###.#',
    '#.###.#.####..#.###.#',
    '#.###.#.#####.#.###.#',
    '#.....#.#...#.#.....#',
    '#######.#.#.#.#######',
    '........#..##........',
    '#.#####...#.#.#####..',
    '.####...###.#..#....#',
    '.###.##.##.#.#..####.',
    '.##.##.#..#....######',
    '......####.#.#..#...#',
    '........##.####..##.#',
    '#######..#..#.##...#.',
    '#.....#.##.####..##..',
    '#.###.#.#...#..#.#.#.',
    '#.###.#.###.#..#.##..',
    '#.###.#.#.##.#..###..',
    '#.....#..##....##.#..',
    '#######.#..#.#..#.##.',
  ]);
});

/** As full as a version can be; the digests were taken of codes that the npm package qrcode 1.5.4 draws of the same bytes. */
test.each([
  [1, 14, 'fa9699d878de6acf'],
  [2, 26, '3a3e1f14aa753c27'],
  [7, 122, 'f4bd202a58f77fed'],
  [14, 362, 'fc036c8888565807'],
  [22, 779, 'a84f012f499aaf9d'],
  [32, 1538, '289ddda40113883f'],
  [40, 2331, 'd6dbfdff9100fdaf'],
])('version %i', (version, length, digest) => {
  const text = 'https://kifu.example/watch?src='.padEnd(length, 'x').slice(0, length);
  const code = rows(qrCode(text));
  expect(code.length).toBe(17 + 4 * version);
  expect(createHash('sha256').update(code.join('\n')).digest('hex').slice(0, 16)).toBe(digest);
  expect(qrCode(`${text}x`)?.length ?? null).toBe(version === 40 ? null : 21 + 4 * version);
});

test('letters are counted in bytes', () => {
  expect(qrCode('棋'.repeat(777))?.length).toBe(177);
  expect(qrCode('棋'.repeat(778))).toBeNull();
});

test('as a path: a square a dark cell', () => {
  const code = qrCode('kifu')!;
  const dark = code.flat().filter(Boolean).length;
  expect(qrPath(code).match(/M\d+ \d+h1v1h-1z/g)?.length).toBe(dark);
});
