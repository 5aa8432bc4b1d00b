/** What all libraries read out of a query and a summary in the same way. */
import { parseDate } from '@kifu/core';
import { NO_TIME, type Query } from './filters.ts';
import { BadQueryError, type MatchSummary, SORTS, type Sort } from './library.ts';

const USUAL_LIMIT = 50;
const MAX_LIMIT = 500;

/** An integer from 0 to 500; a value that is not a number gives 0. */
export const limitOf = ({ limit = USUAL_LIMIT }: Query): number =>
  Math.min(Math.max(Math.trunc(limit) || 0, 0), MAX_LIMIT);

export const sortOf = ({ sort = 'newest' }: Query): Sort =>
  SORTS.includes(sort) ? sort : bad('sort', `must be one of ${SORTS.join(', ')}`);

/** When a match started, in whole seconds since 1970. */
export function startOf({ startedAt }: Pick<MatchSummary, 'startedAt'>): number {
  const ms = startedAt === null ? null : parseDate(startedAt);
  return ms === null ? NO_TIME : Math.floor(ms / 1000);
}

/** Where the last summary of a page stands in its order: by a name or a length, except in the orders by time, and then the time in `size` numbers. */
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
  return isGood ? (end as PageEnd) : bad('after', 'is not a page of this order');
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
