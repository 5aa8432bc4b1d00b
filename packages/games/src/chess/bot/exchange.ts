/** What an exchange on one square brings: each side takes back with its least piece, or stops where that is better. */
import * as tables from '../board.ts';
import { type Board, isSlider, KING, KNIGHT, NONE, PAWN } from '../board.ts';
import { PLAIN } from './worth.ts';

// tables of this module's own are built into the machine code; imported ones would be looked up each time
const { KNIGHT_TO, REACH, STEP } = tables;

/** No more pieces can attack one square. */
const MOST_TAKERS = 32;
const GAINS = new Int32Array(MOST_TAKERS);
const TAKERS = new Uint8Array(MOST_TAKERS);
const PIECES = new Uint8Array(MOST_TAKERS);

/** What the side that moves from a square to another wins by it, in hundredths of a pawn, when both then exchange there as they like. */
export function exchange(board: Board, from: number, to: number): number {
  let count = 0;
  let gain = PLAIN[board[to]! & 7]!;
  for (let taker = from, color = board[from]! >> 3; taker !== NONE; color = 1 - color) {
    GAINS[count] = gain;
    TAKERS[count] = taker;
    PIECES[count] = board[taker]!;
    gain = PLAIN[board[taker]! & 7]! - gain;
    board[taker] = 0; // opens lines for those behind it
    count++;
    taker = leastTaker(board, to, 1 - color);
  }
  for (let i = count - 1; i >= 0; i--) {
    board[TAKERS[i]!] = PIECES[i]!;
    // all but the first may also stop
    if (i > 0) GAINS[i - 1] = Math.min(GAINS[i - 1]!, -GAINS[i]!);
  }
  return GAINS[0]!;
}

/** The square of the least piece of a color that attacks a square, pins aside; or NONE. */
function leastTaker(board: Board, to: number, color: number): number {
  const below = color === 0 ? to - 8 : to + 8;
  if (below >= 0 && below < 64) {
    if ((to & 7) > 0 && board[below - 1] === (PAWN | (color << 3))) return below - 1;
    if ((to & 7) < 7 && board[below + 1] === (PAWN | (color << 3))) return below + 1;
  }
  const knights = KNIGHT_TO[to]!;
  for (let i = 0; i < knights.length; i++)
    if (board[knights[i]!] === (KNIGHT | (color << 3))) return knights[i]!;
  let best = NONE;
  for (let direction = 0; direction < 8; direction++) {
    const delta = STEP[direction]!;
    const reach = REACH[to * 8 + direction]!;
    for (let n = 1, at = to + delta; n <= reach; n++, at += delta) {
      const piece = board[at]!;
      if (piece === 0) continue;
      const kind = piece & 7;
      if (
        piece >> 3 === color &&
        (isSlider(kind, direction) || (n === 1 && kind === KING)) &&
        (best === NONE || PLAIN[kind]! < PLAIN[board[best]! & 7]!)
      )
        best = at;
      break;
    }
  }
  return best;
}
