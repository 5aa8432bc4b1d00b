/**
 * Checkers as bits. Each seat counts places from its own side: 0 is its ace point, 23 the farthest, 24 its bar. So both
 * walk down, and the rules are written once. How many stand on a place is spread over four planes: bit p of plane `n4`
 * says whether the number on place p contains a 4.
 */

/** Seat 0 walks from point 23 down to 0, seat 1 up. */
export type Side = 0 | 1;

/** Checkers a side. */
export const CHECKERS = 15;
/** Points on the board. */
export const POINTS = 24;
/** The place of checkers that were hit. In moves the same number stands for off. */
export const BAR = 24;
/** Places from which checkers are borne off. */
export const HOME = 6;

const ON_BOARD = (1 << POINTS) - 1;

/** The place of a point as a side counts it, and the point of a place. */
export const viewed = (side: Side, point: number): number => (side === 0 ? point : 23 - point);

/** The checkers of one side, or any four planes. */
export interface Planes {
  readonly n1: number;
  readonly n2: number;
  readonly n4: number;
  readonly n8: number;
}

/** How many stand on a place. */
export const countAt = ({ n1, n2, n4, n8 }: Planes, place: number): number =>
  ((n1 >> place) & 1) |
  (((n2 >> place) & 1) << 1) |
  (((n4 >> place) & 1) << 2) |
  (((n8 >> place) & 1) << 3);

/** How many a side still has on the board and the bar. */
export const countAll = ({ n1, n2, n4, n8 }: Planes): number =>
  countBits(n1) + 2 * countBits(n2) + 4 * countBits(n4) + 8 * countBits(n8);

/** How many steps of one a side needs to bear all off. */
export function countPips(planes: Planes): number {
  let pips = 0;
  for (let place = 0; place <= BAR; place++) pips += (place + 1) * countAt(planes, place);
  return pips;
}

/** The planes of a side by how many stand on each place. */
export function planesOf(counts: readonly number[]): Planes {
  const plane = (bit: number) =>
    counts.reduce((bits, count, place) => bits | ((count & bit) === 0 ? 0 : 1 << place), 0);
  return { n1: plane(1), n2: plane(2), n4: plane(4), n8: plane(8) };
}

/** The places where a side may not land, as bits: points with two or more of the opponent. */
export const blockedBy = (foe2: number, foe4: number, foe8: number): number =>
  mirror((foe2 | foe4 | foe8) & ON_BOARD);

/** Points seen from the other side. */
export const mirror = (bits: number): number => (MIRROR[bits & 4095]! << 12) | MIRROR[bits >> 12]!;

/** Twelve bits in reverse order. */
const MIRROR = Uint16Array.from({ length: 4096 }, (_, bits) => {
  let turned = 0;
  for (let i = 0; i < 12; i++) turned |= ((bits >> i) & 1) << (11 - i);
  return turned;
});

/**
 * The places from which a die moves a checker, as bits: `own` are the places with checkers, `blocked` those where none may
 * land. With a checker on the bar only that one; off the board only with all at home, from the die's own point, or with
 * nothing there and behind from the highest.
 */
export function sourcesOf(own: number, blocked: number, die: number): number {
  if (own >> BAR !== 0) return ((blocked >> (BAR - die)) & 1) === 0 ? 1 << BAR : 0;
  const inside = ((own >> die) & ~blocked) << die;
  if (own >> HOME !== 0 || own === 0) return inside;
  const exact = own & (1 << (die - 1));
  return own >> die === 0 && exact === 0 ? highest(own) : inside | exact;
}

const highest = (bits: number): number => 1 << (31 - Math.clz32(bits));

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
