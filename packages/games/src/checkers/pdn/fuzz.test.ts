/** Nothing makes reading throw, and what is read can be written and read again. */
import { FAULTS, type Kifu, type Result, rngFrom, type Seed, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectCutsHarmless, expectDamageContained } from '../../../test/collections.ts';
import { isPlainData } from '../../../test/records.ts';
import { initial } from '../fen.ts';
import { legalPaths } from '../generate.ts';
import { fromPath } from '../move-codec.ts';
import { formatPath } from '../numbers.ts';
import { play } from '../play.ts';
import type { State } from '../state.ts';
import { pdn, readPdn } from './index.ts';

/** Reads a text in every way and looks at what comes out. */
function check(text: string, cut = 0): void {
  const games = [...readPdn(text)];
  for (const game of games) checkGame(game, text);
  const reader = pdn.reader();
  const pieces = [
    ...reader.push(text.slice(0, cut)),
    ...reader.push(text.slice(cut)),
    ...reader.end(),
  ];
  expect(pieces).toEqual(games);
}

function checkGame(game: Result<Kifu>, text: string): void {
  if (game.ok) {
    checkAgain(game.value);
    return;
  }
  const { code, at } = game.fault;
  expect(Object.keys(FAULTS)).toContain(code);
  const { line, column, offset } = at as { line: number; column: number; offset: number };
  expect(offset).toBeLessThanOrEqual(text.length);
  const before = text.slice(0, offset).split(/\r\n?|\n/);
  expect([line, column]).toEqual([before.length, before.at(-1)!.length + 1]);
}

/** A record is JSON, survives being written, and is written the same each time. */
function checkAgain(kifu: Kifu): void {
  expect(isPlainData(kifu)).toBe(true);
  const written = pdn.write(kifu);
  if (!written.ok) {
    expect(written.fault.code).toBe('too-large');
    return;
  }
  const { output, losses } = written.value;
  expect(losses).toEqual([]);
  const again = [...readPdn(output as string)];
  expect(again).toEqual([{ ok: true, value: kifu }]);
  if (again[0]?.ok) expect(pdn.write(again[0].value)).toEqual(written);
}

const DEEP = process.env.KIFU_DEEP !== undefined;
const runs = (numRuns: number, deep: number) => ({ numRuns: DEEP ? deep : numRuns, seed: 7 });

/** Things that stand in such files, whole and in part, as they should and as they should not. */
// biome-ignore format: a line for each would be a hundred
const PARTS = [
  '1.', '1...', '1', '12.', '2', '0', '99999999999999999999', '…', '.', '11-15', '22-18', '15x22',
  '25x18', '8-11', '9-14', '10-14', '23-19', '22-17', '9-13', '11x15', '1115', 'c3-d4', '11-', '-15',
  '11', '33-34', '11x18x25', '1x10', '10x19', '19x28', '1x28', '-', 'x', ':', '=', '"', ']', '}',
  '<', '\\', '%', ',', 'é', '漢', '\ud800', '\udc00', '\u00a0', '(', ')', '(1. 9-14)', '/', '//',
  '(1... 22-17 2. 9-13)', '( {a} 1. 9-14 $1 22-18 )', '((', '))', '(!)', '(??)', '(!?!)', '{a comment}',
  '{', '{}', '{ a\n\n b }', '; a comment\n', ';', ';}\n', '% escape\n', '\n% escape\n', '{ } }',
  '[%clk 0:00:01]', '{[%clk 0:01:00.5]}', '{[%emt 0:00:05]}', '{[%clk 99999:59:59.999]}',
  '{x [%clk 0:00:01][%emt 0:00:02] y}', '{[%clk[%emt 0:00:01] 0:00:02]}', '{[%eval 0.3]}',
  '{[%clk 1:2]}', '{[%emt 1:99:99]}', '$1', '$', '$0', '$255', '$99999', '!', '?', '!!', '??', '!?',
  '?!', '!!!', '*', '11-15*', '1-0', '0-1', '1/2-1/2', '1/2', '1–0', '1-', '1/', '2-0', '1-1', '0-0',
  '[Event "x"]', '[Event', '[', '[Event "', '[White "A\\"B\\\\"]', '[White "?"]', '[Result "1-0"]',
  '[Result "*"]', '[Result "x"]', '[Date "2024.01.02"]', '[Date "2024-01-02"]',
  '[Termination "time forfeit"]', '[Termination "x"]', '[GameType "21"]', '[GameType "20"]',
  '[UTCDate "2024.01.02"][UTCTime "01:02:03"]', '[FEN "B:W6,15,24,32:B1"]', '[FEN "W:W24,32:BK11,19,20"]',
  '[FEN "x"]', '[FEN "B:W15:B11:H3:F9"]', '[SetUp "1"]', '[__proto__ "x"]', '[constructor "x"]',
  '[a-b "\t"]', '["x"]', '/FEN "B:W5:B7"/', '\n', '\n\n', '\r\n', '\r', '\t', ' ', '\0', '\uFEFF',
];
const soup = (maxLength: number) =>
  fc
    .array(fc.tuple(fc.constantFrom(...PARTS), fc.constantFrom(' ', ' ', ' ', '', '\n')), {
      maxLength,
    })
    .map(parts => parts.map(pair => pair.join('')).join(''));

