/** The contract of a `Library`. */
import type { Library, MatchSummary } from '../store/library.ts';
import {
  block,
  check,
  equal,
  givesUp,
  type MakeStore,
  range,
  type StoreCheck,
  twin,
  withStores,
} from './assert.ts';
import { checkExplore } from './library-explore.ts';
import { checkEachFilter, checkFilters, checkLiteral, checkTimes } from './library-filters.ts';
import { checkGone, checkGrowing, checkLimits, checkOrder, checkPages } from './library-pages.ts';
import { checkSorts, checkStats } from './library-sorts.ts';
import { asText, found, listing, namesOf } from './library-summaries.ts';
import {
  checkBad,
  checkHiding,
  checkPositions,
  checkTraces,
  checkWords,
} from './library-traces.ts';

/** What every library promises, as checks by name. */
export const libraryContract = (make: MakeStore<Library>): StoreCheck[] =>
  withStores(make, [
    ['returns an index entry unchanged', ({ store }) => checkStored(store)],
    ['finds no other matches', ({ store }) => checkUnknown(store)],
    ['updates an index entry', ({ store }) => checkUpdate(store)],
    ['removes an index entry', ({ store }) => checkRemove(store)],
    ['finds by each filter alone', ({ store }) => checkEachFilter(store)],
    ['filters by every field of an index entry', ({ store }) => checkFilters(store)],
    ['finds dates by month and year', ({ store }) => checkTimes(store)],
    ['matches unusual names literally', ({ store }) => checkLiteral(store)],
    ['finds by words of names and comments', ({ store }) => checkWords(store)],
    ['finds by positions', ({ store }) => checkPositions(store)],
    ['counts what was played next at a position', ({ store }) => checkExplore(store)],
    ['keeps the fields that an update omits', ({ store }) => checkTraces(store)],
    ['hides a match and shows it again', ({ store }) => checkHiding(store)],
    ['refuses invalid queries', ({ store }) => checkBad(store)],
    ['sorts by time, length and name', ({ store }) => checkSorts(store)],
    ['counts by player and game', ({ store }) => checkStats(store)],
    ['lists the newest first', ({ store }) => checkOrder(store)],
    ['returns every index entry once, page by page', ({ store }) => checkPages(store)],
    ['continues pages while index entries are added', ({ store }) => checkGrowing(store)],
    ['continues pages after an index entry was removed', ({ store }) => checkGone(store)],
    ['respects the limit', ({ store }) => checkLimits(store)],
    ['stops when its signal aborts', ({ store }) => checkAbort(store)],
    ['cannot be changed through its arguments or results', ({ store }) => checkSharing(store)],
  ]);

const ODD: readonly Partial<MatchSummary>[] = [
  {},
  { startedAt: null, players: [], entries: 0, rated: true },
  { outcome: { result: 'win', winners: [0], points: null, reason: 'checkmate' } },
  { outcome: { result: 'win', winners: [0, 2], points: [3, -4, 0], reason: 'points' } },
  { outcome: { result: 'draw', winners: [], points: [0, 0], reason: 'agreement' } },
  { outcome: { result: 'void', winners: [], points: null, reason: "'; DROP TABLE x; --" } },
  { players: ['', ' ', '棋譜', 'é', 'e\u0301', '😀', '%_\\', '"\'`', 'a\u0000b', 'a\nb'] },
  { source: '', visibility: 'private', opening: ['e2e4', '', ' ', 'a\nb', '\\n', '棋'] },
  { source: "a'b", startedAt: '2026-03-01' },
  { startedAt: 'long ago' },
  { startedAt: '0001-01-01' },
  { startedAt: '9999-12-31T23:59:59.999Z' },
  {
    facts: {
      ratings: [2750, null],
      titles: [null, '5d “x”'],
      event: "a'b",
      round: '1.2',
      timeControl: '180+2',
      eco: 'B90',
      openingName: 'a\u0000b',
      site: 'Wijk aan Zee',
      tags: { Annotator: 'a\u0000b', '': '棋' },
    },
  },
  { game: 'kung-fu-chess', players: range(200).map(n => `player ${n}`), entries: 2 ** 53 - 1 },
];

