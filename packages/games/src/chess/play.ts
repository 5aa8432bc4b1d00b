/** Playing one given move: tested without looking at any other, then carried out. The heart of replaying and verifying. */
import {
  type Fail,
  fail,
  type GameEvent,
  type Ok,
  type Outcome,
  ok,
  type Played,
  type Result,
  type Seat,
} from '@kifu/core';
import * as tables from './board.ts';
import { isCastling, KING, NONE, PAWN, type Side, WHITE_LONG, WHITE_SHORT } from './board.ts';
import { endOf } from './ending.ts';
import { canPass } from './generate.ts';
import { MOVE_FORM, type Move, NO_MOVE, squareAt, squareName, toPacked } from './move-codec.ts';
import { boardOf, isAttackedBy, isSlidTo, type Planes, pieceAt } from './planes.ts';
import { countOccurred, kingOf, MOST_EARLIER, type State } from './state.ts';

// tables of this module's own are built into the machine code; imported ones would be looked up each time
const { ATTACKS, BETWEEN_HIGH, BETWEEN_LOW, HIGH, KEEP, LETTERS, LINE, LOW, PROMOTIONS } = tables;

/** Plays a move, or says which rule forbids it. */
export function play(state: State, seat: Seat, move: Move): Result<Played<State>> {
  const { turn } = state;
  if (state.outcome !== null)
    return fail('game-over', `the game is over (${state.outcome.reason})`);
  if (seat !== turn) return WRONG_SEATS[turn];
  const packed = toPacked(move);
  if (packed === NO_MOVE) return fail('malformed', MOVE_FORM);
  const ply = (2 * state.fullMoves + turn) & LAST_PLY;
  if (MOVED_FROM[ply] === state && MOVED[ply] === packed) return PLAYED[ply]!;
  const piece = pieceAt(state, packed >> 9);
  const target = pieceAt(state, (packed >> 3) & 63);
  const wrong = refuseGeometry(state, packed, piece, target);
  if (wrong !== null) return refuse(wrong, packed);
  // a pawn on the square passed over takes the pawn that passed
  const captured = isPassing(state, packed, piece) ? piece ^ 8 : target;
  const next = follow(state, packed, piece, captured);
  if (next === null) return refuse(state.check ? 'inCheck' : 'exposed', packed);
  const played = ok({ state: next, events: eventsOf(state, next, packed, piece, captured) });
  MOVED_FROM[ply] = state;
  MOVED[ply] = packed;
  PLAYED[ply] = played;
  return played;
}

/** The latest move at each ply, its state before and its result: a game that was just read is played again when it is recorded. */
const LAST_PLY = 511;
const MOVED_FROM: (State | null)[] = new Array(LAST_PLY + 1).fill(null);
const MOVED = new Int32Array(LAST_PLY + 1);
const PLAYED: (Ok<Played<State>> | null)[] = new Array(LAST_PLY + 1).fill(null);

const isPassing = (state: State, packed: number, piece: number): boolean =>
  ((packed >> 3) & 63) === state.passed && (piece & 7) === PAWN;

/** Why a piece may not go from a square to another, its king's safety aside; null if it may. */
type Geometry =
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

function refuseGeometry(
  state: State,
  packed: number,
  piece: number,
  target: number,
): Geometry | null {
  const { turn } = state;
  const from = packed >> 9;
  const to = (packed >> 3) & 63;
  if (piece === 0) return 'noPiece';
  if (piece >> 3 !== turn) return 'notYours';
  if (from === to) return 'geometry';
  if (target !== 0 && target >> 3 === turn) return 'ownPiece';
  const kind = piece & 7;
  if (kind === PAWN) return refusePawn(state, packed, target);
  if ((packed & 7) !== 0) return 'noPromotion';
  const way = from * 64 + to;
  if (((ATTACKS[way]! >> piece) & 1) === 0)
    return kind === KING ? refuseCastling(state, from, to) : 'geometry';
  return isClear(state, way) ? null : 'blocked';
}

/** Whether the squares between two others are empty. */
const isClear = (state: Planes, way: number): boolean =>
  ((BETWEEN_LOW[way]! & (state.stepLow | state.obliqueLow | state.straightLow)) |
    (BETWEEN_HIGH[way]! & (state.stepHigh | state.obliqueHigh | state.straightHigh))) ===
  0;

/** The king's own two-square step. Where king and rook stand is implied by the right. */
function refuseCastling(state: State, from: number, to: number): Geometry | null {
  const { turn } = state;
  const home = turn === 0 ? 4 : 60;
  const short = to === home + 2;
  if (from !== home || (!short && to !== home - 2)) return 'geometry';
  const right = (short ? WHITE_SHORT : WHITE_LONG) << (turn * 2);
  if ((state.rights & right) === 0) return 'castlingRight';
  if (!isClear(state, home * 64 + (short ? home + 3 : home - 4))) return 'castlingBlocked';
  const transit = short ? home + 1 : home - 1;
  if (state.check || isAttackedBy(state, (1 - turn) as Side, transit)) return 'castlingCheck';
  return null; // the end square is tested like that of any king's move
}

