/** What all libraries read out of a query in the same way. */
import { parseDate } from '@kifu/core';
import {
  BadQueryError,
  type Listing,
  POSITION_BYTES,
  type Query,
  SORTS,
  type Sort,
} from '@kifu/record/store';

const USUAL_LIMIT = 50;
const MAX_LIMIT = 500;

/** A whole number from 0 to 500; what is no number asks for nothing. */
export const limitOf = ({ limit = USUAL_LIMIT }: Query): number =>
  Math.min(Math.max(Math.trunc(limit) || 0, 0), MAX_LIMIT);

export const sortOf = ({ sort = 'newest' }: Query): Sort =>
  SORTS.includes(sort) ? sort : bad('sort', `is none of ${SORTS.join(', ')}`);

/** The position asked for; null where none is. */
export function positionOf({ position }: Query): Uint8Array | null {
  if (position === undefined) return null;
  return position.length === POSITION_BYTES
    ? position
    : bad('position', `has ${POSITION_BYTES} bytes`);
}

/** What the code of the opening begins with, in capitals; null where it is not asked for. */
export const ecoOf = ({ eco }: Query): string | null => eco?.toUpperCase() ?? null;

/** The first whole second since 1970 that a query's bound lets in or shuts out; null where there is no bound. */
export function secondsOf(query: Query, field: 'from' | 'before'): number | null {
  const time = query[field];
  if (time === undefined) return null;
  const ms = parseDate(time);
  return ms === null ? bad(field, 'is no time of ISO 8601') : Math.ceil(ms / 1000);
}

/** No time lies before all others. */
const NO_TIME = Number.MIN_SAFE_INTEGER;

/** When a match started, in whole seconds since 1970. */
export function startOf({ startedAt }: Pick<Listing, 'startedAt'>): number {
  const ms = startedAt === null ? null : parseDate(startedAt);
  return ms === null ? NO_TIME : Math.floor(ms / 1000);
}

/** Whether a match has a time that bounds can be compared with. */
export const hasStart = (second: number): boolean => second !== NO_TIME;

/** Where the last listing of a page stands in its order: by a name or a length, except in the orders by time, and then the time in `size` numbers. */
export type PageEnd = readonly (string | number)[];

/** Where the page before a query ended; null for the first page. */
export function parsePageEnd(query: Query, size: number): PageEnd | null {
  if (query.after === undefined) return null;
  const [sort, ...end] = parseList(query.after);
  const isByTime = sort === 'newest' || sort === 'oldest';
  const numbers = sort === 'player' ? end.slice(1) : end;
  const isGood =
    sort === sortOf(query) &&
    end.length === size + (isByTime ? 0 : 1) &&
    numbers.every(Number.isSafeInteger) &&
    (sort !== 'player' || typeof end[0] === 'string');
  return isGood ? (end as PageEnd) : bad('after', 'is no page of this order');
}

/** The other way round. */
export const formatPageEnd = (query: Query, end: PageEnd): string =>
  JSON.stringify([sortOf(query), ...end]);

function parseList(text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function bad(field: keyof Query, message: string): never {
  throw new BadQueryError(field, message);
}
