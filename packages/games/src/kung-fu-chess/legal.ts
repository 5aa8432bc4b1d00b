/** All commands that a seat may give. */
import type { Seat } from '@kifu/core';
import { BISHOP, type Board, KING, KNIGHT, PAWN, ROOK } from './board.ts';
import { fromPacked, type Move } from './move-codec.ts';
import { refuseWay } from './paths.ts';
import { refuseNow } from './play.ts';
import { columnOf, rowOf, SQUARES } from './squares.ts';
import { isAlive, kindOf, type State, squareOf, TAKEN } from './state.ts';
import { survey } from './survey.ts';

/** The legal moves of a seat, by piece and square. */
export function legalMoves(state: State, seat: Seat): Move[] {
  const { setting, men, end } = state;
  if (end !== null || !isAlive(state, seat)) return [];
  const { ground } = setting;
  const found: Move[] = [];
  survey(state);
  for (let man = 0; man < men.length; man++) {
    const word = men[man]!;
    if (ground.seatOf[man] !== seat || (word & TAKEN) !== 0) continue;
    if (refuseNow(state, man) !== null) continue;
    for (const to of targetsOf(ground, man, kindOf(word), squareOf(word)))
      if (refuseWay(state, man, to) === null)
        found.push(fromPacked(((ground.firstNumber + man) << 8) | to));
  }
  return found;
}

/** Where a piece could go by its geometry from a square, in order; found once for each kind and square. */
function targetsOf(board: Board, man: number, kind: number, from: number): readonly number[] {
  const lists = TARGETS.get(board) ?? new Map<number, readonly number[]>();
  TARGETS.set(board, lists);
  const seat = board.seatOf[man]!;
  // only pawns and castling depend on the side
  const key = (kind === PAWN || kind === KING ? 2048 * (1 + seat) : 0) + (kind << 8) + from;
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list: number[] = [];
  for (let to = 0; to < SQUARES; to++)
    if (board.isOn[to] === 1 && to !== from && hasGeometry(board, seat, kind, from, to))
      list.push(to);
  lists.set(key, list);
  return list;
}

const TARGETS = new Map<Board, Map<number, readonly number[]>>();

/** Whether a piece could go there on an empty board, or with something to take. */
export function hasGeometry(
  { armies, men }: Board,
  seat: Seat,
  kind: number,
  from: number,
  to: number,
): boolean {
  const { forward, slants, isHomeLine, king, castlings } = armies[seat]!;
  const rows = Math.abs(rowOf(to) - rowOf(from));
  const columns = Math.abs(columnOf(to) - columnOf(from));
  const step = to - from;
  if (kind === PAWN)
    return (
      step === forward || slants.includes(step) || (step === 2 * forward && isHomeLine[from] === 1)
    );
  if (kind === KNIGHT) return rows * columns === 2;
  if (kind === KING)
    return (
      (rows <= 1 && columns <= 1) ||
      (from === men[king]!.home && castlings.some(({ kingTo }) => kingTo === to))
    );
  const isStraight = rows * columns === 0;
  return isStraight ? kind !== BISHOP : rows === columns && kind !== ROOK;
}