const TAGS = PARTS.filter(part => /^\[\w+ ".*"\]$/.test(part) && !/FEN|Result|Type "20/.test(part));
const REMARKS = PARTS.filter(part =>
  /^(\{[^}]+\}|;[^\n]*\n|\n% .*\n|[!?]+|\([!?]{1,2}\)|\$\d{1,3})$/s.test(part),
);

/** A game that is good, however it looks: random moves, in variations too. */
function makeGame(seed: Seed): string {
  const luck = rngFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[luck(list.length)]!;
  const some = (n: number, make: () => string) =>
    Array.from({ length: luck(n) }, make).join(pick([' ', '', '\n']));
  const line = (from: State, length: number, depth: number): string => {
    let text = some(3, () => pick(REMARKS));
    let state = from;
    for (let i = 0; i < length && state.outcome === null; i++) {
      const path = pick(legalPaths(state));
      const before = state;
      state = unwrap(play(state, state.turn, fromPath(path))).state;
      text += ` ${formatPath(path).replaceAll('-', pick(['-', '-', 'x', '–']))} `;
      text += some(4, () => pick(REMARKS));
      if (depth < 3 && luck(5) === 0)
        text += `(${line(before, luck(5), depth + 1)})${some(3, () => pick(REMARKS))}`;
    }
    if (depth > 0) return text;
    const result = pick(['*', '1-0', '0-1', '1/2-1/2', '']);
    return `${text} ${state.outcome === null ? result : '*'}`;
  };
  const tags = some(4, () => pick(TAGS));
  return `${tags}\n${line(initial, luck(80), 0)}${pick(['', '\n', ' {x}\n'])}`;
}

describe('nothing throws', () => {
  test('any text', () => {
    // halves of characters too
    const unit = fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code));
    const text = fc.string({ unit, maxLength: 100 });
    fc.assert(fc.property(text, fc.nat(100), check), runs(200, 100_000));
  });

  test('any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), bytes => {
        for (const game of pdn.readAll!(bytes)) if (game.ok) checkAgain(game.value);
        pdn.read(bytes);
      }),
      runs(200, 20_000),
    );
  });

  test('parts in any order', () => {
    fc.assert(fc.property(soup(25), fc.nat(100), check), runs(400, 100_000));
  });

  test('parts that fit together', () => {
    let good = 0;
    let all = 0;
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), fc.nat(1000), (seed, cut) => {
        const text = makeGame(seed);
        check(text, cut);
        const games = [...readPdn(text)];
        all += games.length;
        good += games.filter(({ ok }) => ok).length;
      }),
      runs(50, 1500),
    );
    expect(good / all).toBeGreaterThan(0.98);
  });

  test('a good file with something put in, taken out or cut off', () => {
    const file = [1, 2, 3, 4].map(makeGame).join('\n\n');
    fc.assert(
      fc.property(fc.nat(file.length), fc.nat(20), soup(2), (at, length, parts) =>
        check(file.slice(0, at) + parts + file.slice(at + length)),
      ),
      runs(40, 500),
    );
  });

  test('cut off anywhere', () => {
    const text = makeGame(5);
    for (let end = 0; end < text.length; end += DEEP ? 1 : 5) check(text.slice(0, end));
    const bytes = new TextEncoder().encode(text);
    for (let end = 0; end < bytes.length; end += DEEP ? 1 : 5) pdn.read(bytes.subarray(0, end));
  });
});

describe('collections', () => {
  const games = [
    '[Event "één"]\n[White "Kostić"]\n\n1. 11-15 {漢字} 22-18 (1... 23-19) 2. 15x22 25x18 1-0\n\n',
    '[Event "two"]\n\n1. 9-14 22-18 *\n\n',
    '[Event "Ünter"]\n[FEN "B:W6,15,24,32:B1"]\n\n1. 1x28 32-27 ; näher\n1/2-1/2\n\n',
    '[Event "four"]\n\n1. 11-16 0-1\n\n',
  ];
  const readAll = (bytes: Uint8Array) => pdn.readAll!(bytes);

  test('cut at any byte give all games before the cut', () => expectCutsHarmless(readAll, games));

  test('a bad game hides no other', () =>
    expectDamageContained(
      readAll,
      games,
      game => [1, game.length - 2],
      PARTS,
      DEEP ? 50_000 : 1500,
    ));
});

describe('bombs', () => {
  const LENGTH = DEEP ? 200_000 : 40_000;
  // biome-ignore format: a line for each would be too many
  test.each([
    '{', '}', '(', ')', '()', '(1. 11-15 ', '(11-15)', '[', ']', '"', '[a "b"]', '[a "', '\\', '$', '$1',
    '!', '1', '1.', '0', '-', '*', '1-0 ', ';', '%', '/', '/ ', '\n', '\r', '\n[Event "x"]{', 'a', '11-15 ',
    '1x10 ', '漢', '\0',
  ])('a great many of %j', part => {
    for (const start of ['', '1. 11-15 ', '{', '[Event "', '1. 11-15 {x} ('])
      for (const game of readPdn(start + part.repeat(LENGTH / part.length))) void game;
  });

  test('glyphs, comments and variations as many as a game may have', () => {
    for (const part of [
      '$1',
      '!',
      '{}',
      '{x}',
      '{[%clk 0:00:01]}',
      '(1. 9-14)',
      '()',
      '; x\n',
      '% x\n',
    ]) {
      const [game] = readPdn(
        `1. 11-15 ${part.repeat((DEEP ? 1 << 20 : 1 << 16) / part.length - 16)} *`,
      );
      expect(game?.ok).toBe(true);
    }
  });
});