async function checkStored(library: Library): Promise<void> {
  const listings = ODD.map((more, n) => listing(n, more));
  for (const one of listings) await library.list(one);
  for (const one of listings)
    equal(asText(await library.get(twin(one.match))), asText(one), 'a stored index entry');
  const { listings: all } = await library.find({});
  for (const one of all)
    equal(asText(one), asText(await library.get(one.match)), 'a listing that was found');
  equal(all.length, listings.length, 'the number of listings found');
}

async function checkUnknown(library: Library): Promise<void> {
  equal(asText(await library.get(block(1).cid)), null, 'a listing in an empty library');
  const page = await library.find({});
  check(page.listings.length === 0 && page.next === null, 'an empty library finds something');
  await library.list(listing(1));
  // the head is not a match, and the same digest with another codec is another match
  for (const match of [block(2).cid, listing(1).head, { ...block(1).cid, codec: 'raw' } as const])
    equal(asText(await library.get(match)), null, 'the listing of another match');
}

async function checkUpdate(library: Library): Promise<void> {
  const old = listing(1);
  const now = listing(1, {
    head: block(3).cid,
    entries: 40,
    players: ['Cecil'],
    outcome: { result: 'draw', winners: [], points: null, reason: 'agreement' },
  });
  await library.list(listing(2));
  for (const one of [old, old, now]) {
    await library.list(one);
    equal(asText(await library.get(one.match)), asText(one), 'the listing');
  }
  equal((await library.find({})).listings.length, 2, 'the number of listings');
  equal(await found(library, { player: 'cecil' }), namesOf([now]), 'what the new name finds');
  equal(await found(library, { player: 'bob' }), namesOf([listing(2)]), 'what the old name finds');
  equal(await found(library, { result: 'draw' }), namesOf([now]), 'what the new result finds');
}

async function checkRemove(library: Library): Promise<void> {
  const [one, other] = [listing(1), listing(2)];
  for (const each of [one, other]) await library.list(each);
  for (const match of [one.match, one.match, block(3).cid]) await library.remove(match);
  equal(asText(await library.get(one.match)), null, 'the listing that was removed');
  equal(await found(library, {}), namesOf([other]), 'what is left');
  equal(await found(library, { player: 'ann' }), namesOf([other]), 'what a name finds');
  await library.list(one);
  equal(asText(await library.get(one.match)), asText(one), 'the listing that was listed again');
}

async function checkAbort(library: Library): Promise<void> {
  const one = listing(1);
  await library.list(one);
  await givesUp([
    ask => library.list(listing(2), ask),
    ask => library.get(one.match, ask),
    ask => library.find({}, ask),
    ask => library.stats({}, ask),
    ask => library.explore({ position: new Uint8Array(8), next: [], query: {} }, ask),
    ask => library.hide(one.match, true, ask),
    ask => library.remove(one.match, ask),
  ]);
  equal(await found(library, {}), namesOf([one]), 'what is listed');
}

async function checkSharing(library: Library): Promise<void> {
  const outcome = { result: 'win', winners: [0], points: [1, 0], reason: 'points' } as const;
  const one = listing(1, { outcome, opening: ['e2e4'] });
  const given = {
    ...listing(1, { match: twin(one.match), head: twin(one.head) }),
    players: [...one.players],
    opening: [...one.opening],
    positions: new Uint8Array(8),
    comments: ['fine'],
    outcome: { ...outcome, winners: [0], points: [1, 0] },
  };
  await library.list(given);
  spoil(given);
  given.positions.fill(1);
  given.comments[0] = 'bad';
  spoil(await library.get(one.match));
  spoil((await library.find({})).listings[0] ?? null);
  equal(asText(await library.get(one.match)), asText(one), 'the listing');
  for (const query of [{ player: 'Ann' }, { text: 'fine' }, { position: new Uint8Array(8) }])
    equal(await found(library, query), namesOf([one]), `what ${Object.keys(query)} finds`);
}

/** Changes every field of a summary that can be changed; what is frozen throws, which is as good. */
function spoil(listing: MatchSummary | null): void {
  if (listing === null) return;
  const { match, head, players, opening, outcome } = listing;
  const lists = [players, opening, outcome?.winners, outcome?.points] as unknown[][];
  for (const change of [
    () => match.digest.fill(0),
    () => head.digest.fill(0),
    ...lists.map(list => () => list.fill('Mallory')),
    () => Object.assign(outcome ?? {}, { reason: 'nothing' }),
    () => Object.assign(listing, { entries: 99 }),
  ])
    try {
      change();
    } catch {}
}
