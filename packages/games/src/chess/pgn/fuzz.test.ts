/** Nothing makes reading throw, pieces change nothing, and what is read can be written and read again. */
import { draw, FAULTS, type Kifu, type Result, type Seed } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectCutsHarmless, expectDamageContained } from '../../../test/collections.ts';
import { ANALYSIS, COLLECTION, SERVER, SLOPPY, STUDY } from '../../../test/pgn-samples.ts';
import { isPlainData } from '../../../test/records.ts';
import { pgn, readPgn } from './index.ts';

/** Reads a text in every way and looks at what comes out. */
function check(text: string, cut = 0): void {
  const games = [...readPgn(text)];
  for (const game of games) checkGame(game, text);
  const reader = pgn.reader();
  const pieces = [
    ...reader.push(text.slice(0, cut)),
    ...reader.push(text.slice(cut)),
    ...reader.end(),
  ];
  expect(pieces).toEqual(games);
  expect([...readParts(text, cut)]).toEqual(games);
}

/** What many threads would read, each a part. */
function* readParts(text: string, cut: number): Generator<Result<Kifu>> {
  const cutter = pgn.cutter(1 + (cut % 3));
  const parts = [
    ...cutter.push(text.slice(0, cut)),
    ...cutter.push(text.slice(cut)),
    ...cutter.end(),
  ];
  for (const part of parts)
    if ('ok' in part) yield part;
    else {
      // as threads send it
      const { text, from } = JSON.parse(JSON.stringify(part));
      const reader = pgn.reader(undefined, from);
      yield* reader.push(text);
      yield* reader.end();
    }
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
  // between return and line feed the line has ended, and has not
  if (text[offset - 1] !== '\r')
    expect([line, column]).toEqual([before.length, before.at(-1)!.length + 1]);
}

/** A record is JSON, survives being written, and is written the same each time. */
function checkAgain(kifu: Kifu): void {
  expect(isPlainData(kifu)).toBe(true);
  const written = pgn.write(kifu);
  if (!written.ok) {
    expect(written.fault.code).toBe('too-large');
    return;
  }
  const { output, losses } = written.value;
  expect(losses).toEqual([]);
  const again = [...readPgn(output as string)];
  expect(again).toEqual([{ ok: true, value: kifu }]);
  if (again[0]?.ok) expect(pgn.write(again[0].value)).toEqual(written);
}

const isDeep = process.env.KIFU_DEEP === '1';
/** The deep run is long: it is cut into pieces that each stay far below the time limit of a test. */
const SEEDS = isDeep ? [7, 8, 9, 10, 11] : [7];
const runs = (numRuns: number) => ({
  numRuns: isDeep ? 50 * numRuns : Math.ceil(numRuns / 3),
  seed: 7,
});

