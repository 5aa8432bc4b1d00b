/**
 * Pieces on their way. Every move is a straight line at a constant speed, so that in units of 1/(2 · squareTicks) of a square a
 * piece goes a whole number of units down and across in each tick, and the tick at which two pieces meet can be computed.
 * Rule sheet §8.
 */
import { KNIGHT, PAWN } from './board.ts';
import type { Setting } from './setting.ts';
import { columnOf, rowOf } from './squares.ts';

/** A move under way. */
export interface Moving {
  /** Index of the piece. */
  readonly man: number;
  readonly from: number;
  readonly to: number;
  /** The first tick of the motion: one after the command. */
  readonly start: number;
  /** How many ticks the way takes. */
  readonly ticks: number;
  /** Units a tick, down and across. */
  readonly down: number;
  readonly across: number;
  /** From this tick of its way on it can be met: not at once for a knight. */
  readonly seen: number;
  /** A pawn that keeps its column cannot take. */
  readonly isStraight: boolean;
}

/** A move of a piece of some kind; the way must be one that the kind can go. */
export function makeMoving(
  { squareTicks, knightSeen }: Setting,
  man: number,
  kind: number,
  from: number,
  to: number,
  start: number,
): Moving {
  const rows = rowOf(to) - rowOf(from);
  const columns = columnOf(to) - columnOf(from);
  const isKnight = kind === KNIGHT;
  return {
    man,
    from,
    to,
    start,
    ticks: squareTicks * (isKnight ? 2 : Math.max(Math.abs(rows), Math.abs(columns))),
    down: isKnight ? rows : 2 * Math.sign(rows),
    across: isKnight ? columns : 2 * Math.sign(columns),
    seen: isKnight ? knightSeen : 0,
    isStraight: kind === PAWN && columns === 0,
  };
}

/** The tick of arrival. */
export const endOf = ({ start, ticks }: Moving): number => start + ticks;

/** How many ticks of its way a piece has gone at a tick. */
export const elapsedAt = ({ start, ticks }: Moving, tick: number): number =>
  Math.min(ticks, Math.max(0, tick - start));

/** Where a moving piece is, in units from the top. */
export const unitsDown = (moving: Moving, tick: number, { squareTicks }: Setting): number =>
  2 * squareTicks * rowOf(moving.from) + moving.down * elapsedAt(moving, tick);

/** Where a moving piece is, in units from the left. */
export const unitsAcross = (moving: Moving, tick: number, { squareTicks }: Setting): number =>
  2 * squareTicks * columnOf(moving.from) + moving.across * elapsedAt(moving, tick);

/** Whether a moving piece is a knight that nothing can meet yet. */
export const isAirborne = (moving: Moving, tick: number): boolean =>
  elapsedAt(moving, tick) < moving.seen;

/**
 * The first tick, of those from `from` to `to`, at which a moving piece touches one that rests; −1 where it passes it by. Only a
 * piece that stands on the line of motion can be touched, and by a knight only the one it lands on: all others are at least
 * half a square away.
 */
export function meetResting(
  setting: Setting,
  moving: Moving,
  square: number,
  from: number,
  to: number,
): number {
  const { squareTicks, isFloat, reach, tie } = setting;
  const rows = rowOf(square) - rowOf(moving.from);
  const columns = columnOf(square) - columnOf(moving.from);
  if (rows * moving.across !== columns * moving.down) return -1;
  const first = Math.max(from, moving.start + moving.seen);
  const span = Math.min(to, endOf(moving)) - first;
  if (span < 0) return -1;
  const gone = first - moving.start;
  const dr = moving.down * gone - 2 * squareTicks * rows;
  const dc = moving.across * gone - 2 * squareTicks * columns;
  if (!isFloat) {
    const k = firstWithin(dr, dc, moving.down, moving.across, span, reach);
    return k < 0 ? -1 : first + k;
  }
  const isTouch = (k: number) => floatTouch(setting, moving, first + k, null, square);
  const k = firstWithTies(dr, dc, moving.down, moving.across, span, tie, isTouch);
  return k < 0 ? -1 : first + k;
}

