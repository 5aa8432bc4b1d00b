/** Nothing makes reading throw, and what is read can be written and read again. */
import { FAULTS, type Kifu, type Result, rngFrom } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectCutsHarmless, expectDamageContained } from '../../../test/collections.ts';
import { isPlainData } from '../../../test/records.ts';
import { gridOf } from '../grid.ts';
import { readSgf, sgf } from './index.ts';

import { formatStep, parseStep } from './step.ts';

/** Reads a text and looks at what comes out. */
function check(text: string): void {
  for (const game of readSgf(text)) checkGame(game, text);
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
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  // between return and line feed the line has ended, and has not
  if (text[offset - 1] !== '\r')
    expect([line, column]).toEqual([before.length, before.at(-1)!.length + 1]);
}

/** A record is JSON, survives being written, and is written the same each time. */
function checkAgain(kifu: Kifu): void {
  expect(isPlainData(kifu)).toBe(true);
  const written = sgf.write(kifu);
  if (!written.ok) {
    expect(written.fault.code).toBe('too-large');
    return;
  }
  const { output, losses } = written.value;
  expect(losses).toEqual([]);
  const again = [...readSgf(output as string)];
  expect(again).toEqual([{ ok: true, value: kifu }]);
  if (again[0]?.ok) expect(sgf.write(again[0].value)).toEqual(written);
}

/** A few hundred inputs, or a hundred thousand in all. */
const runs = (numRuns: number) => ({
  numRuns: process.env.KIFU_DEEP === '1' ? 25 * numRuns : Math.ceil(numRuns / 3),
  seed: 7,
});

/** Things that stand in such files, whole and in part, as they should and as they should not. */
// biome-ignore format: a line for each would be a hundred
const PARTS = [
  '(;', '(', ')', ';', '[', ']', '\\', ':', '(;)', ')(;', '(;FF[4]GM[1]', '\n(;FF[4]', '\n(;',
  ';B[aa]', ';W[bb]', ';B[cc]', ';W[dd]', ';B[ab]', ';W[ba]', ';B[bc]', ';W[ee]', ';B[]', ';W[]',
  ';B[tt]', ';W[zz]', ';B[ZZ]', ';B[a]', ';B', ';B[aa]W[bb]', ';B[aa][bb]', 'B[cd]', 'W[dc]',
  'SZ[5]', 'SZ[9]', 'SZ[3:4]', 'SZ[52]', 'SZ[1]', 'SZ[x]', 'SZ[]', 'GM[2]', 'GM[1]', 'CA[UTF-8]', 'FF[3]',
  'KM[6.5]', 'KM[375]', 'KM[3.75]', 'KM[x]', 'KM[-7]', 'KM[125]', 'KM[]', 'HA[2]', 'HA[1]', 'HA[x]', 'HA[9999]',
  'RU[Japanese]', 'RU[Chinese]', 'RU[NZ]', 'RU[AGA]', 'RU[cn]', 'RU[Foo]', 'RU[]',
  'RE[B+R]', 'RE[W+3.5]', 'RE[B+3.75]', 'RE[0]', 'RE[Void]', 'RE[?]', 'RE[who knows]', 'RE[]', 'RE[B+]',
  'AB[cc][gc]', 'AB[aa:cc]', 'AB[cc:aa]', 'AB[a]', 'AB[zz]', 'AW[dd]', 'AW[dd:de]', 'AE[cc]', 'AE[aa:ZZ]', 'PL[W]', 'PL[B]', 'PL[x]',
  'C[x]', 'C[]', 'C[a\\]b\\\\]', 'C[a\nb]', 'C[a\\\nb]', 'C[\t\r\n]', 'C[x][y]', 'GC[a\nb]', 'GN[a\\:b]', 'GN[x][y]', 'GN[]', 'EV[ a  b ]',
  'PB[Black]', 'PB[]', 'PW[ ]', 'PW[White\\]]', 'DT[2024-01-02,03]', 'DT[x]', 'AP[a:b]', 'TM[600]', 'XB[x]', 'XA[B]C[hi]', 'XA[W]', 'XA[x]C[y]',
  'BL[30]', 'WL[12.5]', 'BL[x]', 'BL[1.2345]', 'OB[3]', 'TE[1]', 'TE[2]', 'TE[3]', 'BM[1]', 'IT[]', 'DO[]', 'GB[2]', 'UC[1]', 'DM[1]',
  'LB[aa:x]', 'LB[aa:x][bb:y]', 'TR[aa][bb]', 'SQ[aa:bb]', 'MA[zz]', 'AR[aa:bb]', 'LN[aa]', 'V[1.5]', 'V[x]', 'MN[3]', 'VW[]', 'KO[]', 'TB[aa]', 'TW[bb:cc]', 'TB[]', 'LaBel[x]', 'label[x]', 'X1[y]',
  '\n', '\r\n', '\r', ' ', '\t', '\0', '\uFEFF', 'é', '漢', '\ud800', '\udc00', '5', 'tt',
];
const soup = (maxLength: number) =>
  fc.array(fc.constantFrom(...PARTS), { maxLength }).map(parts => parts.join(''));

