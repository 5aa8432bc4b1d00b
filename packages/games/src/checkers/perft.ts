/** Counting move sequences: the plainest check of a move generator, and a measure of its speed. */
import * as bits from './bits.ts';
import * as moves from './generate.ts';
import type { Side } from './squares.ts';
import * as tables from './squares.ts';
import { piecesOf, type State } from './state.ts';

// constants of this module's own are built into the machine code; imported ones may be looked up each time
const { CROWN_ROWS, countSteps, jumpers, lowestOf, steppers } = bits;
const { canJump, isForward } = moves;
const { DIRECTIONS, LAND, NEXT, NONE } = tables;

/** How many sequences of `depth` moves there are. Counting rules cut nothing off. */
export function perft(state: State, depth: number): number {
  const { turn, kings, chain } = state;
  if (depth === 0) return 1;
  const own = piecesOf(state, turn);
  const foe = piecesOf(state, (1 - turn) as Side);
  return chain === NONE
    ? countMoves(own, foe, kings, turn, depth)
    : countChains(1 << chain, own, foe, kings, turn, depth);
}

function countMoves(own: number, foe: number, kings: number, turn: Side, depth: number): number {
  const jumping = jumpers(own, foe, kings, turn);
  if (jumping !== 0) return countChains(jumping, own, foe, kings, turn, depth);
  if (depth === 1) return countSteps(own, foe, kings, turn);
  const empty = ~(own | foe);
  let nodes = 0;
  for (let rest = steppers(own, foe, kings, turn); rest !== 0; rest &= rest - 1) {
    const from = lowestOf(rest);
    const isKing = ((kings >> from) & 1) === 1;
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const to = NEXT[4 * from + direction]!;
      if (to !== NONE && ((empty >> to) & 1) === 1 && (isKing || isForward(direction, turn)))
        nodes += countAfter(from, to, 0, own, foe, kings, turn, depth);
    }
  }
  return nodes;
}

function countChains(
  jumping: number,
  own: number,
  foe: number,
  kings: number,
  turn: Side,
  depth: number,
): number {
  let nodes = 0;
  for (let rest = jumping; rest !== 0; rest &= rest - 1) {
    const from = lowestOf(rest);
    nodes += countOn(from, from, 0, own, foe, kings, turn, depth);
  }
  return nodes;
}

/** Counts what follows all chains from a square. */
function countOn(
  from: number,
  at: number,
  taken: number,
  own: number,
  foe: number,
  kings: number,
  turn: Side,
  depth: number,
): number {
  const isKing = ((kings >> from) & 1) === 1;
  const free = ~(own | foe) | (1 << from);
  let nodes = 0;
  let isEnd = true;
  if (isKing || ((CROWN_ROWS[turn] >> at) & 1) === 0)
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      if (!canJump(at, direction, isKing, turn, foe & ~taken, free)) continue;
      isEnd = false;
      const way = 4 * at + direction;
      nodes += countOn(from, LAND[way]!, taken | (1 << NEXT[way]!), own, foe, kings, turn, depth);
    }
  return isEnd ? countAfter(from, at, taken, own, foe, kings, turn, depth) : nodes;
}

/** Counts what follows one move. */
function countAfter(
  from: number,
  to: number,
  taken: number,
  own: number,
  foe: number,
  kings: number,
  turn: Side,
  depth: number,
): number {
  if (depth === 1) return 1;
  const [left, entered] = [1 << from, 1 << to];
  const isKing = (kings & left) !== 0 || (entered & CROWN_ROWS[turn]) !== 0;
  const others = kings & ~left & ~taken;
  return countMoves(
    foe & ~taken,
    (own & ~left) | entered,
    isKing ? others | entered : others,
    (1 - turn) as Side,
    depth - 1,
  );
}
