/** In which order a library lists, and how its pages follow each other. */
import type { Library, MatchSummary } from '../store/library.ts';
import { block, check, equal, range } from './assert.ts';
import { found, listing, namesOf, pages, timeOf } from './library-summaries.ts';

/** A summary that started at some minute, or at none. */
const at = (n: number, minute: number | null): MatchSummary =>
  listing(n, { startedAt: minute === null ? null : timeOf(60 * minute) });

/** The newest first, those without a time at the end; of one time, the last listed first. */
const inOrder = (listings: readonly MatchSummary[]): MatchSummary[] =>
  listings.toReversed().sort((a, b) => order(b.startedAt ?? '', a.startedAt ?? ''));

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** One after the other: their order counts. */
async function listAll(library: Library, listings: readonly MatchSummary[]): Promise<void> {
  for (const one of listings) await library.list(one);
}

export async function checkOrder(library: Library): Promise<void> {
  const times = [3, null, 1, 2, 2, null, 9, 2, null, 0, 9];
  const listings = times.map((minute, n) => at(n, minute));
  await listAll(library, listings);
  equal(await found(library, {}), namesOf(inOrder(listings)), 'what is listed');
  equal(await found(library, { limit: 4 }), namesOf(inOrder(listings).slice(0, 4)), 'a page');
}

export async function checkPages(library: Library): Promise<void> {
  const listings = range(24).map(n => at(n, n % 5 === 0 ? null : n % 3));
  await listAll(library, listings);
  for (const limit of [1, 5, 7, 12, 24, 25]) {
    const all = await pages(library, { limit });
    equal(namesOf(all.flat()), namesOf(inOrder(listings)), `the pages of ${limit}`);
    // the last page is known to be the last, even where it is full
    equal(all.length, Math.ceil(24 / limit), `the number of pages of ${limit}`);
    check(
      all.slice(0, -1).every(page => page.length === limit),
      `a page of ${limit} before the last is not full`,
    );
  }
  const some = listings.filter(({ entries }) => entries % 2 === 0);
  for (const { match, startedAt, entries } of some)
    await library.list(listing(entries, { match, startedAt, game: 'go' }));
  const all = await pages(library, { limit: 5, game: 'go' });
  equal(namesOf(all.flat()), namesOf(inOrder(some)), 'the pages of one game');
}

/** Summaries come in before, among and behind what has been read: the old ones come once each, in order. */
export async function checkGrowing(library: Library): Promise<void> {
  const old = range(20).map(n => at(n, n === 0 ? null : 10 + (n % 7)));
  await listAll(library, old);
  const all = await pages(library, { limit: 3 }, async page => {
    if (page > 6) return;
    const n = 100 + 10 * page;
    await listAll(library, [at(n, 59), at(n + 1, 10 + page), at(n + 2, 1), at(n + 3, null)]);
    // a summary that is brought up to date stays where it is
    await library.list({ ...old[page]!, head: block(n).cid });
  });
  const seen = namesOf(all.flat());
  equal(new Set(seen).size, seen.length, 'the number of listings seen, each counted once');
  const names = namesOf(inOrder(old));
  const oldSeen = seen.filter(name => names.includes(name));
  equal(oldSeen, names, 'the listings that were there from the start');
}

export async function checkGone(library: Library): Promise<void> {
  const listings = range(9).map(n => at(n, n % 2));
  await listAll(library, listings);
  const expected = inOrder(listings);
  const all = await pages(library, { limit: 3 }, async page => {
    const last = expected[3 * page - 1];
    if (last !== undefined) await library.remove(last.match);
  });
  equal(namesOf(all.flat()), namesOf(expected), 'the listings of all pages');
}

export async function checkLimits(library: Library): Promise<void> {
  const listings = range(502).map(n => listing(n, { startedAt: timeOf((n * 7) % 502) }));
  await Promise.all(listings.map(one => library.list(one)));
  const sizes: [limit: number | undefined, size: number][] = [
    [undefined, 50],
    [1, 1],
    [499, 499],
    [500, 500],
    [501, 500],
    [1e9, 500],
    [Number.POSITIVE_INFINITY, 500],
  ];
  for (const [limit, size] of sizes) {
    const query = limit === undefined ? {} : { limit };
    const { listings: some, next } = await library.find(query);
    equal(namesOf(some), namesOf(inOrder(listings).slice(0, size)), `a page of ${limit}`);
    check(next !== null, `there is no page after one of ${limit}`);
  }
  // a limit of zero gives nothing, and no next page: a loop over pages ends
  for (const limit of [0, -1, Number.NEGATIVE_INFINITY, Number.NaN]) {
    const { listings: none, next } = await library.find({ limit });
    check(none.length === 0 && next === null, `a page of ${limit} is not empty and the last`);
  }
}
