/** The laws of chess (FIDE) as a Game. */
import {
  type Fail,
  fail,
  type Game,
  type GameEvent,
  LEAVING_REASONS,
  type Leaving,
  type Outcome,
  ok,
  type Played,
  type Result,
  type Seat,
} from '@kifu/core';
import * as tables from './board.ts';
import {
  type Board,
  KING,
  keepRights,
  makeMove,
  NONE,
  PAWN,
  type Side,
  unmakeMove,
} from './board.ts';
import { canMate, drawn, endOf, won } from './ending.ts';
import { initial } from './fen.ts';
import { countMoves, generateMoves, MAX_MOVES } from './generate.ts';
import { fromPacked, type Move, moves, squareAt, squareName, toPacked } from './move-codec.ts';
import { canPass, type Geometry, givesCheck, isExposed, refuseGeometry } from './one-move.ts';
import { boardOf, changeShown, countOccurred, kingOf, type State, show } from './state.ts';
import { states } from './state-codec.ts';

// tables of this module's own are built into the machine code; imported ones would be looked up each time
const { HIGH, LETTERS, LOW, PROMOTIONS } = tables;

/** The rules of chess. */
export const game: Game<State, Move> = {
  name: 'chess',
  code: 1,
  version: 1,
  seats: [2, 2],
  setup({ seats, options, start }) {
    if (seats[1] !== 1)
      return fail('bad-setup', 'the seats of chess are 0 (white) and 1', {
        at: { path: '/seats' },
      });
    const [option] = Object.keys(options);
    if (option !== undefined)
      return fail('bad-setup', 'chess has no options', { at: { path: `/options/${option}` } });
    return start === null ? ok(initial) : states.restore(start.canon, start.aside);
  },
  seated: () => BOTH,
  active: state => (state.outcome !== null ? NOBODY : state.turn === 0 ? WHITE : BLACK),
  legal,
  play,
  outcome: state => state.outcome,
  moves,
  states,
  table: { claims, leave },
};

const BOTH: readonly Seat[] = [0, 1];
const WHITE: readonly Seat[] = [0];
const BLACK: readonly Seat[] = [1];
const NOBODY: readonly Seat[] = [];
const NO_EVENTS: readonly GameEvent[] = Object.freeze([]);

function legal(state: State, seat: Seat): Move[] {
  if (seat !== state.turn || state.outcome !== null) return [];
  return legalPacked(state).map(fromPacked);
}

/** The legal moves as numbers, in canonical order, whether or not the match has ended. */
export function legalPacked(state: State): number[] {
  const { turn, rights, passed } = state;
  const end = generateMoves(show(state), turn, rights, passed, kingOf(state, turn), FOUND, 0);
  return Array.from(FOUND.subarray(0, end).sort());
}

const FOUND = new Int32Array(MAX_MOVES);

/** How many sequences of moves there are; dead positions and counting rules cut nothing off. */
export function perft(state: State, depth: number): number {
  const { turn, rights, passed } = state;
  const [own, other] = [kingOf(state, turn), kingOf(state, (1 - turn) as Side)];
  return countMoves(boardOf(state), turn, rights, passed, own, other, depth);
}

function play(state: State, seat: Seat, move: Move): Result<Played<State>> {
  const { turn } = state;
  if (state.outcome !== null)
    return fail('game-over', `the match has ended: ${state.outcome.reason}`);
  if (seat !== turn) return WRONG_SEATS[turn];
  const packed = toPacked(move);
  const from = packed >> 9;
  const to = (packed >> 3) & 63;
  const promotion = packed & 7;
  const board = show(state);
  const { low, high } = state;
  const wrong = refuseGeometry(
    board,
    low,
    high,
    turn,
    state.rights,
    state.passed,
    state.check,
    from,
    to,
    promotion,
  );
  if (wrong !== null) return refuse(wrong, from, to);
  const piece = board[from]!;
  const before = board[to]!;
  const taken = makeMove(board, from, to, promotion);
  const next = follow(state, board, piece, before, from, to, taken);
  if (next === null) {
    unmakeMove(board, from, to, piece, before, taken);
    return refuse(state.check ? 'inCheck' : 'exposed', from, to);
  }
  // en passant takes a pawn; any other piece taken stood where the move went
  const captured = taken === NONE ? 0 : taken === to ? before : piece ^ 8;
  return ok({ state: next, events: eventsOf(next, piece, captured, from, to, taken, promotion) });
}