function refusePawn(state: State, packed: number, target: number): Geometry | null {
  const from = packed >> 9;
  const to = (packed >> 3) & 63;
  const forward = state.turn === 0 ? 8 : -8;
  if (to === from + forward) {
    if (target !== 0) return 'blocked';
  } else if (to === from + 2 * forward && from >> 3 === (state.turn === 0 ? 1 : 6)) {
    if (target !== 0 || !isClear(state, from * 64 + to)) return 'blocked';
  } else {
    const sideways = (to & 7) - (from & 7);
    if ((sideways !== 1 && sideways !== -1) || to !== from + forward + sideways) return 'geometry';
    if (target === 0 && to !== state.passed) return 'geometry';
  }
  const promotes = (packed & 7) !== 0;
  if (to > 7 && to < 56) return promotes ? 'noPromotion' : null;
  return promotes ? null : 'promotion';
}

/** The state after a move; null if it leaves its own king attacked. */
function follow(state: State, packed: number, piece: number, captured: number): State | null {
  const { turn } = state;
  const foe = (1 - turn) as Side;
  const from = packed >> 9;
  const to = (packed >> 3) & 63;
  const kind = piece & 7;
  const passing = isPassing(state, packed, piece);
  const taken = passing ? (from & 56) | (to & 7) : to;
  const placed = (packed & 7) === 0 ? piece : PROMOTIONS[packed & 7]! | (piece & 8);
  // the squares that change; 0 minus a bit is all bits or none (and never −0, which would be no whole number)
  const fromLow = LOW[from]!;
  const fromHigh = HIGH[from]!;
  const toLow = LOW[to]!;
  const toHigh = HIGH[to]!;
  const takenLow = LOW[taken]!;
  const takenHigh = HIGH[taken]!;
  const p1 = 0 - (piece & 1);
  const p2 = 0 - ((piece >> 1) & 1);
  const p4 = 0 - ((piece >> 2) & 1);
  const q1 = 0 - (placed & 1);
  const q2 = 0 - ((placed >> 1) & 1);
  const q4 = 0 - ((placed >> 2) & 1);
  const c1 = 0 - (captured & 1);
  const c2 = 0 - ((captured >> 1) & 1);
  const c4 = 0 - ((captured >> 2) & 1);
  const stepLow = state.stepLow ^ (p1 & fromLow) ^ (q1 & toLow) ^ (c1 & takenLow);
  const stepHigh = state.stepHigh ^ (p1 & fromHigh) ^ (q1 & toHigh) ^ (c1 & takenHigh);
  const obliqueLow = state.obliqueLow ^ (p2 & fromLow) ^ (q2 & toLow) ^ (c2 & takenLow);
  const obliqueHigh = state.obliqueHigh ^ (p2 & fromHigh) ^ (q2 & toHigh) ^ (c2 & takenHigh);
  let straightLow = state.straightLow ^ (p4 & fromLow) ^ (q4 & toLow) ^ (c4 & takenLow);
  let straightHigh = state.straightHigh ^ (p4 & fromHigh) ^ (q4 & toHigh) ^ (c4 & takenHigh);
  const mine = 0 - turn;
  const theirs = 0 - (captured >> 3);
  let blackLow = state.blackLow ^ (mine & (fromLow ^ toLow)) ^ (theirs & takenLow);
  let blackHigh = state.blackHigh ^ (mine & (fromHigh ^ toHigh)) ^ (theirs & takenHigh);
  if (isCastling(kind, from, to)) {
    const corner = to > from ? to + 1 : to - 2;
    const beside = (from + to) >> 1;
    const rookLow = LOW[corner]! ^ LOW[beside]!;
    const rookHigh = HIGH[corner]! ^ HIGH[beside]!;
    straightLow ^= rookLow;
    straightHigh ^= rookHigh;
    blackLow ^= mine & rookLow;
    blackHigh ^= mine & rookHigh;
  }
  const whiteKing = from === state.whiteKing ? to : state.whiteKing;
  const blackKing = from === state.blackKing ? to : state.blackKing;
  const rights = state.rights & KEEP[from]! & KEEP[to]!;
  const halfMoves = kind === PAWN || captured !== 0 ? 0 : state.halfMoves + 1;
  const next = {
    stepLow,
    stepHigh,
    obliqueLow,
    obliqueHigh,
    straightLow,
    straightHigh,
    blackLow,
    blackHigh,
    turn: foe,
    rights,
    passed: kind === PAWN && (to - from === 16 || from - to === 16) ? (from + to) >> 1 : NONE,
    passable: false,
    halfMoves,
    fullMoves: state.fullMoves + turn,
    whiteKing,
    blackKing,
    check: false,
    claimed: state.claimed,
    // what went before a capture, a pawn's move or a lost right cannot come again
    earlier: halfMoves === 0 || rights !== state.rights || isFull(halfMoves) ? null : state,
    occurred: 1,
    outcome: null as Outcome | null,
  };
  const own = turn === 0 ? whiteKing : blackKing;
  const other = turn === 0 ? blackKing : whiteKing;
  if (kind === KING || passing) {
    if (isAttackedBy(next, foe, own)) return null;
    next.check = isAttackedBy(next, turn, other);
  } else {
    // of a king that was safe, only the square that the piece left can have opened a line to it
    if (state.check ? isAttackedBy(next, foe, own) : isUncovered(next, own, from, foe)) return null;
    const way = to * 64 + other;
    next.check =
      (((ATTACKS[way]! >> placed) & 1) === 1 && isClear(next, way)) ||
      isUncovered(next, other, from, turn);
  }
  if (next.passed !== NONE && hasPawnBeside(next, to))
    next.passable = canPass(boardOf(next), foe, next.passed, other);
  if (halfMoves >= 4) next.occurred = countOccurred(next, next.earlier);
  const outcome = endOf(next, captured !== 0 || placed !== piece);
  if (outcome !== null) next.outcome = outcome;
  return next;
}

