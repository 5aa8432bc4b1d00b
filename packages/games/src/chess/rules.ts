/** The laws of chess (FIDE) as a Game. */
import { type Game, LEAVING_REASONS, type Leaving, type Outcome, ok, type Seat } from '@kifu/core';
import { refuseLate } from '../start.ts';
import type { Side } from './board.ts';
import { canMate, drawn, won } from './ending.ts';
import { initial } from './fen.ts';
import { generateMoves, MAX_MOVES } from './generate.ts';
import { fromPacked, type Move, moves } from './move-codec.ts';
import { countMoves } from './perft.ts';
import { boardOf } from './planes.ts';
import { NO_EVENTS, play } from './play.ts';
import { kingOf, type State } from './state.ts';
import { states } from './state-codec.ts';

/** The rules of chess. */
export const game: Game<State, Move> = {
  name: 'chess',
  code: 1,
  version: 1,
  seats: [2, 2],
  setup({ start }) {
    if (start === null) return ok({ ...initial });
    const state = states.restore(start.canon, start.aside);
    return state.ok ? (refuseLate(state.value.fullMoves) ?? state) : state;
  },
  seated: () => BOTH,
  active: state => (state.outcome !== null ? NOBODY : state.turn === 0 ? WHITE : BLACK),
  legal,
  play,
  outcome: state => state.outcome,
  numbered: { sizeBytes: 3, most: MAX_MOVES, list: listNumbers },
  moves,
  states,
  table: { claims, leave },
};

const BOTH: readonly Seat[] = [0, 1];
const WHITE: readonly Seat[] = [0];
const BLACK: readonly Seat[] = [1];
const NOBODY: readonly Seat[] = [];

function legal(state: State, seat: Seat): Move[] {
  if (seat !== state.turn || state.outcome !== null) return [];
  const end = findLegal(state);
  const list: Move[] = [];
  for (let i = 0; i < end; i++) list.push(fromPacked(FOUND[i]!));
  return list;
}

/** The three bytes of each legal move: the promoted piece is one less than in a packed move, and there is a bit for it. */
function listNumbers(state: State, seat: Seat, into: Int32Array): number {
  if (seat !== state.turn || state.outcome !== null) return 0;
  const end = findLegal(state);
  for (let i = 0; i < end; i++) {
    const packed = FOUND[i]!;
    const way = ((packed >> 9) << 16) | (((packed >> 3) & 63) << 8);
    into[i] = (packed & 7) === 0 ? way : way | 0x4000 | ((packed & 7) - 1);
  }
  return end;
}

/** The legal moves as numbers, in canonical order, whether or not the match has ended. */
export function legalPacked(state: State): number[] {
  const end = findLegal(state);
  const list: number[] = [];
  for (let i = 0; i < end; i++) list.push(FOUND[i]!);
  return list;
}

/** Puts the legal moves into `FOUND`, in canonical order, and says how many there are. */
function findLegal(state: State): number {
  const { turn, rights, passed } = state;
  const end = generateMoves(boardOf(state), turn, rights, passed, kingOf(state, turn), FOUND, 0);
  // origins are in order already, so that no move has far to go: quicker than a sort that makes no use of that
  for (let i = 1; i < end; i++) {
    const packed = FOUND[i]!;
    let at = i;
    for (; at > 0 && FOUND[at - 1]! > packed; at--) FOUND[at] = FOUND[at - 1]!;
    FOUND[at] = packed;
  }
  return end;
}

const FOUND = new Int32Array(MAX_MOVES);

/** How many sequences of moves there are; dead positions and counting rules cut nothing off. */
export function perft(state: State, depth: number): number {
  const { turn, rights, passed } = state;
  const [own, other] = [kingOf(state, turn), kingOf(state, (1 - turn) as Side)];
  return countMoves(boardOf(state), turn, rights, passed, own, other, depth);
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
