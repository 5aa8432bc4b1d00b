/**
 * What a position has besides its pieces on their squares: mobility, the shape of pawns, the safety of kings. Each feature is worth so much
 * for every time White has it more often than Black. Middle game and endgame are added at once, as the halves of one number.
 */
import * as tables from '../board.ts';
import { BISHOP, type Board, KING, KNIGHT, PAWN, QUEEN, ROOK } from '../board.ts';

// tables of this module's own are built into the machine code; imported ones would be looked up each time
const { KNIGHT_TO, REACH, STEP } = tables;

/** Two numbers of 16 bits as one; sums and products of such numbers hold sums and products of both. */
export const packWorth = (middle: number, end: number): number => (end << 16) + middle;
export const middleOf = (worth: number): number => (worth << 16) >> 16;
export const endOf = (worth: number): number => (worth + 0x8000) >> 16;

/** Features by number; those with room after them are counted by rank, kind of piece or strength. */
export const FEATURES = {
  /** Castling rights. */
  castling: 0,
  bishopPair: 1,
  /** Rooks on files without pawns, and without pawns of their own. */
  openFile: 2,
  halfOpenFile: 3,
  /** Pawns ahead of another one of their side, without one on the files beside, covered by one, and with one beside. */
  doubled: 4,
  isolated: 5,
  covered: 6,
  beside: 7,
  /** Bishops and knights that a pawn covers. */
  coveredMinor: 8,
  /** Pieces that a pawn attacks; rooks and queens that a minor piece attacks; queens that a rook attacks. */
  pawnThreat: 9,
  minorThreat: 10,
  rookThreat: 11,
  /** Pawns one and two steps ahead of their king or beside that, and files there without one. */
  shield: 12,
  farShield: 13,
  bareFile: 14,
  /** Steps from the square ahead of a passed pawn to either king, by the ranks that the pawn has behind it. */
  ownKingAway: 15,
  otherKingAway: 16,
  /** Squares that pieces reach, by kind: those that no pawn covers. */
  reach: 17,
  /** Passed pawns by rank, and those among them whose way is free for a step. */
  passed: 24,
  freePassed: 32,
  /** How much attacks the squares around a king, up to `MOST_ATTACK`. */
  attack: 40,
} as const;
const MOST_ATTACK = 15;
export const FEATURE_COUNT = FEATURES.attack + MOST_ATTACK + 1;
const F = FEATURES;

/** Steps of a king from a square to another, by from · 64 + to. */
export const KING_STEPS = Uint8Array.from({ length: 4096 }, (_, pair) => {
  const [from, to] = [pair >> 6, pair & 63];
  return Math.max(Math.abs((from >> 3) - (to >> 3)), Math.abs((from & 7) - (to & 7)));
});

// filled for each position
const PIECES = new Uint8Array(64);
const PAWNS = new Uint8Array(64);
/** Squares that white pawns (1) and black pawns (2) cover. */
const COVERED = new Uint8Array(64);
/** By color · 10 + file + 1: how many pawns, and the rank of the one nearest to its home. Nothing is beside the outer files. */
const ON_FILE = new Uint8Array(20);
const REAR = new Int8Array(20);
/** How much attacks the king of each color. */
const ATTACK = new Int32Array(2);

/** What the features of a board are worth to White, by `worths`, a packed number for each feature. */
export function worthOfFeatures(
  board: Board,
  rights: number,
  whiteKing: number,
  blackKing: number,
  worths: Int32Array,
): number {
  COVERED.fill(0);
  ON_FILE.fill(0);
  REAR.fill(8, 0, 10).fill(-1, 10);
  let [pieces, pawns] = [0, 0];
  for (let square = 0; square < 64; square++) {
    const piece = board[square]!;
    if (piece === 0) continue;
    if ((piece & 7) !== PAWN) PIECES[pieces++] = square;
    else {
      PAWNS[pawns++] = square;
      const color = piece >> 3;
      const [file, rank] = [square & 7, square >> 3];
      const own = color * 10 + file + 1;
      ON_FILE[own]!++;
      if (color === 0 ? rank < REAR[own]! : rank > REAR[own]!) REAR[own] = rank;
      const ahead = color === 0 ? square + 8 : square - 8;
      if (file > 0) COVERED[ahead - 1]! |= 1 + color;
      if (file < 7) COVERED[ahead + 1]! |= 1 + color;
    }
  }
  let sum =
    worths[F.castling]! *
    ((rights & 1) + ((rights >> 1) & 1) - ((rights >> 2) & 1) - ((rights >> 3) & 1));
  for (let i = 0; i < pawns; i++)
    sum += worthOfPawn(board, PAWNS[i]!, whiteKing, blackKing, worths);
  ATTACK.fill(0);
  let [lightBishops, darkBishops] = [0, 0];
  for (let i = 0; i < pieces; i++) {
    const square = PIECES[i]!;
    const color = board[square]! >> 3;
    const kind = board[square]! & 7;
    const sign = 1 - 2 * color;
    if (kind === KING) {
      sum += sign * worthOfShelter(board, square, color, worths);
      continue;
    }
    if (kind === BISHOP) color === 0 ? lightBishops++ : darkBishops++;
    if (kind < ROOK && (COVERED[square]! & (1 + color)) !== 0)
      sum += sign * worths[F.coveredMinor]!;
    if ((COVERED[square]! & (2 - color)) !== 0) sum -= sign * worths[F.pawnThreat]!;
    if (kind === ROOK && ON_FILE[color * 10 + (square & 7) + 1] === 0)
      sum +=
        sign *
        worths[ON_FILE[(1 - color) * 10 + (square & 7) + 1] === 0 ? F.openFile : F.halfOpenFile]!;
    sum += sign * worthOfReach(board, square, color === 0 ? blackKing : whiteKing, worths);
  }
  if (lightBishops > 1) sum += worths[F.bishopPair]!;
  if (darkBishops > 1) sum -= worths[F.bishopPair]!;
  sum += worths[F.attack + Math.min(MOST_ATTACK, ATTACK[1]!)]!;
  return sum - worths[F.attack + Math.min(MOST_ATTACK, ATTACK[0]!)]!;
}

