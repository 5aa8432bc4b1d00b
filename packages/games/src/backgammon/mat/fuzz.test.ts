/** Nothing makes reading throw, and what is read can be played, written and read again. */
import { FAULTS, type Kifu, type Result, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectCutsHarmless, expectDamageContained } from '../../../test/collections.ts';
import { fold, MATCH, OTHER_HAND, randomKifu } from '../../../test/mat-samples.ts';
import { isPlainData } from '../../../test/records.ts';
import { mat, readMat } from './index.ts';

const runs = (normal: number) => ({
  numRuns: process.env.KIFU_DEEP ? 50 * normal : Math.ceil(normal / 3),
  seed: 7,
});

function check(text: string): void {
  for (const game of readMat(text)) checkGame(game, text);
}

function checkGame(game: Result<Kifu>, text: string): void {
  if (game.ok) {
    checkAgain(game.value);
    return;
  }
  const { code, at } = game.fault;
  expect(Object.keys(FAULTS)).toContain(code);
  const { line, offset } = at as { line: number; offset: number };
  expect(offset).toBeLessThanOrEqual(text.length);
  if (text[offset - 1] !== '\r') expect(line).toBe(text.slice(0, offset).split(/\r\n?|\n/).length);
}

/** A record is JSON, plays, survives being written but for what is listed, and is written the same each time. */
function checkAgain(kifu: Kifu): void {
  expect(isPlainData(kifu)).toBe(true);
  const { outcome } = fold(kifu);
  if (outcome !== null) expect(kifu.ending?.outcome).toEqual(outcome);
  const { output, losses } = unwrap(mat.write(kifu));
  const again = unwrap(mat.read(output));
  expect(unwrap(mat.write(again))).toEqual({ output, losses: [] });
  if (losses.length === 0) expect(again).toEqual(kifu);
  else
    expect(losses.every(what => /^(a comment|the tag|the name|which die)/.test(what))).toBe(true);
}

/** Things that stand in such files, whole and in part, as they should and as they should not. */
// biome-ignore format: a line for each would be a hundred
const PARTS = [
  '  1) ', '  2)', '12)', ')', '31:', '31: 8/5 6/5', '13: 8/5 6/5', '21: 13/11 6/5', '66:', '42: 8/4 6/4',
  '64: 24/14', '64: 24/18/14', '11: 8/7(2) 6/5(2)', '55: 13/3(2)', '31: 8/5*', '31: bar/22', '31: 25/22 24/23',
  '61: 13/7 8/7', '65: 24/13', 'x/y', '8/5', '0/0', '99/1', '6/off', '6/0', '(2)', '*', 'Cannot Move', '????',
  'Illegal play (x)', ' Doubles => 2', ' Doubles', ' Beavers => 4', ' Takes', ' Drops', ' Resigns',
  '      Wins 1 point', '                                  Wins 2 points', 'Wins', 'Wins 0', 'Losses 1 point',
  'Wins 1 point and the match', ' Game 1', ' Game 2', 'Game', ' 5 point match', ' 0 point match', '1 point match :',
  ' Ann : 0                Bob : 0', ' ? : 1   ? : 2', ' : 0  : 0', 'Ann,1600 : 3  Bob : 4', '; [Event "x"]',
  '; [Seed "42"]', '; [Seed "x"]', '; [Termination "timeout"]', '; [Variation "Backgammon"]', '; [Variation "x"]',
  '; [__proto__ "x"]', '; [EventDate "2024.02.30"]', '; [EventDate "2024.02.29"]', '; [Score "1-2"]',
  '; a remark', ';', '#', '; Set Pos=x', '\t', '\t\t', '        ', ' ', '\0', '\uFEFF', '\ud800', 'é', '漢', '"', '[',
];
const soup = fc
  .array(fc.tuple(fc.constantFrom(...PARTS), fc.constantFrom('\n', '\n', '  ', '', '\r\n', '\r')), {
    maxLength: 30,
  })
  .map(parts => parts.map(pair => pair.join('')).join(''));

describe('nothing throws', () => {
  test('any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), check), runs(500));
  });

  test('any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
        for (const game of mat.readAll!(bytes)) if (game.ok) checkAgain(game.value);
        mat.read(bytes);
      }),
      runs(500),
    );
  });

  test('parts in any order', () => {
    const heading = ' 0 point match\n Game 1\n Ann : 0          Bob : 0\n';
    fc.assert(
      fc.property(soup, fc.boolean(), (text, hasHeading) =>
        check((hasHeading ? heading : '') + text),
      ),
      runs(1000),
    );
  });

  test('a good file with something put in, taken out or cut off', () => {
    const seeded = unwrap(mat.write(randomKifu(7))).output as string;
    for (const file of [MATCH, OTHER_HAND, seeded])
      fc.assert(
        fc.property(fc.nat(file.length), fc.nat(20), soup, (at, length, parts) =>
          check(file.slice(0, at) + parts.slice(0, 40) + file.slice(at + length)),
        ),
        runs(60),
      );
  });

  test('a good file cut off at every character', () => {
    for (let end = 0; end < MATCH.length; end++) {
      const games = [...readMat(MATCH.slice(0, end))];
      if (end % 16 === 0) for (const game of games) checkGame(game, MATCH.slice(0, end));
    }
  });

  test('any name, tag or note can be tried', () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 });
    const base = randomKifu(5, 8);
    fc.assert(
      fc.property(text, text, text, text, (name, tag, value, words) => {
        const [white, black] = base.header.players;
        const kifu: Kifu = {
          ...base,
          header: {
            ...base.header,
            players: [{ ...white!, name }, black!],
            tags: { [tag]: value },
          },
          notes: [{ entry: 0, author: null, text: words, glyphs: [] }],
        };
        const { output, losses } = unwrap(mat.write(kifu));
        const again = unwrap(mat.read(output));
        if (losses.length === 0) expect(again).toEqual(kifu);
      }),
      runs(500),
    );
  });
});

describe('collections', () => {
  const games = [
    ' 5 point match\n\n Game 1\n Kostić : 0                       Bob : 0\n  1) 31: 8/5 6/5                 21: 13/11 6/5\n      Wins 1 point\n\n',
    ' Game 2\n Kostić : 1                       Bob : 0\n  1)                             52: 13/8 13/11\n  2) 33: 8/5(2) 6/3(2)           Drops\n\n',
    ' Game 3\n Kostić : 2                       Bob : 0\n  1) 64: 24/14\n; één\n\n',
  ];
  const readAll = (bytes: Uint8Array) => mat.readAll!(bytes);

  test('cut at any byte give all games before the cut', () => expectCutsHarmless(readAll, games));

  test('a bad game hides no other', () =>
    expectDamageContained(
      readAll,
      games,
      game => [game.search(/Game \d\n/) + 7, game.length - 2],
      PARTS.filter(part => !/^; \[|point match/.test(part)), // those begin another match
      runs(1500).numRuns,
    ));
});

describe('bombs', () => {
  const MILLION = 1_000_000;
  test.each([
    ' ',
    '\n',
    '\r',
    '1',
    '1) ',
    '31:',
    '31: ',
    '8/5 ',
    'Game 1\n',
    '; [a "b"]\n',
    '; x\n',
    ': ',
    '"',
    '/',
    '*',
    '\t',
    ' : 0 ',
  ])('a million of %j', part => {
    for (const begin of [
      '',
      ' Game 1\n',
      ' Game 1\n A : 0  B : 0\n',
      ' Game 1\n A : 0  B : 0\n  1) 31: ',
    ])
      for (const game of readMat(begin + part.repeat(MILLION / part.length))) void game;
  });
});
