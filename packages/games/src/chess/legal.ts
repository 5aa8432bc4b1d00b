/** The legal moves of a state, as moves and as numbers. */
import type { Seat } from '@kifu/core';
import { generateMoves, MAX_MOVES } from './generate.ts';
import { fromPacked, type Move } from './move-codec.ts';
import { lendBoard } from './planes.ts';
import { kingOf, type State } from './state.ts';

/** The moves of a seat, in canonical order. */
export function legal(state: State, seat: Seat): Move[] {
  if (seat !== state.turn || state.outcome !== null) return [];
  const end = findLegal(state);
  const list: Move[] = [];
  for (let i = 0; i < end; i++) list.push(fromPacked(FOUND[i]!));
  return list;
}

/** The three bytes of each legal move: the promoted piece is one less than in a packed move, and there is a bit for it. */
export function listNumbers(state: State, seat: Seat, into: Int32Array): number {
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
  const end = generateMoves(lendBoard(state), turn, rights, passed, kingOf(state, turn), FOUND, 0);
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
