/** Squares, pieces and the tables of how they move; a board of 64 bytes. A square is 8·rank + file. */

/**
 * Piece kinds; a piece on the board is its kind, plus 8 for black. 0 is an empty square. The bits of a kind mean
 * something: 1 does not slide, 2 oblique, 4 straight. A queen is both; a knight counts as oblique, a king as straight.
 */
export const PAWN = 1;
export const BISHOP = 2;
export const KNIGHT = 3;
export const ROOK = 4;
export const KING = 5;
export const QUEEN = 6;
/** Letters by kind. */
export const LETTERS = ['', 'p', 'b', 'n', 'r', 'k', 'q'] as const;
/** Kinds by promotion code of the hex form: none, q, r, b, n. Move format §2.1. */
export const PROMOTIONS = [0, QUEEN, ROOK, BISHOP, KNIGHT] as const;

export type Board = Uint8Array;
export type Side = 0 | 1;

/** Castling rights, one bit each. */
export const WHITE_SHORT = 1;
export const WHITE_LONG = 2;
const BLACK_SHORT = 4;
const BLACK_LONG = 8;

/** No square: no en passant. */
export const NONE = -1;

/** Directions: the first four straight, the others oblique. */
export const STEP = Int8Array.of(8, 1, -8, -1, 9, -7, -9, 7);
/** Whether a kind of piece slides that way. */
export const isSlider = (kind: number, direction: number) =>
  kind === QUEEN || kind === (direction < 4 ? ROOK : BISHOP);

/** How many squares there are from a square to the edge, by square · 8 + direction. */
export const REACH = new Uint8Array(512);
/** The direction from one square to another plus 1, by from · 64 + to; 0 where no line joins them. */
export const LINE = new Uint8Array(4096);
/** The bit of each square in its half of the board: squares 0 to 31, and the others. */
export const LOW = Int32Array.from(squares(), square => (square < 32 ? 1 << square : 0));
export const HIGH = Int32Array.from(squares(), square => (square < 32 ? 0 : 1 << (square - 32)));
/** Which pieces attack one square from another on an empty board, a bit for each piece, by from · 64 + to. */
export const ATTACKS = new Uint16Array(4096);
/** The squares strictly between two squares on a line, as such bits. */
export const BETWEEN_LOW = new Int32Array(4096);
export const BETWEEN_HIGH = new Int32Array(4096);
/** Knight's and king's destinations, by square. */
export const KNIGHT_TO: readonly Uint8Array[] = fillLeaps();
export const KING_TO: readonly Uint8Array[] = fillLines();
/** The castling rights that remain when a piece leaves or enters a square. */
export const KEEP = new Uint8Array(64).fill(15);
KEEP[0] = 15 - WHITE_LONG;
KEEP[7] = 15 - WHITE_SHORT;
KEEP[4] = 15 - WHITE_LONG - WHITE_SHORT;
KEEP[56] = 15 - BLACK_LONG;
KEEP[63] = 15 - BLACK_SHORT;
KEEP[60] = 15 - BLACK_LONG - BLACK_SHORT;

function fillLeaps(): Uint8Array[] {
  const jumps = [1, 2, 2, 1, 2, -1, 1, -2, -1, -2, -2, -1, -2, 1, -1, 2];
  return squares().map(from => {
    const targets = squares(8).flatMap(i => offset(from, jumps[2 * i]!, jumps[2 * i + 1]!));
    for (const to of targets) allow(from, to, [KNIGHT, KNIGHT | 8]);
    return Uint8Array.from(targets);
  });
}

function fillLines(): Uint8Array[] {
  const ways = [0, 1, 1, 0, 0, -1, -1, 0, 1, 1, 1, -1, -1, -1, -1, 1];
  return squares()
    .map(from => squares(8).flatMap(way => fillLine(from, way, ways[2 * way]!, ways[2 * way + 1]!)))
    .map(targets => Uint8Array.from(targets));
}

