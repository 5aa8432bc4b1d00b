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
  type Seat,
} from '@kifu/core';
import {
  type Board,
  countMoves,
  type Geometry,
  generateMoves,
  givesCheck,
  hasLegalMove,
  isExposed,
  KING,
  keepRights,
  LETTERS,
  MAX_MOVES,
  makeMove,
  NONE,
  PAWN,
  PROMOTIONS,
  ROOK,
  refuseGeometry,
  type Side,
} from './board.ts';
import {
  CHECKMATES,
  canMate,
  DEAD,
  drawn,
  FIVEFOLD,
  isDead,
  SEVENTY_FIVE,
  STALEMATE,
  won,
} from './ending.ts';
import { initial } from './fen.ts';
import { fromPacked, type Move, moves, promotionOf, squareName } from './move-codec.ts';
import { countOccurred, isPassable, keyOf, kingOf, type State } from './state.ts';
import { states } from './state-codec.ts';

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
  const { board, turn, rights, passed } = state;
  // the generator lifts the king while it looks: it works on a copy, so that no state is ever written to
  const end = generateMoves(board.slice(), turn, rights, passed, kingOf(state, turn), FOUND, 0);
  return Array.from(FOUND.subarray(0, end).sort());
}

const FOUND = new Int32Array(MAX_MOVES);

/** How many sequences of moves there are; dead positions and counting rules cut nothing off. */
export function perft(state: State, depth: number): number {
  const { board, turn, rights, passed } = state;
  const foe = (1 - turn) as Side;
  return countMoves(
    board.slice(),
    turn,
    rights,
    passed,
    kingOf(state, turn),
    kingOf(state, foe),
    depth,
  );
}

function play(state: State, seat: Seat, move: Move) {
  if (state.outcome !== null)
    return fail('game-over', `the match has ended: ${state.outcome.reason}`);
  const { turn } = state;
  if (seat !== turn)
    return fail('wrong-seat', turn === 0 ? 'it is white to move' : 'it is black to move', {
      rule: 'turn',
    });
  const from = move.from[1] * 8 + move.from[0];
  const to = move.to[1] * 8 + move.to[0];
  const promotion = promotionOf(move);
  const wrong = refuseGeometry(
    state.board,
    turn,
    state.rights,
    state.passed,
    state.check,
    from,
    to,
    promotion,
  );
  if (wrong !== null) return refuse(wrong, from, to);
  const board = new Uint8Array(state.board);
  const taken = makeMove(board, from, to, promotion);
  const foe = (1 - turn) as Side;
  const whiteKing = from === state.whiteKing ? to : state.whiteKing;
  const blackKing = from === state.blackKing ? to : state.blackKing;
  const [own, other] = turn === 0 ? [whiteKing, blackKing] : [blackKing, whiteKing];
  if (isExposed(board, own, from, to, taken, state.check, foe))
    return refuse(state.check ? 'inCheck' : 'exposed', from, to);
  const next = follow(state, board, from, to, taken, promotion, whiteKing, blackKing, other);
  return ok({ state: next, events: eventsOf(state, next, from, to, taken, promotion) });
}

/** The state after a legal move that is on the board already. */
function follow(
  state: State,
  board: Board,
  from: number,
  to: number,
  taken: number,
  promotion: number,
  whiteKing: number,
  blackKing: number,
  other: number,
): State {
  const { turn } = state;
  const foe = (1 - turn) as Side;
  const piece = state.board[from]!;
  const pawn = (piece & 7) === PAWN;
  const rights = keepRights(state.rights, from, to);
  const passed = pawn && (to - from === 16 || from - to === 16) ? (from + to) >> 1 : NONE;
  const passable = isPassable(board, foe, passed, other);
  const check = givesCheck(board, other, from, to, taken, turn);
  const halfMoves = pawn || taken !== NONE ? 0 : state.halfMoves + 1;
  const fullMoves = state.fullMoves + turn;
  let hash = state.hash ^ keyOf(piece, from) ^ keyOf(board[to]!, to);
  if (taken !== NONE) hash ^= keyOf(state.board[taken]!, taken);
  else if ((piece & 7) === KING && (to - from === 2 || from - to === 2)) {
    const rook = ROOK | (turn << 3);
    hash ^= keyOf(rook, to > from ? to + 1 : to - 2) ^ keyOf(rook, (from + to) >> 1);
  }
  // what went before a capture, a pawn's move or a lost right cannot come again
  const earlier = halfMoves === 0 || rights !== state.rights ? null : state;
  const occurred =
    earlier === null ? 1 : countOccurred(board, foe, rights, passable, hash, earlier);
  let outcome: Outcome | null = null;
  if (!hasLegalMove(board, foe, passed, other, check))
    outcome = check ? CHECKMATES[turn] : STALEMATE;
  else if ((taken !== NONE || promotion !== 0) && isDead(board)) outcome = DEAD;
  else if (occurred >= 5) outcome = FIVEFOLD;
  else if (halfMoves >= 150) outcome = SEVENTY_FIVE;
  return {
    board,
    turn: foe,
    rights,
    passed,
    passable,
    halfMoves,
    fullMoves,
    whiteKing,
    blackKing,
    check,
    hash,
    earlier,
    occurred,
    outcome,
  };
}

function eventsOf(
  state: State,
  next: State,
  from: number,
  to: number,
  taken: number,
  promotion: number,
): readonly GameEvent[] {
  const castled = (state.board[from]! & 7) === KING && (to - from === 2 || from - to === 2);
  if (taken === NONE && promotion === 0 && !castled && !next.check && next.outcome === null)
    return NO_EVENTS;
  const seat = state.turn;
  const events: GameEvent[] = [];
  if (castled) events.push({ type: 'castle', seat, side: to > from ? 'k' : 'q' });
  if (taken !== NONE) {
    if (taken !== to) events.push({ type: 'enPassant', seat, at: pair(taken) });
    events.push({
      type: 'capture',
      seat,
      piece: LETTERS[state.board[taken]! & 7]!,
      at: pair(taken),
    });
  }
  if (promotion !== 0)
    events.push({ type: 'promotion', seat, piece: LETTERS[PROMOTIONS[promotion]!]!, at: pair(to) });
  if (next.check)
    events.push({ type: 'check', seat: next.turn, at: pair(kingOf(next, next.turn)) });
  if (next.outcome !== null) {
    const { result, winners, reason } = next.outcome;
    events.push({ type: 'end', result, winners, reason });
  }
  return events;
}

const pair = (square: number): [x: number, y: number] => [square & 7, square >> 3];

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
    outcome: canMate(state.board, other) ? won(other, reason) : drawn(reason),
  };
}

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
