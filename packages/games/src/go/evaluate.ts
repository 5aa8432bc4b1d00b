/** What a position is worth: whose stones are nearer to each point, and which are about to be taken. No search. */
import { type Seat, scoreFromLead, scoreFromOutcome } from '@kifu/core';
import { BLACK, EMPTY, lay, WHITE } from './board.ts';
import { cellsOf, type Grid } from './grid.ts';
import { bonusOf } from './ruleset.ts';
import { groupAt } from './score.ts';
import type { State } from './state.ts';

/** Stones reach so far. */
const REACH = 4;

/** The worth of a state to a seat: ±1000 when it is decided, 0 when drawn, otherwise between; one's gain is the other's loss. */
export function evaluate(state: State, seat: Seat): number {
  const black = judgeForBlack(state);
  return seat === 0 ? black : 0 - black;
}

function judgeForBlack(state: State): number {
  const { outcome, match } = state;
  if (outcome !== null) return scoreFromOutcome(outcome, 0);
  const ahead = 2 * areaAhead(state) - match.komiHalves - 2 * bonusOf(match.rules, match.handicap);
  // an eighth of the board ahead is half a win; nothing reaches 1000
  const half = (match.grid.width * match.grid.height) / 4;
  return scoreFromLead(ahead, half);
}

/** How many points more are black's than white's, stones and what lies nearer to them. */
function areaAhead(state: State): number {
  const { match, stones } = state;
  const { grid } = match;
  const board = lay(grid, stones).slice(0, grid.size);
  removeDoomed(state, board);
  const owners = reachFrom(grid, board);
  let ahead = 0;
  for (const cell of cellsOf(grid)) ahead += SIGNS[owners[cell]!]!;
  return ahead;
}

const SIGNS = [0, 1, -1, 0] as const;

/** Takes off the chains that the side on turn can take at once: all but the first are likely to get away. */
function removeDoomed({ match: { grid }, turn }: State, board: Uint8Array): void {
  const foe = 2 - turn;
  const seen = new Uint8Array(grid.size);
  let doomed: readonly number[] = [];
  for (const cell of cellsOf(grid)) {
    if (board[cell] !== foe || seen[cell] !== 0) continue;
    const { cells } = groupAt(grid, board, cell);
    for (const one of cells) seen[one] = 1;
    if (cells.length > doomed.length && isInAtari(grid, board, cells)) doomed = cells;
  }
  for (const cell of doomed) board[cell] = EMPTY;
}

function isInAtari({ stride }: Grid, board: Uint8Array, cells: readonly number[]): boolean {
  let liberty = 0;
  for (const cell of cells)
    for (const next of [cell - 1, cell + 1, cell - stride, cell + stride]) {
      if (board[next] !== EMPTY || next === liberty) continue;
      if (liberty !== 0) return false;
      liberty = next;
    }
  return true;
}

/** Whose stones are nearest to each cell; 3 where both are as near. */
function reachFrom(grid: Grid, board: Uint8Array): Uint8Array {
  const { stride } = grid;
  let owners = board.slice();
  for (let step = 0; step < REACH; step++) {
    const next = owners.slice();
    for (const cell of cellsOf(grid)) {
      if (owners[cell] !== EMPTY) continue;
      let beside = 0;
      for (const near of [cell - 1, cell + 1, cell - stride, cell + stride])
        if (owners[near] === BLACK || owners[near] === WHITE) beside |= owners[near];
      next[cell] = beside;
    }
    owners = next;
  }
  return owners;
}
