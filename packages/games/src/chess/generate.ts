/** All legal moves of a position: found by looking at pins and checks first, so that none has to be tried out. */

import * as tables from './board.ts';
import {
  BISHOP,
  type Board,
  isAttacked,
  isClear,
  isSlider,
  KING,
  KNIGHT,
  NONE,
  PAWN,
  packMove,
  ROOK,
  type Side,
  WHITE_LONG,
  WHITE_SHORT,
} from './board.ts';

// tables of this module's own are built into the machine code; imported ones would be looked up each time
const { ATTACKS, KING_TO, KNIGHT_TO, LINE, REACH, STEP } = tables;

/** Whether a side whose king has no step has any legal move at all. */
export function hasLegalMove(
  board: Board,
  turn: Side,
  passed: number,
  king: number,
  check: boolean,
): boolean {
  if (check) return hasEvasion(board, turn, passed, king);
  if (hasFreePiece(board, turn, king)) return true;
  return generateMoves(board, turn, 0, passed, king, SPARE, 0) > 0; // where castling is legal, so is a rook's move
}

/** Whether a piece other than the king can take the one that gives check, or stand in its way. */
function hasEvasion(board: Board, turn: Side, passed: number, king: number): boolean {
  if (findPinsAndChecks(board, turn, king) > 1) return false;
  for (let to = 0; to < 64; to++) {
    if (EVADES[to] !== stamp) continue;
    for (let from = 0; from < 64; from++)
      // what is pinned never helps: another line than that of its pin leads to the check
      if (from !== king && PINNED[from]! >> 4 !== stamp && canGo(board, turn, from, to))
        return true;
  }
  return passed !== NONE && canPass(board, turn, passed, king);
}

/** Whether a piece of a side can go to a square that is empty or the other side's, its own king's safety aside. */
function canGo(board: Board, turn: Side, from: number, to: number): boolean {
  const piece = board[from]!;
  if (!isOwn(piece, turn)) return false;
  if ((piece & 7) === PAWN && board[to] === 0) {
    const one = turn === 0 ? from + 8 : from - 8;
    const isHome = from >> 3 === (turn === 0 ? 1 : 6);
    return to === one || (isHome && board[one] === 0 && to === 2 * one - from);
  }
  if (((ATTACKS[from * 64 + to]! >> piece) & 1) === 0) return false;
  return LINE[from * 64 + to] === 0 || isClear(board, from, to);
}

/** Whether a piece that cannot be pinned, being on no line with its king, has a step. */
function hasFreePiece(board: Board, turn: Side, king: number): boolean {
  for (let from = 0; from < 64; from++) if (hasFreeStep(board, turn, king, from)) return true;
  return false;
}

function hasFreeStep(board: Board, turn: Side, king: number, from: number): boolean {
  const piece = board[from]!;
  if (piece === 0 || piece >> 3 !== turn || LINE[king * 64 + from] !== 0) return false;
  const kind = piece & 7;
  if (kind === PAWN) return board[turn === 0 ? from + 8 : from - 8] === 0;
  if (kind === KNIGHT) {
    const targets = KNIGHT_TO[from]!;
    for (let i = 0; i < targets.length; i++) if (!isOwn(board[targets[i]!]!, turn)) return true;
  } else if (kind !== KING) {
    for (let way = kind === BISHOP ? 4 : 0; way < (kind === ROOK ? 4 : 8); way++)
      if (REACH[from * 8 + way] !== 0 && !isOwn(board[from + STEP[way]!]!, turn)) return true;
  }
  return false;
}

const isOwn = (piece: number, side: Side) => piece !== 0 && piece >> 3 === side;

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
  if (checkers > 1) return generateKing(board, turn, rights, king, true, out, start);
  let end = start;
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
    } else if (kind === KING) {
      end = generateKing(board, turn, rights, king, checkers > 0, out, end);
    } else {
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
  for (let side = -2; side <= 2; side += 4) {
    const right = (side > 0 ? WHITE_SHORT : WHITE_LONG) << (turn * 2);
    if (
      (rights & right) !== 0 && // so that king and rook are at home
      isClear(board, king, side > 0 ? king + 3 : king - 4) &&
      !isAttacked(board, king + side / 2, foe) &&
      !isAttacked(board, king + side, foe)
    )
      out[end++] = packMove(king, king + side, 0);
  }
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
  return generatePawnCaptures(board, turn, one, passed, king, from, pin, mark, out, end);
}

/** The captures of a pawn that has the square `one` ahead of it. */
function generatePawnCaptures(
  board: Board,
  turn: Side,
  one: number,
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

/** As `generateMoves`, but only captures and promotions, of a side that is not in check. */
export function generateCaptures(
  board: Board,
  turn: Side,
  passed: number,
  king: number,
  out: Int32Array,
  start: number,
): number {
  findPinsAndChecks(board, turn, king);
  const foe = (1 - turn) as Side;
  const forward = turn === 0 ? 8 : -8;
  let end = start;
  for (let from = 0; from < 64; from++) {
    const piece = board[from]!;
    if (piece === 0 || piece >> 3 !== turn) continue;
    const kind = piece & 7;
    const pin = PINNED[from]! >> 4 === stamp ? PINNED[from]! & 15 : 0;
    if (kind === PAWN) {
      end =
        from >> 3 === (turn === 0 ? 6 : 1)
          ? generatePawn(board, turn, forward, passed, king, from, pin, 0, out, end)
          : generatePawnCaptures(board, turn, from + forward, passed, king, from, pin, 0, out, end);
    } else if (kind === KNIGHT) {
      if (pin !== 0) continue;
      const targets = KNIGHT_TO[from]!;
      for (let i = 0; i < targets.length; i++) {
        const target = board[targets[i]!]!;
        if (target !== 0 && target >> 3 === foe) out[end++] = packMove(from, targets[i]!, 0);
      }
    } else if (kind === KING) {
      const targets = KING_TO[king]!;
      for (let i = 0; i < targets.length; i++) {
        const target = board[targets[i]!]!;
        // a king that is not in check hides no square behind it from the pieces that could attack it
        if (target !== 0 && target >> 3 === foe && !isAttacked(board, targets[i]!, foe))
          out[end++] = packMove(king, targets[i]!, 0);
      }
    } else {
      const last = kind === ROOK ? 4 : 8;
      for (let direction = kind === BISHOP ? 4 : 0; direction < last; direction++) {
        if (pin !== 0 && direction !== pin - 1 && direction !== ((pin - 1) ^ 2)) continue;
        const delta = STEP[direction]!;
        let left = REACH[from * 8 + direction]!;
        let to = from + delta;
        while (left > 0 && board[to] === 0) {
          left--;
          to += delta;
        }
        if (left > 0 && board[to]! >> 3 === foe) out[end++] = packMove(from, to, 0);
      }
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
function isPassingSafe(board: Board, turn: Side, king: number, from: number, to: number): boolean {
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
