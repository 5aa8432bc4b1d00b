/** Lists of territory: which marks they mean, and which lists mean none. IPGS §9.4. */
import { expect, test } from 'vitest';
import { cellAt, type Grid } from './grid.ts';
import { parseLetters } from './letters.ts';
import { parseRows } from './rows.ts';
import { findRuleset } from './ruleset.ts';
import { survey } from './score.ts';
import { listTerritory, marksFor } from './territory.ts';

// white's stone on the left is in trouble; the points between the walls are neither side's
const { grid, board } = parseRows(['.B.W.', 'WB.W.', '.B.W.', '.B.W.'])!;

const cellsIn = (shape: Grid, letters: string): number[] =>
  letters.split(' ').flatMap(text => {
    const point = parseLetters(text);
    return point === null ? [] : [cellAt(shape, point[0], point[1])];
  });

const marks = (rules: string, black: string, white: string) =>
  marksFor(grid, board, findRuleset(rules)!.rules, [cellsIn(grid, black), cellsIn(grid, white)]);

test.each<[string, string, string, string, dead: string, neutral: string]>([
  ['the dead are taken', 'Chinese', 'aa ab ac ad', 'ea eb ec ed', 'ab', ''],
  ['in any order', 'Chinese', 'ad ab aa ac', 'ed ec eb ea', 'ab', ''],
  ['the dead may live', 'Chinese', '', 'ea eb ec ed', '', ''],
  ['regions may be left out', 'Japanese', 'aa ab ac ad', '', 'ab', 'ea'],
])('%s', (_name, rules, black, white, dead, neutral) => {
  const found = marks(rules, black, white);
  expect(found).toEqual({
    ok: true,
    value: { dead: cellsIn(grid, dead), neutral: cellsIn(grid, neutral) },
  });
  if (!found.ok) return;
  const lists = listTerritory(grid, survey(grid, board, found.value));
  const sorted = (letters: string) => cellsIn(grid, letters).sort((a, b) => a - b);
  expect(lists.black.map(([x, y]) => cellAt(grid, x, y))).toEqual(sorted(black));
  expect(lists.white.map(([x, y]) => cellAt(grid, x, y))).toEqual(sorted(white));
});

test.each<[string, string, string, string, message: string]>([
  ['both claim it', 'Chinese', 'aa ab ac ad', 'ad', 'claimed by both'],
  ['its own stone', 'Chinese', 'ba', 'ea eb ec ed', 'claims its own stone'],
  ['half a chain', 'Chinese', 'aa ab ac ad da', 'ea eb ec ed', 'dead as a whole'],
  ['half a region', 'Chinese', 'aa ab', 'ea eb ec ed', 'claimed as a whole'],
  ['between both', 'Chinese', 'aa ab ac ad ca cb cc cd', 'ea eb ec ed', 'beside both sides'],
  ['the other side’s', 'Chinese', 'aa ab ac ad ea eb ec ed', '', 'or the other'],
  ['unclaimed where all regions count', 'Chinese', 'aa ab ac ad', '', 'must claim it'],
])('%s', (_name, rules, black, white, message) => {
  expect(marks(rules, black, white)).toMatchObject({
    ok: false,
    fault: { rule: 'territory', message: expect.stringContaining(message) },
  });
});