/** Things that stand in such files, whole and in part, as they should and as they should not. */
// biome-ignore format: a line for each would be a hundred
const PARTS = [
  '1.', '1...', '1', '12.', '0', '0000', '99999999999999999999', '…', '.', 'e4', 'e5', 'Nf3',
  'Nc6', 'd4', 'exd4', 'Bb5', 'a6', 'O-O', '0-0', 'o-o-o', 'Nxd4', 'Qh4#', 'f3', 'g4', 'Nbd2',
  'e8=Q', 'e8(Q)', 'ep', 'e.p.', '--', 'Z0', '@@@@', '+', '++', 'Ke2', 'e9', 'x', '-', '=', '/',
  '"', ']', '}', '<', '\\', '%', ',', 'é', '漢', '\ud800', '\udc00', '\u00a0', '(', ')',
  '(1. e4)', '(1... e5 2. Nf3)', '( {a} 1. d4 $1 d5 )', '(1. --)', '((', '))', '{a comment}',
  '{', '{}', '{ a\n\n b }', '; a comment\n', ';', ';}\n', '% escape\n', '\n% escape\n', '{ } }',
  '[%clk 0:00:01]', '{[%clk 0:01:00.5]}', '{[%emt 0:00:05]}',
  '{x [%clk 0:00:01][%emt 0:00:02] y}', '{[%clk[%emt 0:00:01] 0:00:02]}', '{[%eval 0.3]}', '{[%eval #-2,9] x}', '{[%csl Ga1,Rb2][%cal Ga1b2]}', '{[%cal G[%csl Ra1]a1a2]}',
  '{[%clk 1:2]}', '$1', '$', '$0', '$255', '$99999', '!', '?', '!!', '??', '!?', '?!', '!!!',
  '*', '1-0', '0-1', '1/2-1/2', '1/2', '1–0', '1-', '1/', '1/2-', '[Event "x"]', '[Event', '[',
  '[Event "', '[White "A\\"B\\\\"]', '[White "?"]', '[Result "1-0"]', '[Result "*"]',
  '[Date "2024.01.02"]', '[Termination "time forfeit"]', '[Termination "x"]',
  '[UTCDate "2024.01.02"][UTCTime "01:02:03"]', '[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]',
  '[FEN "x"]', '[FEN "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"]', '[SetUp "1"]', '[__proto__ "x"]',
  '[constructor "x"]', '[a-b "\t"]', '["x"]', '[Variant "Standard"]', '\n', '\n\n', '\r\n', '\r',
  '\t', ' ', '\0', '\uFEFF',
];
const soup = (maxLength: number) =>
  fc
    .array(fc.tuple(fc.constantFrom(...PARTS), fc.constantFrom(' ', ' ', ' ', '', '\n')), {
      maxLength,
    })
    .map(parts => parts.map(pair => pair.join('')).join(''));

/** Moves that can be played after any of the lines outside: white first, black first. */
const CYCLES = [
  ['Nf3', 'Nf6', 'Ng1', 'Ng8'],
  ['Nc3', 'Nc6', 'Nb1', 'Nb8'],
  ['a3', 'a6', 'a4', 'a5'],
  ['h3', 'h6', 'h4', 'h5'],
];
const TAGS = PARTS.filter(part => /^\[\w+ ".*"\]$/.test(part) && !/FEN|Result/.test(part));
const REMARKS = PARTS.filter(part =>
  /^(\{[^}]+\}|;[^\n]*\n|\n% .*\n|[!?]+|\$\d{1,3}|\d+\.+)$/s.test(part),
);

/** What may stand before the first move of a game, which has number 1 if any. */
const OPENERS = REMARKS.filter(part => part !== '12.');

/** A game that is good, however it looks. */
function makeGame(first: Seed): string {
  let seed = first;
  const luck = (n: number) => {
    const [value, after] = draw(seed, n);
    seed = after;
    return value;
  };
  const pick = (list: readonly string[]) => list[luck(list.length)]!;
  const some = (n: number, make: () => string) =>
    Array.from({ length: luck(n) }, make).join(pick([' ', '', '\n']));
  const line = (ply: number, length: number, depth: number): string => {
    let text = some(3, () => pick(depth === 0 ? OPENERS : REMARKS));
    for (let i = 0; i < length; i++) {
      const cycle = CYCLES[depth]!;
      const turn = (ply + i) % 2;
      // by black first the same moves in pairs turned round
      text += ` ${cycle[depth === 0 || ply % 2 === 0 ? i % 4 : (i % 4) ^ 1]!}${turn === luck(9) ? '+' : ''} `;
      text += some(4, () => pick(REMARKS));
      if (depth < 3 && luck(4) === 0)
        text += `(${line(ply + i, luck(5), depth + 1)})${some(3, () => pick(REMARKS))}`;
    }
    return text;
  };
  const tags = some(4, () => pick(TAGS));
  return `${tags}\n${line(0, luck(14), 0)} ${pick(['*', '1-0', '0-1', '1/2-1/2', ''])}${pick(['', '\n', ' {x}\n'])}`;
}

