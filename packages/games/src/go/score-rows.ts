/** Counting a final position that comes as rows of text. IPGS §9.4. */
import { fail, ok, type Result } from '@kifu/core';
import { EMPTY } from './board.ts';
import { cellAt, type Grid, isOnGrid, type Point } from './grid.ts';
import { parseRows } from './rows.ts';
import type { Ruleset } from './ruleset.ts';
import { halvesOf, survey } from './score.ts';
import { listTerritory, type Territory } from './territory.ts';

/** A final position. */
export interface Final {
  /** Rows of `.`, `B` and `W`, the top row first. */
  readonly board: readonly string[];
  readonly rules: Ruleset;
  readonly komiHalves: number;
  readonly handicap: number;
  /** Stones taken by black and by white in play. */
  readonly prisoners: readonly [number, number];
  /** A point of each dead chain. */
  readonly dead: readonly Point[];
  /** A point of each region that counts for neither side although it lies beside one color only: eyes in seki. */
  readonly neutral: readonly Point[];
}

/** What a final position comes to. */
export interface Score extends Territory {
  /** Black's and white's points, in halves. */
  readonly halves: readonly [number, number];
}

/** Counts a final position. */
export function scoreRows(final: Final): Result<Score> {
  const { rules, komiHalves, handicap, prisoners } = final;
  const spread = parseRows(final.board);
  if (spread === null) return fail('malformed', 'a board is rows of one length, of . B W');
  const { grid, board } = spread;
  const dead = cellsIn(grid, final.dead);
  const neutral = cellsIn(grid, final.neutral);
  if (dead === null || neutral === null)
    return fail('malformed', 'a point lies off the board', { rule: 'off-board' });
  if (dead.some(cell => board[cell] === EMPTY))
    return fail('bad-state', 'no stone stands where one is called dead', { rule: 'dead-outside' });
  const surveyed = survey(grid, board, { dead, neutral });
  const halves = halvesOf(grid, surveyed, { rules, komiHalves, handicap, took: prisoners });
  return ok({ ...listTerritory(grid, surveyed), halves });
}

function cellsIn(grid: Grid, points: readonly Point[]): number[] | null {
  const isOn = points.every(([x, y]) => isOnGrid(grid, x, y));
  return isOn ? points.map(([x, y]) => cellAt(grid, x, y)) : null;
}
