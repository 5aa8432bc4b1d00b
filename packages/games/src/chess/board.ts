/**
 * Squares, pieces and how they move, on 64 bytes. A square is 8·rank + file. Everything here works on plain numbers and
 * allocates nothing: the quick part of the engine.
 */

/** Piece kinds; a piece on the board is its kind, plus 8 for black. 0 is an empty square. */
export const PAWN = 1;
export const KNIGHT = 2;
export const BISHOP = 3;
export const ROOK = 4;
export const QUEEN = 5;
export const KING = 6;
/** Letters by kind. */
export const LETTERS = ['', 'p', 'n', 'b', 'r', 'q', 'k'] as const;
/** Kinds by promotion code of the hex form: none, q, r, b, n. Move format §2.1. */
export const PROMOTIONS = [0, QUEEN, ROOK, BISHOP, KNIGHT] as const;

export type Board = Uint8Array;
export type Side = 0 | 1;

/** Castling rights, one bit each. */
export const WHITE_SHORT = 1;
export const WHITE_LONG = 2;
export const BLACK_SHORT = 4;
export const BLACK_LONG = 8;

/** No square: no en passant. */
export const NONE = -1;

/** Directions: the first four straight, the others oblique. */
const STEP = Int8Array.of(8, 1, -8, -1, 9, -7, -9, 7);
const isSlider = (kind: number, direction: number) =>
  kind === QUEEN || kind === (direction < 4 ? ROOK : BISHOP);

/** How many squares there are from a square to the edge, by square · 8 + direction. */
const REACH = new Uint8Array(512);
/** The direction from one square to another plus 1, by from · 64 + to; 0 where no line joins them. */
const LINE = new Uint8Array(4096);
/** 1 where a knight's step joins two squares. */
const LEAP = new Uint8Array(4096);
/** Knight's and king's destinations, by square. */
const KNIGHT_TO: readonly Uint8Array[] = fillLeaps();
const KING_TO: readonly Uint8Array[] = fillLines();
/** The castling rights that remain when a piece leaves or enters a square. */
const KEEP = new Uint8Array(64).fill(15);
KEEP[0] = 15 - WHITE_LONG;
KEEP[7] = 15 - WHITE_SHORT;
KEEP[4] = 15 - WHITE_LONG - WHITE_SHORT;
KEEP[56] = 15 - BLACK_LONG;
KEEP[63] = 15 - BLACK_SHORT;
KEEP[60] = 15 - BLACK_LONG - BLACK_SHORT;

function fillLeaps(): Uint8Array[] {
  const jumps = [
    [1, 2],
    [2, 1],
    [2, -1],
    [1, -2],
    [-1, -2],
    [-2, -1],
    [-2, 1],
    [-1, 2],
  ] as const;
  return squares().map(from => {
    const to = jumps.flatMap(([dx, dy]) => offset(from, dx, dy));
    for (const square of to) LEAP[from * 64 + square] = 1;
    return Uint8Array.from(to);
  });
}

function fillLines(): Uint8Array[] {
  const ways = [
    [0, 1],
    [1, 0],
    [0, -1],
    [-1, 0],
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1],
  ] as const;
  return squares().map(from => {
    ways.forEach(([dx, dy], direction) => {
      for (let n = 1; n < 8; n++)
        for (const to of offset(from, n * dx, n * dy)) {
          LINE[from * 64 + to] = direction + 1;
          REACH[from * 8 + direction] = n;
        }
    });
    return Uint8Array.from(ways.flatMap(([dx, dy]) => offset(from, dx, dy)));
  });
}

function squares(): number[] {
  return Array.from({ length: 64 }, (_, square) => square);
}

function offset(square: number, dx: number, dy: number): number[] {
  const [x, y] = [(square & 7) + dx, (square >> 3) + dy];
  return x >= 0 && x < 8 && y >= 0 && y < 8 ? [8 * y + x] : [];
}

/** A move as one number; numbers sort as the hex forms do. */
export const packMove = (from: number, to: number, promotion: number) =>
  (from << 9) | (to << 3) | promotion;

