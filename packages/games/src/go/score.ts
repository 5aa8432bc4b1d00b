/** Counting: chains, regions, whose territory is whose, and what it comes to. IPGS §9.4. */
import type { Outcome } from '@kifu/core';
import { BLACK, EMPTY, lay, WHITE } from './board.ts';
import { cellsOf, type Grid } from './grid.ts';
import { bonusOf, type Ruleset } from './ruleset.ts';
import type { State } from './state.ts';

/** One byte per cell, as in an unpacked board. */
type Cells = Readonly<Uint8Array>;

/** What is marked: any cell of each dead chain, any cell of each region that shall count for neither side. */
export interface Marked {
  readonly dead: readonly number[];
  readonly neutral: readonly number[];
}

/** A board with what is marked taken into account. */
export interface Survey {
  /** The board without the dead. */
  readonly living: Cells;
  /** Whose territory a cell is: 0 neither's, 1 black's, 2 white's. Cells of dead stones too. */
  readonly owners: Cells;
  /** How many dead stones black and white have. */
  readonly dead: readonly [number, number];
  /** Whether every dead stone lies in the other side's territory. Otherwise it cannot be called dead. */
  readonly isFair: boolean;
}

/** Looks at a board. Marks that mean nothing (dead where there is no stone) are passed over. */
export function survey(grid: Grid, board: Cells, { dead, neutral }: Marked): Survey {
  const living = board.slice(0, grid.size);
  for (const cell of dead)
    if (living[cell] === BLACK || living[cell] === WHITE)
      for (const stone of groupAt(grid, living, cell).cells) living[stone] = EMPTY;
  const owners = new Uint8Array(grid.size);
  const seen = new Uint8Array(grid.size);
  for (const cell of cellsOf(grid)) {
    if (living[cell] !== EMPTY || seen[cell] !== 0) continue;
    const { cells, borders } = groupAt(grid, living, cell);
    const owner = isOneSide(borders) && !cells.some(one => neutral.includes(one)) ? borders : 0;
    for (const one of cells) {
      seen[one] = 1;
      owners[one] = owner;
    }
  }
  const gone: [number, number] = [0, 0];
  let isFair = true;
  for (const cell of cellsOf(grid)) {
    const stone = board[cell]!;
    if (stone === living[cell]) continue;
    gone[stone - 1]!++;
    if (owners[cell] !== 3 - stone) isFair = false;
  }
  return { living, owners, dead: gone, isFair };
}

/** Cells of one kind that hang together, and the kinds of stones beside them as bits. */
export interface Group {
  /** In order. */
  readonly cells: readonly number[];
  readonly borders: number;
}

/** The chain or region of a cell. */
export function groupAt({ stride, size }: Grid, board: Cells, start: number): Group {
  const kind = board[start];
  const cells = [start];
  const seen = new Uint8Array(size);
  seen[start] = 1;
  let borders = 0;
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]!;
    for (const next of [cell - 1, cell + 1, cell - stride, cell + stride]) {
      if (seen[next] !== 0) continue;
      seen[next] = 1;
      if (board[next] === kind) cells.push(next);
      else if (board[next] === BLACK || board[next] === WHITE) {
        borders |= board[next];
        seen[next] = 0; // stones may be met from other regions
      }
    }
  }
  return { cells: cells.sort((a, b) => a - b), borders };
}

/** Whether a region lies beside stones of one color only. */
export const isOneSide = (borders: number): boolean => borders === BLACK || borders === WHITE;

/** What counts besides the board. */
export interface ScoreTerms {
  readonly rules: Ruleset;
  readonly komiHalves: number;
  readonly handicap: number;
  /** Stones taken by black and by white. */
  readonly took: readonly [number, number];
}

/** What each side has, in half points. */
export function halvesOf(grid: Grid, surveyed: Survey, terms: ScoreTerms): [number, number] {
  const { living, owners, dead } = surveyed;
  const { rules, komiHalves, handicap, took } = terms;
  const points = [0, 0];
  for (const cell of cellsOf(grid)) {
    const whose = rules.scoring === 'area' ? owners[cell]! | living[cell]! : owners[cell]!;
    if (whose !== 0) points[whose - 1]!++;
  }
  if (rules.scoring === 'territory') {
    points[0]! += took[0] + dead[1];
    points[1]! += took[1] + dead[0];
  }
  return [2 * points[0]!, 2 * (points[1]! + bonusOf(rules, handicap)) + komiHalves];
}

/** Looks at the board of a state, with its marks. */
export function surveyState({ match: { grid }, stones, counting }: State): Survey {
  return survey(grid, lay(grid, stones), counting ?? NOTHING);
}

const NOTHING: Marked = { dead: [], neutral: [] };

/** How a match ends that is counted as it stands. */
export function scoreOf(state: State): Outcome {
  const { match, blackTook, whiteTook } = state;
  const terms = { ...match, took: [blackTook, whiteTook] as const };
  return outcomeOf(halvesOf(match.grid, surveyState(state), terms));
}

/** The outcome for these half points, with the reason `score`. */
export function outcomeOf(points: readonly [number, number]): Outcome {
  const [black, white] = points;
  const winners = black > white ? [0] : black < white ? [1] : [];
  return { result: winners.length > 0 ? 'win' : 'draw', winners, points, reason: 'score' };
}