/** A game that is good, however it looks. */
function makeGame(seed: number): string {
  const luck = rngFrom(seed);
  const pick = (list: readonly string[]) => list[luck(list.length)]!;
  const some = (n: number, list: readonly string[]) =>
    Array.from({ length: luck(n) }, () => pick(list)).join('');
  const size = 2 + luck(8);
  const point = () => `${'abcdefghijklmnopqrs'[luck(size)]}${'abcdefghijklmnopqrs'[luck(size)]}`;
  const remarks = PARTS.filter(part =>
    /^(C|GC|XA|TE|BM|IT|DO|GB|UC|DM|LB|TR|SQ|MA|AR|LN|V|MN|VW|KO|OB|LaBel|X1)\[.*\]$/s.test(part),
  );
  const info = PARTS.filter(part => /^(KM|RU|RE|PB|PW|DT|AP|TM|GN|EV|XB)\[.*\]$/s.test(part));
  const line = (length: number, depth: number): string => {
    let text = '';
    for (let i = 0; i < length; i++) {
      // variations end where they cannot be played, so that anything may be tried there
      const where = depth === 0 || luck(4) === 0 ? '' : point();
      text += `;${'BW'[depth === 0 ? i % 2 : luck(2)]}[${where}]${some(3, remarks)}`;
      if (depth < 3 && luck(4) === 0)
        return `${text}(${line(luck(5), depth)})(${line(1 + luck(4), depth + 1)})`;
    }
    return text || ';';
  };
  return `(;SZ[${size}]${some(5, info)}${some(3, remarks)}${line(luck(8), 0)})`;
}

describe('nothing throws', () => {
  test('any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), check), runs(500));
  });

  test('any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
        for (const game of sgf.readAll!(bytes)) if (game.ok) checkAgain(game.value);
        sgf.read(bytes);
      }),
      runs(500),
    );
  });

  test('parts in any order', () => {
    fc.assert(
      fc.property(soup(30), parts => check(`(;${parts})`)),
      runs(1500),
    );
  });

  test('parts that fit together', () => {
    let good = 0;
    let all = 0;
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), seed => {
        const text = makeGame(seed);
        check(text);
        all++;
        if (sgf.read(text).ok) good++;
      }),
      runs(500),
    );
    expect(good / all).toBeGreaterThan(0.98);
  });

  test('steps', () => {
    const grid = gridOf(9, 9);
    fc.assert(
      fc.property(fc.oneof(soup(6), fc.string({ maxLength: 40 })), text => {
        const step = parseStep(
          grid,
          text.startsWith(';') || text.startsWith('"') ? text : `;${text}`,
        );
        if (step.ok) expect(parseStep(grid, formatStep(step.value))).toEqual(step);
      }),
      runs(1000),
    );
  });
});

/** Whether a text is a collection by the grammar of FF[4], read by folding it up: values, nodes, trees. */
function isValidSgf(text: string): boolean {
  const nodes = text
    .replace(/\[(?:\\[\s\S]|[^\]\\])*\]/g, 'v')
    .replace(/\s/g, '')
    .replace(/;(?:[A-Z]+v+)*/g, 'n');
  for (let trees = nodes; ; ) {
    const next = trees.replace(/\(n+t*\)/g, 't');
    if (next === trees) return /^t+$/.test(next);
    trees = next;
  }
}

describe('collections', () => {
  const games = [
    '(;FF[4]GM[1]SZ[9]PB[Kostić]C[漢字\n(see \\] below)];B[aa];W[bb](;B[cc])(;B[dd]C[één]))\n',
    '(;GM[1]SZ[5];B[];W[])\n\n',
    '(;SZ[9]KM[6.5]RE[W+R]\n;B[ee]\n;W[ge]TE[1])\n',
    '(;AP[x]PB[Ann]PW[Bó];B[dd])\n',
  ];
  const readAll = (bytes: Uint8Array) => sgf.readAll!(bytes);

  test('cut at any byte give all games before the cut', () => expectCutsHarmless(readAll, games));

  test('a bad game hides no other', () => {
    const { numRuns } = runs(1500);
    expectDamageContained(readAll, games, game => [2, game.length - 1], PARTS, numRuns, isValidSgf);
  });
});

describe('bombs', () => {
  const LENGTH = 100_000;
  test.each([
    '(',
    '(;',
    ')',
    '()',
    ';',
    '[',
    ']',
    '[]',
    'B[aa]',
    ';B[aa]',
    ';B[];W[]',
    '\n(;',
    '\n(;FF[4]',
    '\n(;B[zz]',
    '(;B[aa])',
    'C[x]',
    'AB[aa:ss]',
    '[aa:ss]',
    'A[x]',
    '\\',
    '\\]',
    '\n',
    'x',
    '漢',
    '\0',
    'AA[',
    ';AE[aa:ss]',
    '[],',
  ])('%j again and again', part => {
    for (const start of ['', '(;', '(;C[', '(;AB', '(;B[aa];W[bb](;']) {
      const text = start + part.repeat(LENGTH / part.length);
      for (const end of ['', ')']) for (const game of readSgf(text + end)) void game;
    }
  });

  test.each(['\\\\', '[],', '\\\n', '\n(;FF[4', '\n('])(
    'four million characters of %j in a comment',
    part => {
      for (const end of ['', '];B[aa])'])
        for (const game of readSgf(`(;SZ[9]C[${part.repeat(3_999_000 / part.length)}${end}`))
          void game;
    },
  );

  test('names as many as there are', () => {
    let text = '(;';
    for (let i = 0; i < 100_000; i++) text += `A${i}[]`;
    expect(sgf.read(`${text})`)).toMatchObject({ ok: false, fault: { code: 'too-large' } });
  });

  test('a main line that branches at every move, and variations as deep as they may be', () => {
    const deep = (n: number) => `(;C[x]${'(;)(;C[x]'.repeat(n)}${')'.repeat(n + 1)}`;
    const wide = `(;SZ[9]${'(;B[];W[]'.repeat(2000)}${')(;B[aa])'.repeat(2000)})`;
    for (const text of [deep(28), wide]) {
      const kifu = sgf.read(text);
      expect(kifu.ok).toBe(true);
      if (kifu.ok) checkAgain(kifu.value);
    }
    expect(sgf.read(deep(29))).toMatchObject({ ok: false, fault: { code: 'too-large' } });
  });
});