/** The state after a move that has just been made on the board; null if it left its own king attacked. */
function follow(
  state: State,
  board: Board,
  piece: number,
  before: number,
  from: number,
  to: number,
  taken: number,
): State | null {
  const { turn } = state;
  const foe = (1 - turn) as Side;
  const kind = piece & 7;
  let low = (state.low & ~LOW[from]!) | LOW[to]!;
  let high = (state.high & ~HIGH[from]!) | HIGH[to]!;
  // what changes on the rank it left and on the rank it reached
  let left = piece << (4 * (from & 7));
  const reached = (before ^ board[to]!) << (4 * (to & 7));
  if (taken !== NONE && taken !== to) {
    left ^= (piece ^ 8) << (4 * (to & 7)); // en passant: the pawn beside it is gone
    low &= ~LOW[taken]!;
    high &= ~HIGH[taken]!;
  } else if (kind === KING && (to - from === 2 || from - to === 2)) {
    const corner = to > from ? to + 1 : to - 2;
    const beside = (from + to) >> 1;
    const rook = board[beside]!;
    left ^= (rook << (4 * (corner & 7))) ^ (rook << (4 * (beside & 7)));
    low = (low & ~LOW[corner]!) | LOW[beside]!;
    high = (high & ~HIGH[corner]!) | HIGH[beside]!;
  }
  const whiteKing = from === state.whiteKing ? to : state.whiteKing;
  const blackKing = from === state.blackKing ? to : state.blackKing;
  const own = turn === 0 ? whiteKing : blackKing;
  const other = turn === 0 ? blackKing : whiteKing;
  if (isExposed(board, low, high, own, from, to, taken, state.check, foe)) return null;
  const rights = keepRights(state.rights, from, to);
  const passed = kind === PAWN && (to - from === 16 || from - to === 16) ? (from + to) >> 1 : NONE;
  const halfMoves = kind === PAWN || taken !== NONE ? 0 : state.halfMoves + 1;
  const y = from >> 3;
  const z = to >> 3;
  changeShown(y, left);
  changeShown(z, reached);
  const next = {
    rank1: state.rank1 ^ (left & same(y, 0)) ^ (reached & same(z, 0)),
    rank2: state.rank2 ^ (left & same(y, 1)) ^ (reached & same(z, 1)),
    rank3: state.rank3 ^ (left & same(y, 2)) ^ (reached & same(z, 2)),
    rank4: state.rank4 ^ (left & same(y, 3)) ^ (reached & same(z, 3)),
    rank5: state.rank5 ^ (left & same(y, 4)) ^ (reached & same(z, 4)),
    rank6: state.rank6 ^ (left & same(y, 5)) ^ (reached & same(z, 5)),
    rank7: state.rank7 ^ (left & same(y, 6)) ^ (reached & same(z, 6)),
    rank8: state.rank8 ^ (left & same(y, 7)) ^ (reached & same(z, 7)),
    low,
    high,
    turn: foe,
    rights,
    passed,
    passable: passed !== NONE && canPass(board, foe, passed, other),
    halfMoves,
    fullMoves: state.fullMoves + turn,
    whiteKing,
    blackKing,
    check: givesCheck(board, low, high, other, from, to, taken, turn),
    // what went before a capture, a pawn's move or a lost right cannot come again
    earlier: halfMoves === 0 || rights !== state.rights ? null : state,
    occurred: 1,
    outcome: null as Outcome | null,
  };
  if (halfMoves >= 4) next.occurred = countOccurred(next, next.earlier);
  const outcome = endOf(next, board, taken !== NONE);
  if (outcome !== null) next.outcome = outcome;
  return next;
}

