/** Which steps a roll allows: one by one, and by the rule that as much of a roll must be played as can be. Move format §7. */
import { BAR, blockedBy, sourcesOf, viewed } from './board.ts';
import { packMove } from './move-codec.ts';
import { isDouble, type State } from './state.ts';

/** The places of the seat on turn, as bits. */
export const ownPlaces = ({ o1, o2, o4, o8 }: State): number => o1 | o2 | o4 | o8;

/** The places where the seat on turn may not land. What is hit never stood in the way, so that a turn changes nothing. */
export const blockedFor = ({ f2, f4, f8 }: State): number => blockedBy(f2, f4, f8);

/** The places after a checker went from one of them by a die. */
export function placesAfter(state: State, own: number, place: number, die: number): number {
  const bit = 1 << place;
  const isLast = (state.o1 & bit) !== 0 && ((state.o2 | state.o4 | state.o8) & bit) === 0;
  const rest = isLast ? own ^ bit : own;
  return place < die ? rest : rest | (1 << (place - die));
}

/** Whether the seat on turn hits where it lands: the point has a single checker of the opponent. */
export const hitsAt = ({ f1, f2, f4, f8 }: State, place: number): boolean =>
  place >= 0 && (((f1 & ~(f2 | f4 | f8)) >> (23 - place)) & 1) !== 0;

/** The other die, where two that differ are left; 0 where not. */
export function otherDie({ dice, left }: Pick<State, 'dice' | 'left'>, die: number): number {
  if (left !== 3 || isDouble(dice)) return 0;
  return die === dice >> 3 ? dice & 7 : dice >> 3;
}

/** Whether some step with one die leaves a step for the other. */
export const canUseBoth = (state: State, own: number, blocked: number, die: number): boolean => {
  const other = otherDie(state, die);
  return leavesStep(state, own, blocked, die, other) || leavesStep(state, own, blocked, other, die);
};

function leavesStep(
  state: State,
  own: number,
  blocked: number,
  die: number,
  other: number,
): boolean {
  for (let rest = sourcesOf(own, blocked, die); rest !== 0; rest &= rest - 1) {
    const place = lowest(rest);
    if (sourcesOf(placesAfter(state, own, place, die), blocked, other) !== 0) return true;
  }
  return false;
}

/** Whether a roll moves anything at all. */
export function canMove(own: number, blocked: number, dice: number): boolean {
  return sourcesOf(own, blocked, dice >> 3) !== 0 || sourcesOf(own, blocked, dice & 7) !== 0;
}

/** The legal moves as numbers, in canonical order; none before a roll and after the end. */
export function legalPacked(state: State): number[] {
  const { dice, left } = state;
  if (dice === 0 || state.outcome !== null) return [];
  const own = ownPlaces(state);
  const blocked = blockedFor(state);
  const found: number[] = [];
  if (left === 3 && !isDouble(dice)) addPair(found, state, own, blocked);
  else {
    const die = (left & 1) !== 0 ? dice >> 3 : dice & 7;
    addSteps(found, state, sourcesOf(own, blocked, die), die);
  }
  return found.sort((a, b) => a - b);
}

/** Steps with either of two dice: only those that leave one for the other, where any does; else by the larger die. */
function addPair(found: number[], state: State, own: number, blocked: number): void {
  const { dice } = state;
  const larger = Math.max(dice >> 3, dice & 7);
  const smaller = Math.min(dice >> 3, dice & 7);
  const byLarger = sourcesOf(own, blocked, larger);
  const bySmaller = sourcesOf(own, blocked, smaller);
  addSteps(found, state, leaving(state, own, blocked, byLarger, larger, smaller), larger);
  addSteps(found, state, leaving(state, own, blocked, bySmaller, smaller, larger), smaller);
  if (found.length > 0) return;
  if (byLarger !== 0) addSteps(found, state, byLarger, larger);
  else addSteps(found, state, bySmaller, smaller);
}

/** Those of the places from which a step leaves one for the other die. */
function leaving(
  state: State,
  own: number,
  blocked: number,
  sources: number,
  die: number,
  other: number,
): number {
  let kept = 0;
  for (let rest = sources; rest !== 0; rest &= rest - 1) {
    const place = lowest(rest);
    if (sourcesOf(placesAfter(state, own, place, die), blocked, other) !== 0) kept |= 1 << place;
  }
  return kept;
}

function addSteps(found: number[], { turn }: State, sources: number, die: number): void {
  for (let rest = sources; rest !== 0; rest &= rest - 1) {
    const place = lowest(rest);
    const from = place === BAR ? BAR : viewed(turn, place);
    const to = place < die ? BAR : viewed(turn, place - die);
    found.push(packMove(from, to, die));
  }
}

const lowest = (bits: number): number => 31 - Math.clz32(bits & -bits);