function worthOfPawn(
  board: Board,
  square: number,
  whiteKing: number,
  blackKing: number,
  worths: Int32Array,
): number {
  const piece = board[square]!;
  const color = piece >> 3;
  const [file, rank] = [square & 7, square >> 3];
  const own = color * 10 + file + 1;
  const foe = (1 - color) * 10 + file + 1;
  let sum = 0;
  if (REAR[own] !== rank) sum += worths[F.doubled]!;
  if (ON_FILE[own - 1] === 0 && ON_FILE[own + 1] === 0) sum += worths[F.isolated]!;
  if ((COVERED[square]! & (1 + color)) !== 0) sum += worths[F.covered]!;
  if (file < 7 && board[square + 1] === piece) sum += worths[F.beside]!;
  const isPassed =
    color === 0
      ? REAR[foe]! <= rank && REAR[foe - 1]! <= rank && REAR[foe + 1]! <= rank
      : REAR[foe]! >= rank && REAR[foe - 1]! >= rank && REAR[foe + 1]! >= rank;
  if (isPassed) {
    const behind = color === 0 ? rank : 7 - rank;
    const ahead = color === 0 ? square + 8 : square - 8;
    sum += worths[F.passed + behind]!;
    if (board[ahead] === 0) sum += worths[F.freePassed + behind]!;
    const [ownKing, otherKing] = color === 0 ? [whiteKing, blackKing] : [blackKing, whiteKing];
    sum += behind * KING_STEPS[ownKing * 64 + ahead]! * worths[F.ownKingAway]!;
    sum += behind * KING_STEPS[otherKing * 64 + ahead]! * worths[F.otherKingAway]!;
  }
  return color === 0 ? sum : -sum;
}

/** The pawns ahead of a king. */
function worthOfShelter(board: Board, king: number, color: number, worths: Int32Array): number {
  const pawn = PAWN | (color << 3);
  const forward = color === 0 ? 8 : -8;
  let sum = 0;
  for (let file = Math.max(0, (king & 7) - 1); file <= Math.min(7, (king & 7) + 1); file++) {
    if (ON_FILE[color * 10 + file + 1] === 0) sum += worths[F.bareFile]!;
    const near = (king & 56) + file + forward;
    if (near < 0 || near > 63) continue;
    if (board[near] === pawn) sum += worths[F.shield]!;
    else if (board[near + forward] === pawn) sum += worths[F.farShield]!;
  }
  return sum;
}

/** The squares that a piece reaches, what it attacks there, and how near that is to the other king. */
function worthOfReach(board: Board, from: number, otherKing: number, worths: Int32Array): number {
  const color = board[from]! >> 3;
  const kind = board[from]! & 7;
  const unsafe = 2 - color;
  let [reached, near, threats] = [0, 0, 0];
  if (kind === KNIGHT) {
    const targets = KNIGHT_TO[from]!;
    for (let i = 0; i < targets.length; i++) {
      const to = targets[i]!;
      const piece = board[to]!;
      if (KING_STEPS[otherKing * 64 + to]! < 2) near++;
      if (piece !== 0) {
        if (piece >> 3 === color) continue;
        if ((piece & 7) === ROOK || (piece & 7) === QUEEN) threats++;
      }
      if ((COVERED[to]! & unsafe) === 0) reached++;
    }
  } else
    for (let way = kind === BISHOP ? 4 : 0, last = kind === ROOK ? 4 : 8; way < last; way++) {
      const delta = STEP[way]!;
      for (let left = REACH[from * 8 + way]!, to = from + delta; left > 0; left--, to += delta) {
        const piece = board[to]!;
        if (KING_STEPS[otherKing * 64 + to]! < 2) near++;
        if (piece === 0) {
          if ((COVERED[to]! & unsafe) === 0) reached++;
          continue;
        }
        if (piece >> 3 !== color) {
          if ((COVERED[to]! & unsafe) === 0) reached++;
          if ((piece & 7) === QUEEN || ((piece & 7) === ROOK && kind === BISHOP)) threats++;
        }
        break;
      }
    }
  if (near > 0) ATTACK[1 - color]! += kind === QUEEN ? 2 * near + 1 : near + 1;
  let sum = reached * worths[F.reach + kind]!;
  if (threats > 0 && kind !== QUEEN)
    sum += threats * worths[kind === ROOK ? F.rookThreat : F.minorThreat]!;
  return sum;
}
