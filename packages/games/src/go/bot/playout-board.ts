/** A board for trying things out: quick, made to be changed and thrown away, with simple ko only. */
import { BLACK, EMPTY, lay, WHITE } from '../board.ts';
import { cellsOf, type Grid, MAX_CELLS } from '../grid.ts';
import { NONE, type State } from '../state.ts';

/** A board, the empty cells on it in any order, and where each stands in that list. */
export interface PlayoutBoard {
  readonly grid: Grid;
  readonly board: Uint8Array;
  readonly empty: Int16Array;
  readonly index: Int16Array;
  free: number;
  ko: number;
}

/** The board of a state. */
export function playoutBoardOf({ match: { grid }, stones, ko }: State): PlayoutBoard {
  const playout: PlayoutBoard = {
    grid,
    board: lay(grid, stones).slice(0, grid.size),
    empty: new Int16Array(grid.size),
    index: new Int16Array(grid.size),
    free: 0,
    ko,
  };
  for (const cell of cellsOf(grid)) if (playout.board[cell] === EMPTY) addEmpty(playout, cell);
  return playout;
}

/** Makes one board like another of the same size. */
export function copyPlayoutBoard(from: PlayoutBoard, to: PlayoutBoard): void {
  to.board.set(from.board);
  to.empty.set(from.empty);
  to.index.set(from.index);
  to.free = from.free;
  to.ko = from.ko;
}

function addEmpty(playout: PlayoutBoard, cell: number): void {
  playout.index[cell] = playout.free;
  playout.empty[playout.free++] = cell;
}

function dropEmpty(playout: PlayoutBoard, cell: number): void {
  const last = playout.empty[--playout.free]!;
  const at = playout.index[cell]!;
  playout.empty[at] = last;
  playout.index[last] = at;
}

const FOUND = new Int16Array(MAX_CELLS);
const VISITED = new Int32Array(MAX_CELLS);
let visit = 0;

/** How many stones the last chain had. */
let found = 0;

/** How many liberties the chain of a cell has, counted up to two; `liberty` is one of them. */
export function liberties({ grid: { stride }, board }: PlayoutBoard, start: number): number {
  const stone = board[start];
  if (visit > 0x3ffffff0) {
    VISITED.fill(0);
    visit = 0;
  }
  const now = ++visit;
  let free = 0;
  liberty = NONE;
  VISITED[start] = now;
  FOUND[0] = start;
  found = 1;
  for (let i = 0; i < found; i++) {
    const cell = FOUND[i]!;
    for (let k = 0; k < 4; k++) {
      const next =
        k === 0 ? cell - 1 : k === 1 ? cell + 1 : k === 2 ? cell - stride : cell + stride;
      if (VISITED[next] === now) continue;
      const there = board[next]!;
      if (there === EMPTY) {
        liberty = next;
        if (++free === 2) return 2;
      } else if (there !== stone) continue;
      VISITED[next] = now;
      if (there === stone) FOUND[found++] = next;
    }
  }
  return free;
}

/** The liberty that was met last. */
export let liberty = NONE;

/** Places a stone, unless it may not be: suicide or ko. The board is changed only if it may. */
export function placeOn(playout: PlayoutBoard, cell: number, stone: number): boolean {
  const { board, grid } = playout;
  const { stride } = grid;
  if (cell === playout.ko) return false;
  const foe = 3 - stone;
  board[cell] = stone;
  let taken = 0;
  let lone = NONE;
  let isOpen = false;
  for (let k = 0; k < 4; k++) {
    const next = k === 0 ? cell - 1 : k === 1 ? cell + 1 : k === 2 ? cell - stride : cell + stride;
    if (board[next] === EMPTY) isOpen = true;
    else if (board[next] === foe && liberties(playout, next) === 0) {
      lone = next;
      taken += found;
      for (let i = 0; i < found; i++) {
        const gone = FOUND[i]!;
        board[gone] = EMPTY;
        addEmpty(playout, gone);
      }
    }
  }
  const breath = isOpen ? 2 : liberties(playout, cell);
  if (taken === 0 && breath === 0) {
    board[cell] = EMPTY;
    return false;
  }
  dropEmpty(playout, cell);
  playout.ko = taken === 1 && breath === 1 && found === 1 ? lone : NONE;
  return true;
}

/** Whether a cell is an eye of a side, which it should not fill: its stones all around, and most corners. */
export function isEye(
  { grid: { stride }, board }: PlayoutBoard,
  cell: number,
  stone: number,
): boolean {
  const foe = 3 - stone;
  const isOwn = (there: number) => there === stone || there > WHITE;
  if (
    !isOwn(board[cell - 1]!) ||
    !isOwn(board[cell + 1]!) ||
    !isOwn(board[cell - stride]!) ||
    !isOwn(board[cell + stride]!)
  )
    return false;
  const a = board[cell - stride - 1]!;
  const b = board[cell - stride + 1]!;
  const c = board[cell + stride - 1]!;
  const d = board[cell + stride + 1] ?? foe + stone; // behind the last cell is edge
  const foes = Number(a === foe) + Number(b === foe) + Number(c === foe) + Number(d === foe);
  const isAtEdge = a > WHITE || b > WHITE || c > WHITE || d > WHITE;
  return foes + Number(isAtEdge) < 2;
}

/**
 * Adds up whose each point is at the end, 1 for black and −1 for white: stones, and empty cells beside stones of one
 * side. Gives how many more are black's.
 */
export function addOwners({ grid, board }: PlayoutBoard, owners: Int32Array): number {
  const { width, height, stride } = grid;
  let ahead = 0;
  for (let x = 1; x <= width; x++)
    for (let cell = stride * x; cell < stride * x + height; cell++) {
      const own = board[cell]!;
      const beside = () =>
        SIDES[board[cell - 1]!]! |
        SIDES[board[cell + 1]!]! |
        SIDES[board[cell - stride]!]! |
        SIDES[board[cell + stride]!]!;
      const whose = own === EMPTY ? beside() : own;
      const sign = whose === BLACK ? 1 : whose === WHITE ? -1 : 0;
      owners[cell]! += sign;
      ahead += sign;
    }
  return ahead;
}

/** The side of a cell by its content; the edge counts as empty. */
const SIDES = [EMPTY, BLACK, WHITE, EMPTY] as const;