/** All bits where two small numbers are equal, none where they differ: no branch, so nothing to guess wrong. */
const same = (a: number, b: number) => ((a ^ b) - 1) >> 31;

function eventsOf(
  next: State,
  piece: number,
  captured: number,
  from: number,
  to: number,
  taken: number,
  promotion: number,
): readonly GameEvent[] {
  const castled = (piece & 7) === KING && (to - from === 2 || from - to === 2);
  if (captured === 0 && promotion === 0 && !castled && !next.check && next.outcome === null)
    return NO_EVENTS;
  const seat = piece >> 3;
  const events: GameEvent[] = [];
  if (castled) events.push({ type: 'castle', seat, side: to > from ? 'k' : 'q' });
  if (captured !== 0) {
    if (taken !== to) events.push({ type: 'enPassant', seat, at: squareAt(taken) });
    events.push({ type: 'capture', seat, piece: LETTERS[captured & 7]!, at: squareAt(taken) });
  }
  if (promotion !== 0)
    events.push({
      type: 'promotion',
      seat,
      piece: LETTERS[PROMOTIONS[promotion]!]!,
      at: squareAt(to),
    });
  if (next.check)
    events.push({ type: 'check', seat: next.turn, at: squareAt(kingOf(next, next.turn)) });
  if (next.outcome !== null) {
    const { result, winners, reason } = next.outcome;
    events.push({ type: 'end', result, winners, reason });
  }
  return events;
}

/** Draws that the player on move may claim: third occurrence, fifty moves. FIDE 9.2, 9.3. */
function claims(state: State, seat: Seat): Outcome[] {
  if (state.outcome !== null || seat !== state.turn) return [];
  const found = [];
  if (state.occurred >= 3) found.push(drawn('threefoldRepetition'));
  if (state.halfMoves >= 100) found.push(drawn('fiftyMoves'));
  return found;
}

/** Who leaves loses, unless the other could not mate by any sequence of moves: then it is a draw. FIDE 5.1.2, 6.9. */
function leave(state: State, seat: Seat, how: Leaving) {
  const other = (1 - seat) as Side;
  const reason = LEAVING_REASONS[how];
  return {
    state,
    events: NO_EVENTS,
    outcome: canMate(boardOf(state), other) ? won(other, reason) : drawn(reason),
  };
}

const WRONG_SEATS = [
  fail('wrong-seat', 'it is white to move', { rule: 'turn' }),
  fail('wrong-seat', 'it is black to move', { rule: 'turn' }),
] as const;

type Refusal = Geometry | 'exposed' | 'inCheck';

/** What each refusal says; the key is the rule's name in the fault. */
const REFUSALS: { readonly [rule in Refusal]: string } = {
  noPiece: 'there is no piece on that square',
  notYours: 'that piece is not yours',
  ownPiece: 'a piece of your own stands there',
  geometry: 'that piece does not move like that',
  blocked: 'something stands in the way',
  promotion: 'a pawn that reaches the last rank must become q, r, b or n',
  noPromotion: 'only a pawn that reaches the last rank is promoted',
  castlingRight: 'the king or that rook has moved before, or the rook is gone',
  castlingBlocked: 'the squares between king and rook are not empty',
  castlingCheck: 'the king may not castle out of or through an attack',
  exposed: 'that would leave your own king attacked',
  inCheck: 'your king is in check, and stays so',
};

const refuse = (rule: Refusal, from: number, to: number): Fail =>
  fail('illegal-move', `${squareName(from)} to ${squareName(to)}: ${REFUSALS[rule]}`, { rule });
