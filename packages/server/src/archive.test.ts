/** The library and an archive as one: page by page nothing is lost or listed twice, also of matches that are in both. */
import { type Cid, formatCid } from '@kifu/core';
import type { Archive, Library, MatchSummary, ToList } from '@kifu/record/store';
import { BadQueryError } from '@kifu/record/store';
import { memoryLibrary } from '@kifu/stores/memory';
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { manyListing } from '../../stores/test/many-listings.ts';
import { findInBoth, watchArchive } from './archive.ts';

const listing = (n: number, second: number | null): ToList => ({
  ...manyListing(n, 100),
  visibility: 'public',
  startedAt: second === null ? null : new Date(1000 * second).toISOString(),
});

async function libraryOf(listings: readonly ToList[]): Promise<Library> {
  const library = memoryLibrary();
  for (const one of listings) await library.list(one);
  return library;
}

const archiveOf = ({ find, get, explore }: Library): Archive => ({
  ...{ matches: 0, find, get, explore },
  pack: async () => null,
});

async function findAll(library: Library, archive: Archive, limit: number): Promise<MatchSummary[]> {
  const all: MatchSummary[] = [];
  let after: string | undefined;
  do {
    const page = await findInBoth(
      library,
      archive,
      { limit, ...(after === undefined ? {} : { after }) },
      {},
    );
    expect(page.listings.length).toBeLessThanOrEqual(limit);
    all.push(...page.listings);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return all;
}

const ids = (listings: readonly MatchSummary[]) => listings.map(({ match }) => formatCid(match));

test('all pages together are the matches of both, each once, the newest first', async () => {
  const seconds = fc.array(fc.option(fc.nat(20)), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(
      seconds,
      fc.nat(30),
      fc.nat(30),
      fc.integer({ min: 1, max: 7 }),
      async (times, a, b, limit) => {
        const all = times.map((second, n) => listing(n, second));
        // what lies between stands in both
        const [own, old] = [all.slice(0, Math.max(a, b)), all.slice(Math.min(a, b))];
        const library = await libraryOf(own);
        const found = await findAll(library, archiveOf(await libraryOf(old)), limit);
        expect(ids(found).toSorted()).toEqual(ids(all).toSorted());
        const starts = found.map(({ startedAt }) => startedAt ?? '');
        expect(starts).toEqual(starts.toSorted().reverse());
      },
    ),
    { numRuns: 300 },
  );
});

test('what the library hides is not found in the archive', async () => {
  const [one, two] = [listing(1, 1), listing(2, 2)];
  const library = await libraryOf([one]);
  await library.hide(one.match, true);
  const found = await findAll(library, archiveOf(await libraryOf([one, two])), 5);
  expect(ids(found)).toEqual([formatCid(two.match)]);
});

test('orders that an archive has not are asked of the library alone', async () => {
  const library = await libraryOf([listing(1, 1)]);
  const archive = archiveOf(await libraryOf([listing(2, 2)]));
  const { listings } = await findInBoth(library, archive, { sort: 'longest' }, {});
  expect(listings).toHaveLength(1);
});

test('a page leaves out an archive that finds nothing for long, and the next page includes it', async () => {
  const library = await libraryOf([listing(1, 9), listing(2, 1)]);
  let asked = 0;
  const empty: Archive = {
    ...archiveOf(library),
    find: async ({ after = '0' }) => ({ listings: [], next: asked++ > 9 ? null : `${after}1` }),
  };
  const { listings, next } = await findInBoth(library, empty, { limit: 2 }, {});
  expect(listings).toHaveLength(2);
  expect(asked).toBe(4);
  expect(next).not.toBeNull();
  const rest = await findInBoth(library, empty, { limit: 2, after: next! }, {});
  expect(rest.listings).toEqual([]);
});

test.each([
  'x',
  '[]',
  '[null]',
  '[null,[1,2]]',
  '[null,["",-1]]',
  '[null,["",101]]',
  '[null,["",0.5]]',
])('the page %s is refused', async after => {
  const library = await libraryOf([]);
  await expect(findInBoth(library, archiveOf(library), { after }, {})).rejects.toThrow(
    BadQueryError,
  );
});

test('where the archive fails, the library is found, and a record is to be asked for again', async () => {
  const library = await libraryOf([listing(1, 1)]);
  const fails = async (): Promise<never> => {
    throw new Error('no host');
  };
  const broken: Archive = { matches: 0, find: fails, get: fails, pack: fails, explore: fails };
  const watched = watchArchive(broken, pino({ level: 'silent' }));
  expect((await findInBoth(library, watched, {}, {})).listings).toHaveLength(1);
  const id: Cid = listing(1, 1).match;
  await expect(watched.get(id)).rejects.toMatchObject({ statusCode: 503 });
  await expect(watched.pack(id)).rejects.toMatchObject({ statusCode: 503 });
});

test('what an archive is too large for, the library may know; a page that is none stays none', async () => {
  const refuses = (field: 'text' | 'after'): Archive => ({
    ...archiveOf(memoryLibrary()),
    find: async () => {
      throw new BadQueryError(field, 'is refused');
    },
  });
  const log = pino({ level: 'silent' });
  const library = await libraryOf([listing(1, 1)]);
  const found = await findInBoth(library, watchArchive(refuses('text'), log), {}, {});
  expect(found).toMatchObject({ listings: [{ game: expect.any(String) }], next: null });
  await expect(findInBoth(library, watchArchive(refuses('after'), log), {}, {})).rejects.toThrow(
    BadQueryError,
  );
});
