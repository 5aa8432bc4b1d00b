/** Which chains are dead, and whose each point will be, by playing the position out many times. */
import { BLACK, EMPTY, lay, WHITE } from '../board.ts';
import { cellsOf } from '../grid.ts';
import { groupAt, survey } from '../score.ts';
import { NONE, type State } from '../state.ts';
import { diceFrom, playOut } from './playout.ts';
import { addOwners, copyPlayoutBoard, playoutBoardOf } from './playout-board.ts';

/** Whose each cell was at the end, summed: from −`times` (always white's) to `times` (always black's). */
export function ownersAfter(state: State, times: number, seed: number): Int32Array {
  const start = playoutBoardOf(state);
  const playout = playoutBoardOf(state);
  const owners = new Int32Array(state.match.grid.size);
  const dice = diceFrom(seed);
  for (let i = 0; i < times; i++) {
    copyPlayoutBoard(start, playout);
    playOut(playout, i % 2 === 0 ? BLACK : WHITE, NONE, dice, null);
    addOwners(playout, owners);
  }
  return owners;
}

const TIMES = 200;
/** The same for every bot, so that two of them come to the same end. */
const SEED = 12_345;

/** The chains that do not survive, by their first cells: in most playouts their points are the other side's. */
export function findDead(state: State): number[] {
  const { grid } = state.match;
  const board = lay(grid, state.stones).slice(0, grid.size);
  const owners = ownersAfter(state, TIMES, SEED);
  const seen = new Uint8Array(grid.size);
  let dead: number[] = [];
  for (const cell of cellsOf(grid)) {
    if (board[cell] === EMPTY || seen[cell] !== 0) continue;
    const { cells } = groupAt(grid, board, cell);
    let held = 0;
    for (const one of cells) {
      seen[one] = 1;
      held += board[cell] === BLACK ? owners[one]! : -owners[one]!;
    }
    if (2 * held < -cells.length * TIMES * MOST) dead.push(cell);
  }
  // what does not lie in the other side's territory cannot be called dead
  for (;;) {
    const { owners: now } = survey(grid, board, { dead, neutral: [] });
    const fair = dead.filter(cell => now[cell] === 3 - board[cell]!);
    if (fair.length === dead.length) return dead;
    dead = fair;
  }
}

/** Twice the share by which the other side's playouts must be more. */
const MOST = 0.4;
