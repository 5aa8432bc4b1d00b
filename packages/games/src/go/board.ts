/**
 * The unpacked board, one byte per cell, and the effect of a stone on it. There is one such board: it shows the state
 * that was last looked at and goes along when a move is played, so that replaying a match never spreads anything out.
 */
import { type Grid, MAX_CELLS, WORD } from './grid.ts';
import type { Stones } from './state.ts';

/** What is on a cell. A side's stones are its number and one. */
export const EMPTY = 0;
export const BLACK = 1;
export const WHITE = 2;
const EDGE = 3;

/** The cells, shared: the caller of `lay` may read them until the next call. */
const BOARD = new Uint8Array(MAX_CELLS);

let laid: Stones | null = null;
let laidOn: Grid | null = null;

/** Spreads out the stones of a state, unless they lie there already. */
export function lay(grid: Grid, stones: Stones): Uint8Array {
  if (laid !== stones) spread(grid, stones);
  return BOARD;
}

function spread(grid: Grid, stones: Stones): void {
  const { width, height, stride, size, words } = grid;
  if (laidOn !== grid) BOARD.fill(EDGE, 0, size);
  let cell = stride;
  for (let i = 0; i < words; i++) {
    let word = stones[i]!;
    for (let k = 0; k < WORD; k++, word >>= 2) BOARD[cell++] = word & 3;
  }
  // the last word may reach behind the board
  BOARD.fill(EDGE, stride * (width + 1), size);
  for (let x = 1; x <= width; x++) BOARD[stride * x + height] = EDGE;
  laid = stones;
  laidOn = grid;
}

/** The stones of a board that lies spread out somewhere. */
export function packStones({ width, height, stride, words }: Grid, board: Uint8Array): Stones {
  const stones = new Array<number>(words).fill(0);
  for (let x = 0; x < width; x++)
    for (let y = 0; y < height; y++) {
      const cell = x * stride + y;
      stones[Math.trunc(cell / WORD)]! |= board[cell + stride]! << (2 * (cell % WORD));
    }
  return stones;
}