/** Whether a side attacks a square. */
export function isAttacked(board: Board, square: number, by: Side): boolean {
  const colour = by << 3;
  const knights = KNIGHT_TO[square]!;
  for (let i = 0; i < knights.length; i++)
    if (board[knights[i]!] === (KNIGHT | colour)) return true;
  const below = by === 0 ? square - 8 : square + 8; // the rank from which its pawns attack
  if (below >= 0 && below < 64) {
    if ((square & 7) > 0 && board[below - 1] === (PAWN | colour)) return true;
    if ((square & 7) < 7 && board[below + 1] === (PAWN | colour)) return true;
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

/** Whether a slider of a side attacks `square` along the line that leads from it through `through`. */
function isAttackedAlong(board: Board, square: number, through: number, by: Side): boolean {
  const line = LINE[square * 64 + through]!;
  if (line === 0) return false;
  const direction = line - 1;
  const delta = STEP[direction]!;
  const reach = REACH[square * 8 + direction]!;
  for (let n = 1, at = square + delta; n <= reach; n++, at += delta) {
    const piece = board[at]!;
    if (piece !== 0) return piece >> 3 === by && isSlider(piece & 7, direction);
  }
  return false;
}

/** Whether all squares strictly between two squares on a line are empty. */
function isClear(board: Board, from: number, to: number): boolean {
  const delta = STEP[LINE[from * 64 + to]! - 1]!;
  for (let at = from + delta; at !== to; at += delta) if (board[at] !== 0) return false;
  return true;
}

/** Why a piece may not go from a square to another, its king's safety aside; null if it may. */
export type Geometry =
  | 'noPiece'
  | 'notYours'
  | 'ownPiece'
  | 'geometry'
  | 'blocked'
  | 'promotion'
  | 'noPromotion'
  | 'castlingRight'
  | 'castlingBlocked'
  | 'castlingCheck';

/** Tests one given move without looking at any other. */
export function refuseGeometry(
  board: Board,
  turn: Side,
  rights: number,
  passed: number,
  check: boolean,
  from: number,
  to: number,
  promotion: number,
): Geometry | null {
  const piece = board[from];
  if (piece === undefined || piece === 0) return 'noPiece';
  if (piece >> 3 !== turn) return 'notYours';
  const target = board[to];
  if (target === undefined || from === to) return 'geometry';
  if (target !== 0 && target >> 3 === turn) return 'ownPiece';
  const kind = piece & 7;
  if (kind === PAWN) return refusePawn(board, turn, passed, from, to, promotion);
  if (promotion !== 0) return 'noPromotion';
  if (kind === KNIGHT) return LEAP[from * 64 + to] === 1 ? null : 'geometry';
  const line = LINE[from * 64 + to]!;
  if (kind === KING) {
    if (line !== 0 && to - from === STEP[line - 1]) return null;
    return refuseCastling(board, turn, rights, check, from, to);
  }
  if (line === 0 || !isSlider(kind, line - 1)) return 'geometry';
  return isClear(board, from, to) ? null : 'blocked';
}

function refusePawn(
  board: Board,
  turn: Side,
  passed: number,
  from: number,
  to: number,
  promotion: number,
): Geometry | null {
  const forward = turn === 0 ? 8 : -8;
  if (to === from + forward) {
    if (board[to] !== 0) return 'blocked';
  } else if (to === from + 2 * forward && from >> 3 === (turn === 0 ? 1 : 6)) {
    if (board[to] !== 0 || board[from + forward] !== 0) return 'blocked';
  } else {
    const sideways = (to & 7) - (from & 7);
    if ((sideways !== 1 && sideways !== -1) || to !== from + forward + sideways) return 'geometry';
    if (board[to] === 0 && to !== passed) return 'geometry';
  }
  const last = to >> 3 === (turn === 0 ? 7 : 0);
  if (last) return promotion === 0 ? 'promotion' : null;
  return promotion === 0 ? null : 'noPromotion';
}

/** The king's own two-square step. Where king and rook stand is implied by the right. */
function refuseCastling(
  board: Board,
  turn: Side,
  rights: number,
  check: boolean,
  from: number,
  to: number,
): Geometry | null {
  const home = turn === 0 ? 4 : 60;
  const short = to === home + 2;
  if (from !== home || (!short && to !== home - 2)) return 'geometry';
  const right = (short ? WHITE_SHORT : WHITE_LONG) << (turn * 2);
  if ((rights & right) === 0) return 'castlingRight';
  if (!isClear(board, home, short ? home + 3 : home - 4)) return 'castlingBlocked';
  const transit = short ? home + 1 : home - 1;
  const foe = (1 - turn) as Side;
  if (check || isAttacked(board, transit, foe)) return 'castlingCheck';
  return null; // the end square is tested like that of any king's move
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
  } else if (kind === KING && (to - from === 2 || from - to === 2)) {
    const rook = to > from ? to + 1 : to - 2;
    board[(from + to) >> 1] = board[rook]!;
    board[rook] = 0;
  }
  board[to] = promotion === 0 ? piece : PROMOTIONS[promotion]! | (piece & 8);
  board[from] = 0;
  return taken;
}

/** The rights that remain after a move. */
export const keepRights = (rights: number, from: number, to: number) =>
  rights & KEEP[from]! & KEEP[to]!;

/** Whether a move that was just made left its own king attacked. `checked`: it was in check before. */
export function isExposed(
  board: Board,
  king: number,
  from: number,
  to: number,
  taken: number,
  checked: boolean,
  foe: Side,
): boolean {
  if (to === king || checked || (taken !== NONE && taken !== to))
    return isAttacked(board, king, foe);
  return isAttackedAlong(board, king, from, foe); // only the square it left can have opened a line
}

/** Whether a move that was just made gives check to the other king. */
export function givesCheck(
  board: Board,
  king: number,
  from: number,
  to: number,
  taken: number,
  mover: Side,
): boolean {
  const kind = board[to]! & 7;
  if (kind === KING ? from - to === 2 || to - from === 2 : taken !== NONE && taken !== to)
    return isAttacked(board, king, mover); // castling and en passant open more than one line
  if (kind === KNIGHT) {
    if (LEAP[to * 64 + king] === 1) return true;
  } else if (kind === PAWN) {
    const up = mover === 0 ? 8 : -8;
    if (to + up - king === 1 ? (to & 7) > 0 : to + up - king === -1 && (to & 7) < 7) return true;
  } else if (kind !== KING && isAttackedAlong(board, king, to, mover)) return true;
  return isAttackedAlong(board, king, from, mover);
}

/** Whether the side to move has any legal move at all; most positions answer at the first piece looked at. */
export function hasLegalMove(
  board: Board,
  turn: Side,
  passed: number,
  king: number,
  check: boolean,
): boolean {
  if (!check) {
    const forward = turn === 0 ? 8 : -8;
    for (let i = 0; i < 64; i++) {
      const from = turn === 0 ? i : 63 - i;
      const piece = board[from]!;
      // a piece on no line with its king cannot be pinned, so any step it has is legal
      if (piece === 0 || piece >> 3 !== turn || LINE[king * 64 + from] !== 0) continue;
      const kind = piece & 7;
      if (kind === PAWN) {
        if (board[from + forward] === 0) return true;
      } else if (kind === KNIGHT) {
        const targets = KNIGHT_TO[from]!;
        for (let j = 0; j < targets.length; j++) {
          const target = board[targets[j]!]!;
          if (target === 0 || target >> 3 !== turn) return true;
        }
      } else if (kind !== KING) {
        for (
          let direction = kind === BISHOP ? 4 : 0;
          direction < (kind === ROOK ? 4 : 8);
          direction++
        ) {
          if (REACH[from * 8 + direction] === 0) continue;
          const target = board[from + STEP[direction]!]!;
          if (target === 0 || target >> 3 !== turn) return true;
        }
      }
    }
  }
  return generateMoves(board, turn, 0, passed, king, SPARE, 0) > 0; // where castling is legal, so is a rook's move
}

/** No position has more moves, not even a board full of queens. */
export const MAX_MOVES = 2048;
const SPARE = new Int32Array(MAX_MOVES);

/** Squares that a move out of check must reach carry the present stamp; and the pin line of each pinned piece. */
const EVADES = new Int32Array(64);
const PINNED = new Int32Array(64);
let stamp = 0;
/** Shifted by 4 it is still a small integer in every browser. */
const MAX_STAMP = 1 << 26;

/** Writes all legal moves, packed, into `out` from `start` on and says where they end. Their order is that of squares. */
export function generateMoves(
  board: Board,
  turn: Side,
  rights: number,
  passed: number,
  king: number,
  out: Int32Array,
  start: number,
): number {
  const foe = (1 - turn) as Side;
  const checkers = findPinsAndChecks(board, turn, king);
  let end = generateKing(board, turn, rights, king, checkers > 0, out, start);
  if (checkers > 1) return end;
  const mark = checkers === 1 ? stamp : 0;
  const forward = turn === 0 ? 8 : -8;
  for (let from = 0; from < 64; from++) {
    const piece = board[from]!;
    if (piece === 0 || piece >> 3 !== turn) continue;
    const kind = piece & 7;
    const pin = PINNED[from]! >> 4 === stamp ? PINNED[from]! & 15 : 0;
    if (kind === PAWN) {
      end = generatePawn(board, turn, forward, passed, king, from, pin, mark, out, end);
    } else if (kind === KNIGHT) {
      if (pin !== 0) continue;
      const targets = KNIGHT_TO[from]!;
      for (let i = 0; i < targets.length; i++) {
        const to = targets[i]!;
        const target = board[to]!;
        if ((target === 0 || target >> 3 === foe) && (mark === 0 || EVADES[to] === mark))
          out[end++] = packMove(from, to, 0);
      }
    } else if (kind !== KING) {
      for (
        let direction = kind === BISHOP ? 4 : 0;
        direction < (kind === ROOK ? 4 : 8);
        direction++
      ) {
        // a pinned piece may slide along its line only; opposite directions differ by 2
        if (pin !== 0 && direction !== pin - 1 && direction !== ((pin - 1) ^ 2)) continue;
        const delta = STEP[direction]!;
        const reach = REACH[from * 8 + direction]!;
        for (let n = 1, to = from + delta; n <= reach; n++, to += delta) {
          const target = board[to]!;
          if (target !== 0 && target >> 3 === turn) break;
          if (mark === 0 || EVADES[to] === mark) out[end++] = packMove(from, to, 0);
          if (target !== 0) break;
        }
      }
    }
  }
  return end;
}

/** Looks from the king along all lines. Says how many pieces give check, and marks pins and squares that help. */
function findPinsAndChecks(board: Board, turn: Side, king: number): number {
  if (++stamp === MAX_STAMP) {
    EVADES.fill(0);
    PINNED.fill(0);
    stamp = 1;
  }
  const foe = 1 - turn;
  let checkers = 0;
  for (let direction = 0; direction < 8; direction++) {
    const delta = STEP[direction]!;
    const reach = REACH[king * 8 + direction]!;
    let shield = NONE;
    for (let n = 1, at = king + delta; n <= reach; n++, at += delta) {
      const piece = board[at]!;
      if (piece === 0) continue;
      if (piece >> 3 === turn) {
        if (shield !== NONE) break;
        shield = at;
        continue;
      }
      if (isSlider(piece & 7, direction)) {
        if (shield !== NONE) PINNED[shield] = (stamp << 4) | (direction + 1);
        else {
          checkers++;
          for (let help = at; help !== king; help -= delta) EVADES[help] = stamp;
        }
      }
      break;
    }
  }
  const knights = KNIGHT_TO[king]!;
  for (let i = 0; i < knights.length; i++)
    if (board[knights[i]!] === (KNIGHT | (foe << 3))) {
      checkers++;
      EVADES[knights[i]!] = stamp;
    }
  const ahead = turn === 0 ? king + 8 : king - 8;
  if (ahead >= 0 && ahead < 64)
    for (let side = -1; side <= 1; side += 2)
      if (
        (side < 0 ? (king & 7) > 0 : (king & 7) < 7) &&
        board[ahead + side] === (PAWN | (foe << 3))
      ) {
        checkers++;
        EVADES[ahead + side] = stamp;
      }
  return checkers;
}

function generateKing(
  board: Board,
  turn: Side,
  rights: number,
  king: number,
  check: boolean,
  out: Int32Array,
  start: number,
): number {
  const foe = (1 - turn) as Side;
  let end = start;
  const piece = board[king]!;
  board[king] = 0; // it must not hide squares behind it
  const targets = KING_TO[king]!;
  for (let i = 0; i < targets.length; i++) {
    const to = targets[i]!;
    const target = board[to]!;
    if ((target === 0 || target >> 3 === foe) && !isAttacked(board, to, foe))
      out[end++] = packMove(king, to, 0);
  }
  board[king] = piece;
  if (check || ((rights >> (turn * 2)) & 3) === 0) return end;
  for (let side = -2; side <= 2; side += 4)
    if (
      refuseCastling(board, turn, rights, false, king, king + side) === null &&
      !isAttacked(board, king + side, foe)
    )
      out[end++] = packMove(king, king + side, 0);
  return end;
}

function generatePawn(
  board: Board,
  turn: Side,
  forward: number,
  passed: number,
  king: number,
  from: number,
  pin: number,
  mark: number,
  out: Int32Array,
  start: number,
): number {
  let end = start;
  const foe = (1 - turn) as Side;
  const one = from + forward;
  // straight ahead: a pin along the file (directions 0 and 2) does not matter
  if (board[one] === 0 && (pin === 0 || pin === 1 || pin === 3)) {
    if (mark === 0 || EVADES[one] === mark) end = pushPawn(from, one, out, end);
    const two = one + forward;
    if (
      from >> 3 === (turn === 0 ? 1 : 6) &&
      board[two] === 0 &&
      (mark === 0 || EVADES[two] === mark)
    )
      out[end++] = packMove(from, two, 0);
  }
  for (let side = -1; side <= 1; side += 2) {
    if (side < 0 ? (from & 7) === 0 : (from & 7) === 7) continue;
    const to = one + side;
    const target = board[to]!;
    if (target !== 0 && target >> 3 === foe) {
      if (pin !== 0 && LINE[king * 64 + to] !== pin) continue;
      if (mark === 0 || EVADES[to] === mark) end = pushPawn(from, to, out, end);
    } else if (to === passed && target === 0 && isPassingSafe(board, turn, king, from, to)) {
      out[end++] = packMove(from, to, 0);
    }
  }
  return end;
}

function pushPawn(from: number, to: number, out: Int32Array, start: number): number {
  let end = start;
  if (to >> 3 !== 0 && to >> 3 !== 7) out[end++] = packMove(from, to, 0);
  else
    for (let promotion = 1; promotion <= 4; promotion++) out[end++] = packMove(from, to, promotion);
  return end;
}

/** Whether an en passant capture leaves the own king safe; two pawns leave one rank, so it is tried out. */
export function isPassingSafe(
  board: Board,
  turn: Side,
  king: number,
  from: number,
  to: number,
): boolean {
  const taken = (from & 56) | (to & 7);
  const pawn = board[from]!;
  const captured = board[taken]!;
  board[to] = pawn;
  board[from] = 0;
  board[taken] = 0;
  const safe = !isAttacked(board, king, (1 - turn) as Side);
  board[to] = 0;
  board[from] = pawn;
  board[taken] = captured;
  return safe;
}

/** Whether some en passant capture on this square is legal for the side to move. */
export function canPass(board: Board, turn: Side, passed: number, king: number): boolean {
  const pawn = PAWN | (turn << 3);
  const beside = turn === 0 ? passed - 8 : passed + 8;
  return (
    ((passed & 7) > 0 &&
      board[beside - 1] === pawn &&
      isPassingSafe(board, turn, king, beside - 1, passed)) ||
    ((passed & 7) < 7 &&
      board[beside + 1] === pawn &&
      isPassingSafe(board, turn, king, beside + 1, passed))
  );
}

/** Deeper than anybody can count. */
export const MAX_DEPTH = 32;
const STACK = new Int32Array(MAX_MOVES * MAX_DEPTH);

/** How many sequences of `depth` moves there are. Dead positions and counting rules cut nothing off. */
export function countMoves(
  board: Board,
  turn: Side,
  rights: number,
  passed: number,
  king: number,
  other: number,
  depth: number,
  base = 0,
): number {
  if (depth === 0) return 1;
  const end = generateMoves(board, turn, rights, passed, king, STACK, base);
  if (depth === 1) return end - base;
  let nodes = 0;
  for (let i = base; i < end; i++) {
    const move = STACK[i]!;
    const from = move >> 9;
    const to = (move >> 3) & 63;
    const piece = board[from]!;
    const before = board[to]!;
    const taken = makeMove(board, from, to, move & 7);
    const jump =
      (piece & 7) === PAWN && (to - from === 16 || from - to === 16) ? (from + to) >> 1 : NONE;
    const foe = (1 - turn) as Side;
    nodes += countMoves(
      board,
      foe,
      keepRights(rights, from, to),
      jump,
      other,
      from === king ? to : king,
      depth - 1,
      end,
    );
    unmakeMove(board, from, to, piece, before, taken);
  }
  return nodes;
}

function unmakeMove(
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
  else if ((piece & 7) === KING && (to - from === 2 || from - to === 2)) {
    const rook = to > from ? to + 1 : to - 2;
    board[rook] = board[(from + to) >> 1]!;
    board[(from + to) >> 1] = 0;
  }
}
