/**
 * Closed fights: chains that the other side and the edge surround, so that only moves within decide whether they live. What happens
 * elsewhere on the board matters only once one of the surrounding chains has lost its liberties outside.
 */
import { EMPTY, lay } from '../board.ts';
import { cellsOf, type Grid } from '../grid.ts';
import { groupAt } from '../score.ts';
import type { Side, State } from '../state.ts';

export interface Fight {
  readonly defender: Side;
  /** The largest chain of the defender within, by its cells in order: it is to be taken, or saved. */
  readonly target: readonly number[];
  /** Where stones may come to stand, in order: points, the defender's chains, and surrounded chains of the attacker. */
  readonly cells: readonly number[];
  /** Liberties outside of the surrounding chain that has fewest. */
  readonly outside: number;
}

/** Larger fights take too long to search. */
const MAX_EMPTY = 7;
const MAX_CELLS = 30;
/** Smaller chains are not worth a search. */
const MIN_TARGET = 3;

/** The closed fights of a position in play. */
export function closedFights({ match: { grid }, stones }: State): Fight[] {
  const board = lay(grid, stones).slice();
  return ([0, 1] as const).flatMap(defender => {
    const open = board.map(stone => (stone === defender + 1 ? EMPTY : stone));
    const seen = new Set<number>();
    return [...cellsOf(grid)].flatMap(cell => {
      if (open[cell] !== EMPTY || seen.has(cell)) return [];
      const { cells } = groupAt(grid, open, cell);
      for (const one of cells) seen.add(one);
      return fightWithin(grid, board, defender, cells) ?? [];
    });
  });
}

/** The fight in a region that stones of the attacker bound; null where it is too large, too small, or not closed. */
function fightWithin(
  grid: Grid,
  board: Uint8Array,
  defender: Side,
  region: readonly number[],
): Fight | null {
  const own = defender + 1;
  const empty = region.filter(cell => board[cell] === EMPTY);
  if (empty.length > MAX_EMPTY || region.length > MAX_CELLS) return null;
  const target = largest(chainsOf(grid, board, region, own));
  if (target.length < MIN_TARGET) return null;
  const within = new Set(region);
  const cells = [...region];
  let outside = Number.POSITIVE_INFINITY;
  const around = region.flatMap(cell => neighborsOf(grid, cell));
  for (const chain of chainsOf(grid, board, around, 3 - own)) {
    const beside = new Set(chain.flatMap(cell => neighborsOf(grid, cell)));
    const beyond = [...beside].filter(cell => !within.has(cell));
    const liberties = beyond.filter(cell => board[cell] === EMPTY).length;
    if (liberties > 0) outside = Math.min(outside, liberties);
    // taken, it would open the region
    else if (beyond.some(cell => board[cell] === own)) return null;
    else cells.push(...chain);
  }
  return { defender, target, cells: cells.sort((a, b) => a - b), outside };
}

/** The chains of a side that have stones among some cells. */
function chainsOf(
  grid: Grid,
  board: Uint8Array,
  among: readonly number[],
  stone: number,
): (readonly number[])[] {
  const seen = new Set<number>();
  return among.flatMap(cell => {
    if (board[cell] !== stone || seen.has(cell)) return [];
    const { cells } = groupAt(grid, board, cell);
    for (const one of cells) seen.add(one);
    return [cells];
  });
}

const largest = (chains: readonly (readonly number[])[]): readonly number[] =>
  chains.reduce((most, chain) => (chain.length > most.length ? chain : most), []);

/** How many liberties a chain has. */
export function libertiesOf({ match: { grid }, stones }: State, chain: readonly number[]): number {
  const board = lay(grid, stones);
  const beside = new Set(chain.flatMap(cell => neighborsOf(grid, cell)));
  return [...beside].filter(cell => board[cell] === EMPTY).length;
}

const neighborsOf = ({ stride }: Grid, cell: number): number[] => [
  cell - 1,
  cell + 1,
  cell - stride,
  cell + stride,
];
