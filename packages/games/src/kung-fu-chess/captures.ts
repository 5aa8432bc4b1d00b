/** Captures of one tick, all found from the same snapshot and then carried out one by one. Rule sheet §9. */
import { KING, PAWN } from './board.ts';
import type { TickDraft } from './draft.ts';
import { captureEvent } from './events.ts';
import { floatTouch, isAirborne, type Moving, unitsAcross, unitsDown } from './motion.ts';
import { hasClash } from './schedule.ts';
import type { Setting } from './setting.ts';
import { columnOf, rowOf, squareAt } from './squares.ts';
import { isResting, kindOf, MOVING, squareOf, TAKEN } from './state.ts';

/** Finds and carries out all captures of the tick. */
export function takeAll(draft: TickDraft): void {
  const hits = findHits(draft);
  if (hits.length === 0) return;
  hits.sort((a, b) => a - b); // pairs are looked at in piece order, which shows in the order of events
  for (const hit of hits) resolve(draft, hit >> PAIR_SHIFT, hit & PAIR_MASK);
}

/** Two indices of pieces in one number, the smaller one above. */
const PAIR_SHIFT = 8;
const PAIR_MASK = 255;
const pairOf = (a: number, b: number): number =>
  a < b ? (a << PAIR_SHIFT) | b : (b << PAIR_SHIFT) | a;

/** All pairs of enemies that touch. */
function findHits({ setting, tick, men, moves }: TickDraft): number[] {
  const { ground, squareTicks, reach, tie, isFloat } = setting;
  const { seatOf } = ground;
  const hits: number[] = [];
  const side = 2 * squareTicks;
  for (let i = 0; i < moves.length; i++) {
    const a = moves[i]!;
    if (isAirborne(a, tick)) continue;
    const seat = seatOf[a.man];
    const [down, across] = [unitsDown(a, tick, setting), unitsAcross(a, tick, setting)];
    for (let man = 0; man < men.length; man++) {
      if (seatOf[man] === seat || !isResting(men[man]!)) continue;
      const square = squareOf(men[man]!);
      const distance = squared(down - side * rowOf(square), across - side * columnOf(square));
      const isTouch =
        distance <= reach ||
        (isFloat && distance === tie && floatTouch(setting, a, tick, null, square));
      if (isTouch) hits.push(pairOf(a.man, man));
    }
    for (let j = i + 1; j < moves.length; j++) {
      const b = moves[j]!;
      if (seatOf[b.man] === seat || isAirborne(b, tick)) continue;
      const distance = squared(
        down - unitsDown(b, tick, setting),
        across - unitsAcross(b, tick, setting),
      );
      const isTouch =
        distance <= reach || (isFloat && distance === tie && floatTouch(setting, a, tick, b, 0));
      if (isTouch) hits.push(pairOf(a.man, b.man));
    }
  }
  if (hasClash(ground, men)) addClashes(setting, men, hits);
  return hits;
}

const squared = (down: number, across: number): number => down * down + across * across;

/** Adds all pairs of enemies that rest on one square. */
function addClashes({ ground }: Setting, men: readonly number[], hits: number[]): void {
  for (let a = 0; a < men.length; a++)
    for (let b = a + 1; b < men.length; b++) {
      const isPair = isResting(men[a]!) && isResting(men[b]!);
      if (
        isPair &&
        squareOf(men[a]!) === squareOf(men[b]!) &&
        ground.seatOf[a] !== ground.seatOf[b]
      )
        hits.push(pairOf(a, b));
    }
}

/** Decides between two pieces that touch: rule sheet §9.3. Both as they were at the beginning of the tick. */
function resolve(draft: TickDraft, a: number, b: number): void {
  const [aMoving, bMoving] = [movingOf(draft.moves, a), movingOf(draft.moves, b)];
  const loser = loserOf(draft.men, a, aMoving, b, bMoving);
  if (loser !== null) take(draft, loser, loser === a ? b : a);
  else {
    take(draft, a, null);
    take(draft, b, null);
  }
}

/** Who of two pieces that touch is taken; null where both are. */
export function loserOf(
  men: readonly number[],
  a: number,
  aMoving: Moving | null,
  b: number,
  bMoving: Moving | null,
): number | null {
  const [isAStraight, isBStraight] = [isStraight(men, aMoving), isStraight(men, bMoving)];
  if (isAStraight !== isBStraight) return isAStraight ? a : b;
  if (aMoving === null || bMoving === null)
    return aMoving === bMoving ? null : aMoving === null ? a : b;
  if (aMoving.start === bMoving.start) return null;
  return aMoving.start < bMoving.start ? b : a;
}

/** Whether a piece is a pawn on a way on which it cannot take. */
export const isStraight = (men: readonly number[], moving: Moving | null): boolean =>
  moving?.isStraight === true && kindOf(men[moving.man]!) === PAWN;

/** The move of a piece, if it moves. */
export const movingOf = (moves: readonly Moving[], man: number): Moving | null =>
  moves.find(moving => moving.man === man) ?? null;

/** Takes a piece off the board. One that was taken in the same tick is reported once more. */
export function take(draft: TickDraft, victim: number, by: number | null): void {
  const { setting, tick, men, ready, moves, events } = draft;
  const moving = movingOf(moves, victim);
  const word = men[victim]!;
  events.push(captureEvent(setting, tick, victim, by, nearestSquare(setting, word, moving, tick)));
  if (!setting.isClassic && kindOf(word) === KING && moving !== null && (word & MOVING) !== 0)
    putRookBack(draft, moving);
  men[victim] = (word & ~MOVING) | TAKEN;
  ready[victim] = 0;
  draft.lastCapture = tick;
}

/** The square that a piece is nearest to. */
export function nearestSquare(
  setting: Setting,
  word: number,
  moving: Moving | null,
  tick: number,
): number {
  if (moving === null) return squareOf(word);
  const { squareTicks } = setting;
  const nearest = (units: number) => Math.floor((units + squareTicks) / (2 * squareTicks));
  return squareAt(
    nearest(unitsDown(moving, tick, setting)),
    nearest(unitsAcross(moving, tick, setting)),
  );
}

/** Where a king falls while it castles, the rook's move is undone: it stands in its corner as if nothing had been. */
function putRookBack({ setting, men }: TickDraft, { man, to, ticks }: Moving): void {
  const { armies, seatOf } = setting.ground;
  const castling = armies[seatOf[man]!]!.castlings.find(({ kingTo }) => kingTo === to);
  // castling is the only move of a king that goes further than one square
  if (ticks > setting.squareTicks && castling !== undefined) men[castling.rook]! &= ~MOVING;
}
