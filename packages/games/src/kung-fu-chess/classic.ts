/**
 * The older rules of captures: moves are looked at in the order in which they were ordered, captures are carried out at once, and
 * of two moving pieces the one that closes in takes. Rule sheet §15.
 */
import { KNIGHT, PAWN, QUEEN } from './board.ts';
import { isStraight, movingOf, take } from './captures.ts';
import { isLastLine, type TickDraft } from './draft.ts';
import { promotionEvent } from './events.ts';
import { elapsedAt, endOf, isAirborne, type Moving } from './motion.ts';
import type { Setting } from './setting.ts';
import { columnOf, rowOf } from './squares.ts';
import { KIND_SHIFT, kindOf, squareOf, TAKEN } from './state.ts';

/** Pawns that reach their last line become queens before anything is taken. */
export function promoteClassic({ setting, tick, men, moves, events }: TickDraft): void {
  for (const moving of moves) {
    const { man, to } = moving;
    if (tick < endOf(moving) || kindOf(men[man]!) !== PAWN) continue;
    if (!isLastLine(setting, man, to)) continue;
    men[man] = (men[man]! & ~(7 << KIND_SHIFT)) | (QUEEN << KIND_SHIFT);
    events.push(promotionEvent(setting, tick, man, to));
  }
}

/** Goes through the moves; each takes or falls at most once. */
export function takeClassic(draft: TickDraft): void {
  const { setting, tick, men, moves } = draft;
  const { seatOf } = setting.ground;
  for (const moving of moves) {
    const { man } = moving;
    if ((men[man]! & TAKEN) !== 0) continue;
    if (kindOf(men[man]!) === KNIGHT && elapsedAt(moving, tick) < setting.knightTakes) continue;
    for (let other = 0; other < men.length; other++) {
      if (seatOf[other] === seatOf[man] || (men[other]! & TAKEN) !== 0) continue;
      const otherMoving = movingOf(moves, other);
      if (otherMoving !== null && isAirborne(otherMoving, tick)) continue;
      const loser =
        otherMoving === null
          ? meetsResting(draft, moving, other)
          : meetsMoving(draft, moving, otherMoving);
      if (loser === null) continue;
      take(draft, loser, loser === man ? other : man);
      break;
    }
  }
}

/** Who falls when a moving piece comes upon one at rest; null where they do not touch. */
function meetsResting(
  { setting, tick, men }: TickDraft,
  moving: Moving,
  other: number,
): number | null {
  const square = squareOf(men[other]!);
  const side = 4 * setting.squareTicks;
  const [down, across] = placeOf(setting, moving, tick, 0);
  const distance = squared(down - side * rowOf(square), across - side * columnOf(square));
  if (!isNear(distance, setting)) return null;
  return isStraight(men, moving) ? moving.man : other;
}

/** Who falls when a moving piece comes upon another; null where neither does, for now or by this piece. */
function meetsMoving(
  { setting, tick, men }: TickDraft,
  moving: Moving,
  other: Moving,
): number | null {
  const here = placeOf(setting, moving, tick, 0);
  const there = placeOf(setting, other, tick, 0);
  const now = apart(here, there);
  if (10_000 * now > 5041 * (4 * setting.squareTicks) ** 2) return null; // 0.71 squares
  const ifGone = apart(placeOf(setting, moving, tick, 1), there);
  const ifOtherGone = apart(here, placeOf(setting, other, tick, 1));
  if (!isNear(Math.min(now, ifGone, ifOtherGone), setting)) return null;
  if (isStraight(men, moving)) {
    const isSafe = isStraight(men, other) && other.start >= moving.start;
    return isSafe ? null : moving.man;
  }
  if (ifGone < now && ifOtherGone > now) return other.man;
  if (ifGone > now && ifOtherGone < now) return null; // the other one takes, when its turn comes
  return moving.start <= other.start ? other.man : null;
}

/** A point of the board in units of 1/(4 · squareTicks) of a square. */
type UnitPoint = readonly [down: number, across: number];

/** Location of a moving piece after a number of half ticks. */
function placeOf(
  { squareTicks }: Setting,
  moving: Moving,
  tick: number,
  halfTicks: number,
): UnitPoint {
  const { from, down, across, ticks } = moving;
  const gone = Math.min(2 * ticks, 2 * elapsedAt(moving, tick) + halfTicks);
  return [
    4 * squareTicks * rowOf(from) + down * gone,
    4 * squareTicks * columnOf(from) + across * gone,
  ];
}

const apart = (a: UnitPoint, b: UnitPoint): number => squared(a[0] - b[0], a[1] - b[1]);
const squared = (down: number, across: number): number => down * down + across * across;

/** Whether a square of a distance in those units is less than that of 0.4001 squares. They are never equal. */
const isNear = (distance: number, { squareTicks }: Setting): boolean =>
  100_000_000 * distance < 16_008_001 * (4 * squareTicks) ** 2;