describe('nothing throws', () => {
  const cut = fc.nat(200);

  test('any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), cut, check), runs(1000));
  });

  test('any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
        for (const game of pgn.readAll!(bytes)) if (game.ok) checkAgain(game.value);
        pgn.read(bytes);
      }),
      runs(1000),
    );
  });

  test('parts in any order', () => {
    fc.assert(fc.property(soup(40), cut, check), runs(3000));
  });

  test.each(SEEDS)('parts that fit together, by seed %i', seed => {
    let good = 0;
    let all = 0;
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), cut, (game, at) => {
        const text = makeGame(game);
        check(text, at);
        const games = [...readPgn(text)];
        all += games.length;
        good += games.filter(({ ok }) => ok).length;
      }),
      { numRuns: Math.ceil(runs(2000).numRuns / SEEDS.length), seed },
    );
    expect(good / all).toBeGreaterThan(0.98);
  });

  test('a good file with something put in, taken out or cut off', () => {
    const file = COLLECTION;
    fc.assert(
      fc.property(fc.nat(file.length), fc.nat(20), soup(2), (at, length, parts) =>
        check(file.slice(0, at) + parts + file.slice(at + length), at),
      ),
      runs(100),
    );
  });

  test.each([
    ['a server’s game', SERVER],
    ['an analysis', ANALYSIS],
    ['studies', STUDY],
    ['sloppy ones', SLOPPY],
  ])('%s, cut off at every character', (_name, text) => {
    for (let end = 0; end < text.length; end++) {
      const games = [...readPgn(text.slice(0, end))];
      for (const game of games) if (game.ok && end % 16 === 0) checkAgain(game.value);
    }
  });

  test('UTF-8 cut off at every byte', () => {
    const bytes = new TextEncoder().encode(SERVER);
    for (let end = 0; end < bytes.length; end++) pgn.read(bytes.subarray(0, end));
  });
});

describe('collections', () => {
  const games = [
    '[Event "één"]\n[White "Kostić"]\n\n1. e4 {漢字 [%clk 0:01:00]} e5 (1... c5 2. Nf3) 2. Nf3 1-0\n\n',
    '[Event "two"]\n[Result "*"]\n\n1. d4 d5 2. c4 $1 *\n\n',
    '[Event "Ünter"]\n[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]\n\n1. c7 Rd6+ ; näher\n2. Kb5 1/2-1/2\n\n',
    '[Event "four"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n',
  ];
  const readAll = (bytes: Uint8Array) => pgn.readAll!(bytes);

  test('cut at any byte give all games before the cut', () => expectCutsHarmless(readAll, games));

  // a comment on a line after the result belongs to the next game, and does no harm there
  const bodyOf = (game: string) => [1, game.search(/ \S+\n\n$/)] as const;
  test('a bad game hides no other', () =>
    expectDamageContained(readAll, games, bodyOf, PARTS, runs(1500).numRuns));
});

describe('bombs', () => {
  const MILLION = 1_000_000;
  test.each([
    '{',
    '}',
    '(',
    ')',
    '()',
    '(1. e4 ',
    '(e4)',
    '[',
    ']',
    '"',
    '[a "b"]',
    '\\',
    '$',
    '$1',
    '!',
    '1',
    '1.',
    '0',
    '-',
    '--',
    '*',
    '1-0 ',
    ';',
    '%',
    '\n',
    '\r',
    '\n[Event "x"]{',
    'a',
    'e4 ',
    'O-',
    '漢',
    '\0',
  ])('a million of %j', part => {
    for (const start of ['', '1. e4 ', '{', '[Event "', '1. e4 {x} ('])
      for (const game of readPgn(start + part.repeat(MILLION / 5 / part.length))) void game;
  });

  test('glyphs, comments and variations as many as a game may have', () => {
    for (const part of [
      '$1',
      '!',
      '{}',
      '{x}',
      '{[%clk 0:00:01]}',
      '{[%csl Ga1]}',
      '(1. d4)',
      '()',
      '(1. --)',
      '; x\n',
    ]) {
      const text = `1. e4 ${part.repeat((1 << 20) / part.length - 8)} *`;
      const [game] = readPgn(text);
      expect(game?.ok).toBe(true);
    }
  });
});
