/**
 * SAN read in place and without making anything: what reading whole files of games waits for. It understands what nearly
 * all files have, and leaves the rest, and all refusing, to `parseSan`.
 */
import * as tables from '../board.ts';
import { PAWN, packMove } from '../board.ts';
import { ANY, promotes } from '../origins.ts';
import { pieceAt } from '../planes.ts';
import { kingOf, type State } from '../state.ts';

// tables of this module's own are built into the machine code; imported ones would be looked up each time
const { ATTACKS, BETWEEN_HIGH, BETWEEN_LOW, HIGH, LETTERS, LOW } = tables;

const A = 97;
const ONE = 49;
const NINE = 57;
const PLUS = 43;
const HASH = 35;
const DASH = 45;
const EQUALS = 61;
const CAPITAL_O = 79;
const TAKES = 120;
/** Kinds by the code of their letter, 0 for all others. */
const KINDS = new Uint8Array(128);
for (let kind = 1; kind < 7; kind++) KINDS[LETTERS[kind]!.toUpperCase().charCodeAt(0)] = kind;
const isFile = (code: number) => code >= A && code < A + 8;
const isRank = (code: number) => code >= ONE && code < ONE + 8;

/**
 * The number of the move that a stretch of text means, if it is one that can be played; −1 where that is not sure. It has
 * still to be played, and where `play` refuses it `parseSan` may know better.
 */
export function guessSan(state: State, text: string, start: number, end: number): number {
  let last = end - 1;
  let code = text.charCodeAt(last);
  while (code === PLUS || code === HASH) code = text.charCodeAt(--last);
  let promotion = 0;
  if (code > NINE) {
    if (code === CAPITAL_O) return guessCastling(state, text, start, last);
    promotion = 'QRBN'.indexOf(text[last]!) + 1;
    if (promotion === 0 || text.charCodeAt(--last) !== EQUALS) return -1;
    code = text.charCodeAt(--last);
  }
  const x = text.charCodeAt(last - 1);
  if (last <= start || !isFile(x) || !isRank(code)) return -1;
  const to = 8 * (code - ONE) + x - A;
  code = text.charCodeAt(start);
  const kind = code < A ? KINDS[code]! : PAWN;
  let at = code < A ? start + 1 : start;
  const stop = last - 1;
  if (kind === 0 || at > stop || (promotion !== 0) !== promotes(kind, to)) return -1;
  let next = text.charCodeAt(at);
  const file = at < stop && isFile(next) ? next - A : ANY;
  if (file !== ANY) next = text.charCodeAt(++at);
  const rank = at < stop && isRank(next) ? next - ONE : ANY;
  if (rank !== ANY) next = text.charCodeAt(++at);
  if (at < stop && next === TAKES) at++;
  if (at !== stop) return -1;
  const from = onlyOrigin(state, kind, to, file, rank);
  return from < 0 ? -1 : packMove(from, to, promotion);
}

/** `O-O` or `O-O-O`; that the last letter is there is known. */
function guessCastling(state: State, text: string, start: number, last: number): number {
  const home = state.turn === 0 ? 4 : 60;
  const length = last - start + 1;
  const castles = text.startsWith('O-O', start) && (length === 3 || length === 5);
  if (!castles || (length === 5 && text.charCodeAt(start + 3) !== DASH)) return -1;
  if (kingOf(state, state.turn) !== home) return -1;
  return packMove(home, length === 5 ? home - 2 : home + 2, 0);
}

/** From which squares a kind of piece other than a pawn reaches a square of an empty board, by kind · 64 + square. */
const FROM_LOW = new Int32Array(7 * 64);
const FROM_HIGH = new Int32Array(7 * 64);
for (let kind = PAWN + 1; kind < 7; kind++)
  for (let from = 0; from < 64; from++)
    for (let to = 0; to < 64; to++)
      if (((ATTACKS[from * 64 + to]! >> kind) & 1) === 1) {
        FROM_LOW[kind * 64 + to]! |= LOW[from]!;
        FROM_HIGH[kind * 64 + to]! |= HIGH[from]!;
      }

/** The bits of a file, the same in both halves; all of them for ANY. */
const fileBits = (file: number): number => (file === ANY ? -1 : 0x01010101 << file);

/**
 * The square of the one piece of a kind, of the side to move, that can go to a square as pieces move; −1 where there are
 * none or several. Whether its king allows it is not asked, nor is castling thought of: `play` will say.
 */
function onlyOrigin(state: State, kind: number, to: number, file: number, rank: number): number {
  if (kind === PAWN) return pawnOrigin(state, to, file, rank);
  const { stepLow, stepHigh, obliqueLow, obliqueHigh, straightLow, straightHigh } = state;
  // a plane, or its complement where the kind lacks that bit
  const step = (kind & 1) - 1;
  const oblique = ((kind >> 1) & 1) - 1;
  const straight = ((kind >> 2) & 1) - 1;
  const other = state.turn - 1;
  const files = fileBits(file);
  let low =
    FROM_LOW[kind * 64 + to]! &
    (stepLow ^ step) &
    (obliqueLow ^ oblique) &
    (straightLow ^ straight) &
    (state.blackLow ^ other) &
    files;
  let high =
    FROM_HIGH[kind * 64 + to]! &
    (stepHigh ^ step) &
    (obliqueHigh ^ oblique) &
    (straightHigh ^ straight) &
    (state.blackHigh ^ other) &
    files;
  let found = -1;
  for (; low !== 0; low &= low - 1) {
    const from = 31 - Math.clz32(low & -low);
    if (!reaches(state, from, to, rank)) continue;
    if (found >= 0) return -1;
    found = from;
  }
  for (; high !== 0; high &= high - 1) {
    const from = 63 - Math.clz32(high & -high);
    if (!reaches(state, from, to, rank)) continue;
    if (found >= 0) return -1;
    found = from;
  }
  return found;
}

/** Whether the path from a square is free, and it is on the given rank. */
function reaches(state: State, from: number, to: number, rank: number): boolean {
  const { stepLow, stepHigh, obliqueLow, obliqueHigh, straightLow, straightHigh } = state;
  const way = from * 64 + to;
  const between =
    (BETWEEN_LOW[way]! & (stepLow | obliqueLow | straightLow)) |
    (BETWEEN_HIGH[way]! & (stepHigh | obliqueHigh | straightHigh));
  return between === 0 && (rank === ANY || rank === from >> 3);
}

/** A pawn's: straight ahead, or from the given file. */
function pawnOrigin(state: State, to: number, file: number, rank: number): number {
  const back = state.turn === 0 ? -8 : 8;
  const one = to + back;
  if (one < 0 || one > 63) return -1;
  const straight = file === ANY || file === (to & 7);
  const jump = straight && pieceAt(state, one) === 0;
  const from = jump ? one + back : straight ? one : (one & 56) | file;
  if (from < 0 || from > 63 || (rank !== ANY && rank !== from >> 3)) return -1;
  return pieceAt(state, from) === (PAWN | (state.turn << 3)) ? from : -1;
}
