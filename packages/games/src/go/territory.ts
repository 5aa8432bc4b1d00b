/** Territory as lists of points, as results have it: every empty point a side claims, and those under dead stones. IPGS §9.4. */
import { type Fail, fail, ok, type Result } from '@kifu/core';
import { EMPTY } from './board.ts';
import { cellsOf, type Grid, type Point, pointOf } from './grid.ts';
import { cellName, SIDE_NAMES } from './names.ts';
import type { Ruleset } from './ruleset.ts';
import { groupAt, type Marked, type Survey, survey } from './score.ts';

/** Points by column, then by row. */
export interface Territory {
  readonly black: readonly Point[];
  readonly white: readonly Point[];
}

/** The lists that say what a survey found. */
export function listTerritory(grid: Grid, { owners }: Survey): Territory {
  const listOf = (owner: number) =>
    [...cellsOf(grid)].filter(cell => owners[cell] === owner).map(cell => pointOf(grid, cell));
  return { black: listOf(1), white: listOf(2) };
}

const unfair = (message: string): Fail => fail('illegal-move', message, { rule: 'territory' });

/** The marks that lead to these lists of cells, black's and white's; or why none do. */
export function marksFor(
  grid: Grid,
  board: Readonly<Uint8Array>,
  rules: Ruleset,
  claims: readonly [readonly number[], readonly number[]],
): Result<Marked> {
  const claimed = new Uint8Array(grid.size);
  const dead = new Set<number>();
  for (const [side, cells] of claims.entries())
    for (const cell of cells) {
      if (claimed[cell] !== 0 && claimed[cell] !== side + 1)
        return unfair(`${cellName(grid, cell)} is claimed by both sides`);
      claimed[cell] = side + 1;
      if (board[cell] === side + 1)
        return unfair(`${cellName(grid, cell)}: ${SIDE_NAMES[side]} claims its own stone`);
      if (board[cell] !== EMPTY) dead.add(groupAt(grid, board, cell).cells[0]!);
    }
  for (const first of dead)
    for (const cell of groupAt(grid, board, first).cells)
      if (claimed[cell] !== claimed[first])
        return unfair(`${cellName(grid, cell)}: a chain is dead as a whole or not at all`);
  return marksForRegions(grid, board, rules, [...dead].sort(byNumber), claimed);
}

const byNumber = (a: number, b: number): number => a - b;

/** With the dead taken off, each region is claimed as a whole, by the one side it lies beside, or not at all. */
function marksForRegions(
  grid: Grid,
  board: Readonly<Uint8Array>,
  { sekiTerritory }: Ruleset,
  dead: readonly number[],
  claimed: Uint8Array,
): Result<Marked> {
  const { living, owners } = survey(grid, board, { dead, neutral: [] });
  const neutral: number[] = [];
  const seen = new Uint8Array(grid.size);
  for (const cell of cellsOf(grid)) {
    if (living[cell] !== EMPTY || seen[cell] !== 0) continue;
    const { cells } = groupAt(grid, living, cell);
    for (const one of cells) {
      seen[one] = 1;
      if (claimed[one] !== claimed[cell])
        return unfair(`${cellName(grid, one)}: a region is claimed as a whole or not at all`);
    }
    if (claimed[cell] === owners[cell]) continue;
    if (claimed[cell] !== 0)
      return unfair(`${cellName(grid, cell)}: the region lies beside both sides, or the other`);
    if (sekiTerritory)
      return unfair(
        `${cellName(grid, cell)}: the region lies beside one side, which must claim it`,
      );
    neutral.push(cell);
  }
  return ok({ dead, neutral });
}