/** The first tick, of those from `from` to `to`, at which two moving pieces touch while both move; −1 where they do not. */
export function meetMoving(
  setting: Setting,
  a: Moving,
  b: Moving,
  from: number,
  to: number,
  reach: number = setting.reach,
): number {
  const first = Math.max(from, a.start + a.seen, b.start + b.seen);
  const span = Math.min(to, endOf(a), endOf(b)) - first;
  if (span < 0) return -1;
  const dr = unitsDown(a, first, setting) - unitsDown(b, first, setting);
  const dc = unitsAcross(a, first, setting) - unitsAcross(b, first, setting);
  const [down, across] = [a.down - b.down, a.across - b.across];
  if (!setting.isFloat) {
    const k = firstWithin(dr, dc, down, across, span, reach);
    return k < 0 ? -1 : first + k;
  }
  const isTouch = (k: number) => floatTouch(setting, a, first + k, b, 0);
  const k = firstWithTies(dr, dc, down, across, span, setting.tie, isTouch);
  return k < 0 ? -1 : first + k;
}

/**
 * The first k from 0 to `span` at which (dr, dc) + k · (down, across) is within reach, by the square of its length; −1 where
 * none is. The square is a convex function of k: it falls to its least value and rises again.
 */
function firstWithin(
  dr: number,
  dc: number,
  down: number,
  across: number,
  span: number,
  reach: number,
): number {
  if (dr * dr + dc * dc <= reach) return 0;
  const closing = -(dr * down + dc * across);
  if (closing <= 0) return -1;
  const isWithin = (k: number) => {
    const [r, c] = [dr + k * down, dc + k * across];
    return r * r + c * c <= reach;
  };
  const least = Math.floor(closing / (down * down + across * across));
  let high = Math.min(span, least);
  if (!isWithin(high)) {
    high = Math.min(span, least + 1);
    return isWithin(high) ? high : -1;
  }
  let low = 0; // not within, as `high` is
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isWithin(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The same where a tie may count: at exactly that distance floating point is asked. */
function firstWithTies(
  dr: number,
  dc: number,
  down: number,
  across: number,
  span: number,
  tie: number,
  isTouch: (k: number) => boolean,
): number {
  for (let k = 0; k <= span; k++) {
    const more = firstWithin(dr + k * down, dc + k * across, down, across, span - k, tie);
    if (more < 0) return -1;
    k += more;
    const [r, c] = [dr + k * down, dc + k * across];
    if (r * r + c * c < tie || isTouch(k)) return k;
  }
  return -1;
}

/**
 * Whether the distance comes out below 0.4 in floating point, in exactly these steps: rule sheet §12. The second piece moves, or
 * rests on a square.
 */
export function floatTouch(
  { squareTicks }: Setting,
  a: Moving,
  tick: number,
  b: Moving | null,
  square: number,
): boolean {
  const dx =
    floatAt(a, tick, squareTicks, rowOf) -
    (b === null ? rowOf(square) : floatAt(b, tick, squareTicks, rowOf));
  const dy =
    floatAt(a, tick, squareTicks, columnOf) -
    (b === null ? columnOf(square) : floatAt(b, tick, squareTicks, columnOf));
  return Math.sqrt(dx * dx + dy * dy) < 0.4;
}

/** One coordinate of a moving piece, in squares. */
function floatAt(
  moving: Moving,
  tick: number,
  squareTicks: number,
  coordinate: (square: number) => number,
): number {
  const [first, last] = [coordinate(moving.from), coordinate(moving.to)];
  const elapsed = elapsedAt(moving, tick);
  if (moving.seen > 0) return first + (last - first) * (elapsed / (2 * squareTicks));
  const way = elapsed / squareTicks;
  const index = Math.trunc(way);
  const a = first + index * Math.sign(last - first);
  return a + Math.sign(last - first) * (way - index);
}