/** Whether the chain of earlier states has its maximum length and restarts. */
const isFull = (halfMoves: number): boolean =>
  halfMoves >= MOST_EARLIER && halfMoves % MOST_EARLIER === 0;

/** Whether a slider of a side attacks a king across a square that has become empty. */
const isUncovered = (planes: Planes, king: number, left: number, by: Side): boolean =>
  LINE[king * 64 + left] !== 0 && isClear(planes, king * 64 + left) && isSlidTo(planes, by, king);

/** Whether a pawn of the side to move is next to one that has just moved two squares. */
function hasPawnBeside(state: State, square: number): boolean {
  const pawn = PAWN | (state.turn << 3);
  return (
    ((square & 7) > 0 && pieceAt(state, square - 1) === pawn) ||
    ((square & 7) < 7 && pieceAt(state, square + 1) === pawn)
  );
}

function eventsOf(
  state: State,
  next: State,
  packed: number,
  piece: number,
  captured: number,
): readonly GameEvent[] {
  const from = packed >> 9;
  const to = (packed >> 3) & 63;
  const promotion = PROMOTIONS[packed & 7]!;
  const castled = isCastling(piece & 7, from, to);
  if (promotion === 0 && !castled && !next.check && next.outcome === null) {
    if (captured === 0) return NO_EVENTS;
    if (!isPassing(state, packed, piece)) return captureOf(captured, to);
  }
  const seat = piece >> 3;
  const events: GameEvent[] = [];
  if (castled) events.push({ type: 'castle', seat, side: to > from ? 'k' : 'q' });
  if (captured !== 0) {
    const passing = isPassing(state, packed, piece);
    const taken = passing ? (from & 56) | (to & 7) : to;
    if (passing) events.push({ type: 'enPassant', seat, at: squareAt(taken) });
    events.push(captureOf(captured, taken)[0]!);
  }
  if (promotion !== 0)
    events.push({ type: 'promotion', seat, piece: LETTERS[promotion]!, at: squareAt(to) });
  if (next.check)
    events.push({ type: 'check', seat: next.turn, at: squareAt(kingOf(next, next.turn)) });
  if (next.outcome !== null) {
    const { result, winners, reason } = next.outcome;
    events.push({ type: 'end', result, winners, reason });
  }
  return events;
}

/** Captures are what happens most: each exists once, by piece and square, ready to be handed out. */
const CAPTURES: (readonly GameEvent[] | null)[] = new Array(16 * 64).fill(null);

function captureOf(captured: number, square: number): readonly GameEvent[] {
  const key = captured * 64 + square;
  let events = CAPTURES[key]!;
  if (events === null) {
    const piece = LETTERS[captured & 7]!;
    const seat = 1 - (captured >> 3);
    const event = Object.freeze({ type: 'capture', seat, piece, at: squareAt(square) });
    events = Object.freeze([event]);
    CAPTURES[key] = events;
  }
  return events;
}

/** Nothing worth telling. */
export const NO_EVENTS: readonly GameEvent[] = Object.freeze([]);

const WRONG_SEATS = [
  fail('wrong-seat', "it is White's turn", { rule: 'turn' }),
  fail('wrong-seat', "it is Black's turn", { rule: 'turn' }),
] as const;

type Refusal = Geometry | 'exposed' | 'inCheck';

/** What each refusal says; the key is the rule's name in the fault. */
const REFUSALS: { readonly [rule in Refusal]: string } = {
  noPiece: 'no piece on that square',
  notYours: 'not your piece',
  ownPiece: 'your own piece is on that square',
  geometry: 'that piece cannot move there',
  blocked: 'another piece is in the way',
  promotion: 'choose a promotion piece: q, r, b or n',
  noPromotion: 'only a pawn on the last rank can promote',
  castlingRight: 'cannot castle: the king or that rook has already moved',
  castlingBlocked: 'cannot castle: pieces stand between king and rook',
  castlingCheck: 'cannot castle out of, through or into check',
  exposed: 'that would leave your king in check',
  inCheck: 'you are in check',
};

function refuse(rule: Refusal, packed: number): Fail {
  const way = `${squareName(packed >> 9)} to ${squareName((packed >> 3) & 63)}`;
  return fail('illegal-move', `${way}: ${REFUSALS[rule]}`, { rule });
}
