/** Packed tokens against plain lists of places. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BASE,
  canMove,
  HOME,
  isOn,
  landing,
  PREY,
  placeOf,
  placeOn,
  RING_END,
  SAFE_SQUARES,
  squareOf,
  withToken,
} from './board.ts';

const places = fc.array(fc.integer({ min: BASE, max: HOME }), { minLength: 4, maxLength: 4 });
const pack = (list: readonly number[]) =>
  list.reduce((tokens, place, token) => withToken(tokens, token, place), 0);
const die = fc.integer({ min: 1, max: 6 });

describe('tokens', () => {
  test('are packed into a number and read back', () => {
    fc.assert(
      fc.property(places, fc.nat(3), fc.integer({ min: BASE, max: HOME }), (list, token, place) => {
        const tokens = pack(list);
        expect([0, 1, 2, 3].map(i => placeOf(tokens, i))).toEqual(list);
        expect(withToken(tokens, token, place)).toBe(pack(list.with(token, place)));
        expect(isOn(tokens, place)).toBe(list.includes(place));
        expect(isOn(tokens, list[token]!)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('land as a plain implementation of the rules says', () => {
    fc.assert(
      fc.property(places, die, (list, number) => {
        const tokens = pack(list);
        const expected = list.map(place => {
          if (place === BASE) return number === 6 && !list.includes(1) ? 1 : BASE;
          const to = place + number;
          return to > HOME || (to < HOME && list.includes(to)) ? BASE : to;
        });
        expect([0, 1, 2, 3].map(token => landing(tokens, token, number))).toEqual(expected);
        expect(canMove(tokens, number)).toBe(expected.some(to => to !== BASE));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the ring', () => {
  test('start squares lie 13 apart, and a seat never uses the square behind its own', () => {
    expect([0, 1, 2, 3].map(seat => squareOf(seat, 1))).toEqual([0, 13, 26, 39]);
    expect([0, 1, 2, 3].map(seat => squareOf(seat, RING_END))).toEqual([50, 11, 24, 37]);
    expect([51, 12, 25, 38].map((square, seat) => placeOn(square, seat))).toEqual([0, 0, 0, 0]);
  });

  test('a square counted from a seat leads back to the same square', () => {
    for (let square = 0; square < 52; square++)
      for (let seat = 0; seat < 4; seat++) {
        const place = placeOn(square, seat);
        if (place !== BASE) expect(squareOf(seat, place)).toBe(square);
      }
  });

  test('prey stands on the same square, and on no safe one', () => {
    for (let seat = 0; seat < 4; seat++)
      for (let place = BASE; place <= HOME; place++)
        for (let other = 0; other < 4; other++) {
          const prey = PREY[(seat * 64 + place) * 4 + other]!;
          const square = place === BASE || place > RING_END ? null : squareOf(seat, place);
          const isHunted = square !== null && seat !== other && !SAFE_SQUARES.includes(square);
          expect(prey).toBe(isHunted ? placeOn(square, other) : BASE);
        }
  });
});
