/**
 * The board as numbers. A place is where a token stands as its owner counts it: the position of the move format plus
 * one, so that it fits six bits. The four tokens of a seat are one number of 24 bits, token 0 in the lowest six.
 */

/** The place of a token that waits to come out. */
export const BASE = 0;
/** The own start square. */
const START = 1;
/** The last square of the ring before the home column. */
export const RING_END = 51;
export const HOME = 57;

/** Tokens a seat. */
export const TOKENS = 4;
/** The number that brings a token out. */
export const SIX = 6;

const RING = 52;
const SEATS = 4;
/** One in each of the four fields. */
const ONES = 0x041041;
/** The highest bit of each field. */
const TOPS = 0x820820;

/** The four tokens of a seat in base, and at home. */
export const ALL_BASE = 0;
export const ALL_HOME = HOME * ONES;

/** Ring squares on which nothing is captured: the start squares and the stars. */
export const SAFE_SQUARES: readonly number[] = [0, 8, 13, 21, 26, 34, 39, 47];

/** Where a token stands. */
export const placeOf = (tokens: number, token: number): number => (tokens >> (6 * token)) & 63;

/** The tokens with one of them elsewhere. */
export const withToken = (tokens: number, token: number, place: number): number =>
  (tokens & ~(63 << (6 * token))) | (place << (6 * token));

/** Whether one of the tokens stands on a place. */
export function isOn(tokens: number, place: number): boolean {
  // a field that matches becomes zero, and only from there does taking one away reach a highest bit that was clear
  const differences = tokens ^ (place * ONES);
  return ((differences - ONES) & ~differences & TOPS) !== 0;
}

/** Where a token lands with this number; BASE where it may not move, since no token moves there. */
export function landing(tokens: number, token: number, die: number): number {
  const to = STEPS[placeOf(tokens, token) * 8 + die]!;
  return to !== HOME && isOn(tokens, to) ? BASE : to;
}

/** Where each number leads from each place, by place · 8 + die; BASE where it leads nowhere. */
const STEPS = Uint8Array.from({ length: 64 * 8 }, (_, i) => {
  const [place, die] = [i >> 3, i & 7];
  const to = place === BASE ? (die === SIX ? START : BASE) : place + die;
  return to > HOME ? BASE : to;
});

/** Whether any token can move with this number. */
export function canMove(tokens: number, die: number): boolean {
  for (let token = 0; token < TOKENS; token++)
    if (landing(tokens, token, die) !== BASE) return true;
  return false;
}

/** The ring square, 0 to 51, of a seat's place on the ring. */
export const squareOf = (seat: number, place: number): number => (13 * seat + place - 1) % RING;

/** Another seat's place on a ring square; BASE where its tokens never come: the square behind its start. */
export function placeOn(square: number, seat: number): number {
  const place = ((square + RING - 13 * seat) % RING) + 1;
  return place > RING_END ? BASE : place;
}

/**
 * Where tokens of other seats are captured by one that lands, as those count it: by (seat · 64 + place) · 4 + other.
 * BASE where none can be.
 */
export const PREY = fillPrey();

function fillPrey(): Uint8Array {
  const prey = new Uint8Array(SEATS * 64 * SEATS);
  for (let seat = 0; seat < SEATS; seat++)
    for (let place = START; place <= RING_END; place++) {
      const square = squareOf(seat, place);
      if (SAFE_SQUARES.includes(square)) continue;
      for (let other = 0; other < SEATS; other++)
        if (other !== seat) prey[(seat * 64 + place) * SEATS + other] = placeOn(square, other);
    }
  return prey;
}