/** Fills in all that lies on one line; gives back the neighbor on it, if any. */
function fillLine(from: number, way: number, dx: number, dy: number): number[] {
  const sliders = [QUEEN, way < 4 ? ROOK : BISHOP].flatMap(kind => [kind, kind | 8]);
  let [low, high] = [0, 0];
  for (let n = 1; n < 8; n++)
    for (const to of offset(from, n * dx, n * dy)) {
      LINE[from * 64 + to] = way + 1;
      REACH[from * 8 + way] = n;
      BETWEEN_LOW[from * 64 + to] = low;
      BETWEEN_HIGH[from * 64 + to] = high;
      low |= LOW[to]!;
      high |= HIGH[to]!;
      allow(from, to, n === 1 ? [...sliders, KING, KING | 8] : sliders);
      if (n === 1 && way > 3) allow(from, to, [dy > 0 ? PAWN : PAWN | 8]);
    }
  return offset(from, dx, dy);
}

function allow(from: number, to: number, pieces: readonly number[]): void {
  for (const piece of pieces) ATTACKS[from * 64 + to]! |= 1 << piece;
}

function squares(count = 64): number[] {
  return Array.from({ length: count }, (_, square) => square);
}

function offset(square: number, dx: number, dy: number): number[] {
  const [x, y] = [(square & 7) + dx, (square >> 3) + dy];
  return x >= 0 && x < 8 && y >= 0 && y < 8 ? [8 * y + x] : [];
}

/** A move as one number; numbers sort as the hex forms do. */
export const packMove = (from: number, to: number, promotion: number) =>
  (from << 9) | (to << 3) | promotion;

/** Whether a move of a piece of this kind is castling: no other step of a king is two squares long. */
export const isCastling = (kind: number, from: number, to: number): boolean =>
  kind === KING && (to - from === 2 || from - to === 2);

/** Whether a side attacks a square. */
export function isAttacked(board: Board, square: number, by: Side): boolean {
  const color = by << 3;
  const knights = KNIGHT_TO[square]!;
  for (let i = 0; i < knights.length; i++) if (board[knights[i]!] === (KNIGHT | color)) return true;
  const below = by === 0 ? square - 8 : square + 8; // the rank from which its pawns attack
  if (below >= 0 && below < 64) {
    if ((square & 7) > 0 && board[below - 1] === (PAWN | color)) return true;
    if ((square & 7) < 7 && board[below + 1] === (PAWN | color)) return true;
  }
  for (let direction = 0; direction < 8; direction++) {
    const delta = STEP[direction]!;
    const reach = REACH[square * 8 + direction]!;
    for (let n = 1, at = square + delta; n <= reach; n++, at += delta) {
      const piece = board[at]!;
      if (piece === 0) continue;
      if (piece >> 3 === by) {
        const kind = piece & 7;
        if (isSlider(kind, direction) || (n === 1 && kind === KING)) return true;
      }
      break;
    }
  }
  return false;
}

/** Whether all squares strictly between two squares on a line are empty. */
export function isClear(board: Board, from: number, to: number): boolean {
  const delta = STEP[LINE[from * 64 + to]! - 1]!;
  for (let at = from + delta; at !== to; at += delta) if (board[at] !== 0) return false;
  return true;
}

/** Puts a pseudo-legal move on the board. Says which square lost a captured piece, or NONE. */
export function makeMove(board: Board, from: number, to: number, promotion: number): number {
  const piece = board[from]!;
  const kind = piece & 7;
  let taken = board[to] === 0 ? NONE : to;
  if (kind === PAWN) {
    if (taken === NONE && ((from ^ to) & 7) !== 0) {
      taken = (from & 56) | (to & 7); // en passant
      board[taken] = 0;
    }
  } else if (isCastling(kind, from, to)) {
    const rook = to > from ? to + 1 : to - 2;
    board[(from + to) >> 1] = board[rook]!;
    board[rook] = 0;
  }
  board[to] = promotion === 0 ? piece : PROMOTIONS[promotion]! | (piece & 8);
  board[from] = 0;
  return taken;
}

/** Takes a move back: `piece` stood on `from`, `before` on `to`, and `taken` is what makeMove said. */
export function unmakeMove(
  board: Board,
  from: number,
  to: number,
  piece: number,
  before: number,
  taken: number,
): void {
  board[from] = piece;
  board[to] = before;
  if (taken !== NONE && taken !== to) board[taken] = piece ^ 8;
  else if (isCastling(piece & 7, from, to)) {
    const rook = to > from ? to + 1 : to - 2;
    board[rook] = board[(from + to) >> 1]!;
    board[(from + to) >> 1] = 0;
  }
}
