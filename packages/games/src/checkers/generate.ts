/** Finds all moves of a position. */
import { CROWN_ROWS, jumpers, lowestOf, steppers } from './bits.ts';
import { comparePaths, packJumps, packStep } from './path.ts';
import * as tables from './squares.ts';
import { DIRECTIONS, NONE, type Side } from './squares.ts';
import { piecesOf, type State } from './state.ts';

// tables of this module's own are built into the machine code; imported ones would be looked up each time
const { LAND, NEXT } = tables;

/** The legal moves in canonical order, whether or not the match has ended. */
export function legalPaths(state: State): number[] {
  const { turn, kings, chain } = state;
  const own = piecesOf(state, turn);
  const foe = piecesOf(state, (1 - turn) as Side);
  const jumping = chain === NONE ? jumpers(own, foe, kings, turn) : 1 << chain;
  return jumping === 0 ? findSteps(own, foe, kings, turn) : findChains(jumping, own, foe, state);
}

/** Squares and directions are gone through in rising order, so the steps are in order too. */
function findSteps(own: number, foe: number, kings: number, turn: Side): number[] {
  const empty = ~(own | foe);
  const found: number[] = [];
  for (let rest = steppers(own, foe, kings, turn); rest !== 0; rest &= rest - 1) {
    const from = lowestOf(rest);
    const isKing = ((kings >> from) & 1) === 1;
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const to = NEXT[4 * from + direction]!;
      if (to !== NONE && ((empty >> to) & 1) === 1 && (isKing || isForward(direction, turn)))
        found.push(packStep(from, direction));
    }
  }
  return found;
}

/** Whether a direction leads a side's men on. */
export const isForward = (direction: number, turn: Side): boolean => (direction & 1) !== turn;

/** What stays the same along the chains of one piece. */
interface Jumper {
  readonly from: number;
  readonly isKing: boolean;
  readonly turn: Side;
  readonly foe: number;
  /** The empty squares and the one it came from. */
  readonly free: number;
  readonly found: number[];
}

function findChains(jumping: number, own: number, foe: number, state: State): number[] {
  const found: number[] = [];
  for (let rest = jumping; rest !== 0; rest &= rest - 1) {
    const from = lowestOf(rest);
    const isKing = ((state.kings >> from) & 1) === 1;
    const free = ~(own | foe) | (1 << from);
    goOn({ from, isKing, turn: state.turn, foe, free, found }, from, 0, 0, 0);
  }
  return found.length > 1 ? found.sort(comparePaths) : found;
}

/** Follows all chains from a square; a chain without another jump is complete. */
function goOn(jumper: Jumper, at: number, taken: number, count: number, directions: number): void {
  const { from, isKing, turn, foe, free, found } = jumper;
  let isEnd = true;
  // a man that reaches the last row is crowned and stops
  if (isKing || ((CROWN_ROWS[turn] >> at) & 1) === 0)
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      if (!canJump(at, direction, isKing, turn, foe & ~taken, free)) continue;
      isEnd = false;
      const way = 4 * at + direction;
      const so = directions | (direction << (2 * count));
      goOn(jumper, LAND[way]!, taken | (1 << NEXT[way]!), count + 1, so);
    }
  if (isEnd && count > 0) found.push(packJumps(from, count, directions));
}

/** Whether a piece on a square can jump in a direction. */
export function canJump(
  at: number,
  direction: number,
  isKing: boolean,
  turn: Side,
  foe: number,
  free: number,
): boolean {
  const way = 4 * at + direction;
  const to = LAND[way]!;
  return (
    to !== NONE &&
    ((foe >> NEXT[way]!) & 1) === 1 &&
    ((free >> to) & 1) === 1 &&
    (isKing || isForward(direction, turn))
  );
}

/** Whether a piece on a square can jump at all. */
export function canJumpOn(
  at: number,
  isKing: boolean,
  turn: Side,
  foe: number,
  free: number,
): boolean {
  for (let direction = 0; direction < DIRECTIONS; direction++)
    if (canJump(at, direction, isKing, turn, foe, free)) return true;
  return false;
}