/** Whether two boards of one shape are the same. */
export function isSameBoard(a: Stones, b: Stones): boolean {
  if (a === b) return true;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Random numbers of thirty bits for each stone on each cell; a board's hash is all of its stones' together. */
const MARKS = fillMarks();

function fillMarks(): Int32Array {
  const marks = new Int32Array(3 * MAX_CELLS);
  let seed = 0x2545f491; // any but zero; xorshift (Marsaglia 2003)
  for (let i = 0; i < marks.length; i++) {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    marks[i] = seed & 0x3fffffff;
  }
  return marks;
}

/** The hash of the stones on a board that lies spread out, and how many there are. */
export function hashBoard(
  { stride, size }: Grid,
  board: Uint8Array,
): [hash: number, count: number] {
  let hash = 0;
  let count = 0;
  for (let cell = stride; cell < size; cell++) {
    const stone = board[cell]!;
    if (stone !== BLACK && stone !== WHITE) continue;
    hash ^= MARKS[stone * MAX_CELLS + cell]!;
    count++;
  }
  return [hash, count];
}

/** Stones found by the last search; the first `found` of them. */
const FOUND = new Int16Array(MAX_CELLS);
let found = 0;

/** When a cell was last visited: never reset, each search has a new number. */
const VISITED = new Int32Array(MAX_CELLS);
let visit = 0;

/** Restarts the count of visits before it overflows. */
const MAX_VISIT = 0x3ffffff0;

/** How a stone would fare. */
export const STAYS = 0;
export const TAKES = 1;
export const DIES = 2;

/**
 * Looks what a stone would do on an empty cell of the board that is laid: it stays, takes stones, or dies with its
 * chain for want of a liberty. The stones to be removed are found, without the stone itself.
 */
export function probe({ stride }: Grid, cell: number, stone: number): number {
  if (visit > MAX_VISIT) {
    VISITED.fill(0);
    visit = 0;
  }
  const since = visit;
  const foe = 3 - stone;
  const a = BOARD[cell - 1]!;
  const b = BOARD[cell + 1]!;
  const c = BOARD[cell - stride]!;
  const d = BOARD[cell + stride]!;
  found = 0;
  if (a === foe) collect(cell - 1, foe, cell, stride, since);
  if (b === foe) collect(cell + 1, foe, cell, stride, since);
  if (c === foe) collect(cell - stride, foe, cell, stride, since);
  if (d === foe) collect(cell + stride, foe, cell, stride, since);
  if (found > 0) return TAKES;
  if (a === EMPTY || b === EMPTY || c === EMPTY || d === EMPTY) return STAYS;
  if (
    (a === stone && collect(cell - 1, stone, cell, stride, since) === ALIVE) ||
    (b === stone && collect(cell + 1, stone, cell, stride, since) === ALIVE) ||
    (c === stone && collect(cell - stride, stone, cell, stride, since) === ALIVE) ||
    (d === stone && collect(cell + stride, stone, cell, stride, since) === ALIVE)
  ) {
    found = 0;
    return STAYS;
  }
  return DIES;
}

/** What came of a search for a chain's liberties. */
const ALIVE = 0;
const ADDED = 1;
const KNOWN = 2;

/**
 * Adds a chain to what was found, if it has no liberty but one cell. The search stops at the first liberty. A stone
 * that a search after `since` has come across is of a chain that is known to be alive, or has been added.
 */
function collect(start: number, stone: number, but: number, stride: number, since: number): number {
  if (VISITED[start]! > since) return KNOWN;
  const now = ++visit;
  const first = found;
  VISITED[start] = now;
  FOUND[found++] = start;
  for (let i = first; i < found; i++) {
    const cell = FOUND[i]!;
    for (let k = 0; k < 4; k++) {
      const next =
        k === 0 ? cell - 1 : k === 1 ? cell + 1 : k === 2 ? cell - stride : cell + stride;
      const there = BOARD[next]!;
      if (there === stone && VISITED[next] !== now) {
        VISITED[next] = now;
        FOUND[found++] = next;
      } else if (there === EMPTY && next !== but) {
        found = first;
        return ALIVE;
      }
    }
  }
  return ADDED;
}

/** How many stones the last probe would remove. */
export const foundCount = (): number => found;

/** The cell of the first of them. */
export const firstFound = (): number => FOUND[0]!;

/** The cells of those stones, in order. */
export const foundCells = (): number[] =>
  Array.from(FOUND.subarray(0, found)).sort((a, b) => a - b);

/** The hash after the move that was probed last. */
export function hashAfter(hash: number, cell: number, stone: number, fate: number): number {
  // a stone that dies leaves no trace, and takes its own side's stones along
  let after = fate === DIES ? hash : hash ^ MARKS[stone * MAX_CELLS + cell]!;
  const removed = (fate === DIES ? stone : 3 - stone) * MAX_CELLS;
  for (let i = 0; i < found; i++) after ^= MARKS[removed + FOUND[i]!]!;
  return after;
}

/** The stones after the move that was probed last. */
export function stonesAfter(
  { stride }: Grid,
  stones: Stones,
  cell: number,
  stone: number,
  fate: number,
): Stones {
  const after = stones.slice();
  if (fate !== DIES) flip(after, cell - stride, stone);
  const removed = fate === DIES ? stone : 3 - stone;
  for (let i = 0; i < found; i++) flip(after, FOUND[i]! - stride, removed);
  return after;
}

/** Puts a stone where there is none, or takes it away. */
function flip(stones: number[], index: number, stone: number): void {
  const word = (index / WORD) | 0;
  stones[word] = stones[word]! ^ (stone << (2 * (index - WORD * word)));
}

/** Makes the move that was probed last on the board that is laid, which then shows these stones. */
export function makeMove(after: Stones, cell: number, stone: number, fate: number): void {
  if (fate !== DIES) BOARD[cell] = stone;
  for (let i = 0; i < found; i++) BOARD[FOUND[i]!] = EMPTY;
  laid = after;
}

/** Whether the stone on a cell of the unpacked board is a single stone with one liberty. */
export function isLoneInAtari({ stride }: Grid, cell: number): boolean {
  const stone = BOARD[cell];
  let liberties = 0;
  for (const next of [cell - 1, cell + 1, cell - stride, cell + stride]) {
    if (BOARD[next] === stone) return false;
    if (BOARD[next] === EMPTY) liberties++;
  }
  return liberties === 1;
}
