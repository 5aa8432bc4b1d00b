/** Asks the library page by page, so that no answer is too long. */

import { fail, ok, type Result } from '@kifu/core';
import { BadQueryError, type MatchSummary, type Query } from '@kifu/record/store';
import type { Library } from './open.ts';
import { type PageOptions, type QueryOptions, wordTagOf } from './query.ts';
import { loadTags } from './tags.ts';

/** The most that a library gives at once. */
const PAGE = 500;

/** Some listings, and where the next ones begin; null where there are no more. */
export interface SummaryPage {
  readonly listings: readonly MatchSummary[];
  readonly next: string | null;
}

/** What can be searched: the library, or an archive. */
export interface Findable extends Pick<Library, 'remarks'> {
  readonly library: Pick<Library['library'], 'find'>;
}

/** What a query finds, a page at a time, up to the limit. */
export async function* findAll(
  store: Findable,
  query: Query,
  { sort, limit, all = false, after, tag }: PageOptions & Pick<QueryOptions, 'tag'>,
): AsyncGenerator<Result<SummaryPage>> {
  const { library } = store;
  let left = all || limit === undefined ? Number.POSITIVE_INFINITY : limit;
  let place = after;
  do {
    const asked: Query = {
      ...query,
      ...(sort === undefined ? {} : { sort }),
      ...(place === undefined ? {} : { after: place }),
      limit: Math.min(PAGE, left),
    };
    const found = await ask(() => library.find(asked));
    const page = found.ok ? ok(await onlyTagged(store, found.value, wordTagOf({ tag }))) : found;
    yield page;
    if (!page.ok) return;
    left -= page.value.listings.length;
    place = page.value.next ?? undefined;
  } while (place !== undefined && left > 0);
}

/** Those of a page whose annotations have a tag. */
async function onlyTagged(
  store: Findable,
  { listings, next }: SummaryPage,
  tag: string | null,
): Promise<SummaryPage> {
  if (tag === null) return { listings, next };
  const found: MatchSummary[] = [];
  for (const listing of listings)
    if ((await loadTags(store, listing)).includes(tag)) found.push(listing);
  return { listings: found, next };
}

/** What a library answers; a query that cannot be is a fault. */
export async function ask<T>(question: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await question());
  } catch (cause) {
    if (cause instanceof BadQueryError) return fail('malformed', cause.message);
    throw cause;
  }
}
