/** Asks the library page by page, so that no answer is too long. */

import type { Metadata } from '@kifu/core';
import { fail, ok, type Result } from '@kifu/core';
import {
  BadQueryError,
  hasWords,
  type MatchSummary,
  type Query,
  wordsOf,
} from '@kifu/record/store';
import type { Library } from './open.ts';
import type { PageOptions, QueryOptions } from './query.ts';
import { loadTags, splitField } from './tags.ts';

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
  { sort, limit, all = false, after, ...facts }: PageOptions & Pick<QueryOptions, 'tag' | 'site'>,
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
    const page = found.ok ? ok(await onlyWith(store, found.value, facts)) : found;
    yield page;
    if (!page.ok) return;
    left -= page.value.listings.length;
    place = page.value.next ?? undefined;
  } while (place !== undefined && left > 0);
}

/** Those of a page that have a tag, and were played at a site. */
async function onlyWith(
  store: Findable,
  { listings, next }: SummaryPage,
  { tag, site }: Pick<QueryOptions, 'tag' | 'site'>,
): Promise<SummaryPage> {
  if (tag === undefined && site === undefined) return { listings, next };
  const [name, value] = splitField(tag ?? '');
  const words = wordsOf([site ?? '']);
  const found: MatchSummary[] = [];
  for (const listing of listings) {
    const isThere = site === undefined || hasWords(listing.facts.site, words);
    const isTagged =
      tag === undefined ||
      (value === null
        ? (await loadTags(store, listing)).includes(tag)
        : isField(listing.facts, name, value));
    if (isThere && isTagged) found.push(listing);
  }
  return { listings: found, next };
}

/** Tags for which summaries have a separate field. */
const FIELDS: { readonly [tag: string]: Exclude<keyof Metadata, 'ratings' | 'titles' | 'tags'> } = {
  ...{ event: 'event', ev: 'event', site: 'site', pc: 'site', round: 'round', ro: 'round' },
  ...{ timecontrol: 'timeControl', tm: 'timeControl', eco: 'eco', opening: 'openingName' },
};

/** Whether a tag of the record has a value, ignoring case and accents. An empty value finds records with the tag. */
function isField(facts: Metadata, name: string, value: string): boolean {
  const asked = name.toLowerCase();
  const field = Object.hasOwn(FIELDS, asked) ? facts[FIELDS[asked]!] : null;
  const tags = Object.entries(facts.tags).filter(([tag]) => tag.toLowerCase() === asked);
  const values = [...(field === null ? [] : [field]), ...tags.map(([, text]) => text)];
  return values.some(text => value === '' || plain(text) === plain(value));
}

const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** What a library answers; a query that cannot be is a fault. */
export async function ask<T>(question: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await question());
  } catch (cause) {
    if (cause instanceof BadQueryError) return fail('malformed', cause.message);
    throw cause;
  }
}
