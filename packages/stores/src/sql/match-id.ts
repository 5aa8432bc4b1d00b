/**
 * Ids of indexed matches: they rise with the second at which the match started and, within it, with each match that is indexed. So
 * one number is both name and order, and everything that refers to a match is sorted by time.
 *
 * From 2^52 below zero upwards are those without a time; from zero upwards each second since the year 0 has room for
 * 65,536, until the year 4355. A second that is full overflows into the next. All are integers that JavaScript represents exactly.
 */

const YEAR_0 = -62_167_219_200;
const ROOM = 2 ** 16;
const MAX_SECOND = 2 ** 37 - 1;
const NO_TIME = -(2 ** 52);

/** Returns the first ID of a second since 1970; for null, of matches without a time. */
export const firstId = (second: number | null): number =>
  second === null ? NO_TIME : Math.min(Math.max(second - YEAR_0, 0), MAX_SECOND) * ROOM;

/** Returns the first ID after those of a second. */
export const endId = (second: number | null): number =>
  second === null ? 0 : firstId(second) + ROOM;
