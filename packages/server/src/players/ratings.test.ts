/** Ratings on a server: from matches to rating pools, leaderboards and receipts, and detection of drift. */
import { makeInvite } from '@kifu/client';
import { sayOfPlayer, signIn } from '@kifu/client/account';
import { cidOf, type Game, type Json, unwrap } from '@kifu/core';
import { checkers } from '@kifu/games/checkers';
import { nodesOf } from '@kifu/record';
import { type RatedMatch, rateMatches, withPlayers } from '@kifu/record/ratings';
import { matchSummaryOf, Replay } from '@kifu/record/replay';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginMatch, doAct, endMatch } from '../../../record/test/matches.ts';
import { beatIn, CLOCK, type Key, keyOf } from '../../test/rated.ts';
import { type Served, serve, until } from '../../test/serve.ts';
import { isDue } from './ratings.ts';

const ADMIN = 'a-token-of-the-operator';

const beat = (winner: Key, loser: Key, more = {}) => beatIn(served, winner, loser, more);

let served: Served;
let [ann, bob, cid]: Key[] = [];
beforeAll(async () => {
  served = await serve({ adminToken: ADMIN, limits: { openPerAddress: 100, signInBurst: 100 } });
  [ann, bob, cid] = (await Promise.all(['Ann', 'Bob', 'Cid'].map(keyOf))) as [Key, Key, Key];
  for (const key of [ann, bob])
    unwrap(
      await sayOfPlayer(served.url, null, { type: 'profile', name: key.name, about: '' }, [key]),
    );
});
afterAll(() => served.close());

const get = async (path: string, token?: string) => {
  const answer = await fetch(new URL(path, served.url), {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return JSON.parse(await answer.text());
};

test('a rated match changes both ratings, is in the receipt, and everyone computes the same', async () => {
  expect(await get('/api/ratings')).toEqual({ ladders: [] });
  const first = await beat(ann!, bob!);
  await beat(bob!, ann!, { rated: false });
  const second = await beat(ann!, cid!);
  const board = await get('/api/ratings/checkers/blitz');
  expect(board).toMatchObject({ game: 'checkers', speed: 'blitz', matches: 2 });
  // who has no account counts, and is not listed
  expect(board.players.map(({ name }: { name: string }) => name)).toEqual(['Ann', 'Bob']);
  expect(board.players[0]).toMatchObject({ id: ann!.key, matches: 2, isProvisional: true });
  expect(board.players[0].rating).toBeGreaterThan(1500);
  const receipt = await get('/api/ratings/checkers/blitz/receipt');
  expect(receipt).toMatchObject({ hash: board.receipt, matches: [first, second] });

  const player = await get('/api/players/Ann');
  expect(player).toMatchObject({ player: 'Ann', account: { id: ann!.key } });
  expect(player.ratings).toMatchObject([
    {
      ...{ game: 'checkers', speed: 'blitz', matches: 2, receipt: board.receipt },
      history: [
        {
          rating: board.players[0].rating,
          games: [{ match: first, opponent: 'Bob', score: 1 }, {}],
        },
      ],
    },
  ]);
  expect(await get(`/api/players/${ann!.key}`)).toEqual(player);
  expect(await get('/api/admin/ratings', ADMIN)).toEqual({ drifts: [] });
  expect((await get('/api/admin/ratings')).status).toBe(403);
});

test('players can hide from the leaderboard, and can hide their results', async () => {
  const { token } = unwrap(await signIn(served.url, bob!, null));
  const set = (body: object) =>
    fetch(new URL('/api/me/settings', served.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  await set({ isListed: false, isOpen: false });
  const names = async () =>
    (await get('/api/ratings/checkers/blitz')).players.map(({ name }: { name: string }) => name);
  expect(await names()).toEqual(['Ann']);
  expect(await get('/api/players/Bob')).toMatchObject({ tallies: [], latest: [], ratings: [] });
  await set({ isListed: true, isOpen: true });
  expect(await names()).toEqual(['Ann', 'Bob']);
});

test('invites of players of about one’s strength come first', async () => {
  const invite = async (name: string, key?: Key) => {
    const seat = { type: 'you', name, ...(key === undefined ? {} : { key: key.key }) } as const;
    const seats = [seat, { type: 'open' } as const];
    const made = unwrap(await makeInvite(served.url, { game: 'checkers', seats, clock: CLOCK }));
    const live = await served.connect(made.invite.id, {
      token: made.tokens[0]!.token,
      ...(key === undefined ? {} : { secret: key.secret }),
    });
    await until(live, ({ invite: now }) => now?.seats[0]?.isReady === true);
    return made.invite.id;
  };
  const [byGuest, byAnn, byBob] = [
    await invite('Guest'),
    await invite('Ann', ann),
    await invite('Bob', bob),
  ];
  const near = async (who: string) =>
    (await get(`/api/live?near=${who}`)).matches.map(({ id }: { id: string }) => id);
  // the strength of a guest is not known; that of the other player is far off
  expect(await near('Ann')).toEqual([byAnn, byGuest, byBob]);
  expect(await near('Bob')).toEqual([byBob, byGuest, byAnn]);
});

describe('stored ratings', () => {
  interface Kept {
    standings: { rating: string }[];
  }
  const ladders = async () =>
    (await served.stores.vault.get('server', 'ladders')) as unknown as Kept[];
  const admin = async (method: 'GET' | 'POST') => {
    const answer = await served.server.app.inject({
      ...{ method, url: '/api/admin/ratings' },
      headers: { authorization: `Bearer ${ADMIN}` },
    });
    return answer.json().drifts;
  };
  /** Another process on the same stores, which has read nothing yet. */
  const restart = async () => {
    const { stores } = served;
    await served.close();
    served = await serve({ adminToken: ADMIN, stores, logger });
  };
  const errors: unknown[] = [];
  const logger = pino({ level: 'error' }, { write: line => void errors.push(JSON.parse(line)) });

  test('ratings stay when the records of their matches have left for an archive', async () => {
    const before = await get('/api/ratings/checkers/blitz/receipt');
    const { library } = served.stores;
    const { listings } = await library!.find({ rated: true, limit: 100 });
    await library!.remove(listings[0]!.match);
    await restart();
    expect(await get('/api/ratings/checkers/blitz/receipt')).toEqual(before);
    expect(await admin('GET')).toEqual([]);
    // and continue
    await beat(bob!, ann!);
    const { matches } = await get('/api/ratings/checkers/blitz/receipt');
    expect(matches.slice(0, -1)).toEqual(before.matches);
    expect(await admin('GET')).toEqual([]);
  });

  test('a changed number is reported after a start, until all ratings are recomputed', async () => {
    expect(await admin('POST')).toEqual([]);
    const stored = await ladders();
    stored[0]!.standings[0]!.rating = '2999.000000';
    await served.stores.vault.put('server', 'ladders', stored as unknown as Json);
    expect(await admin('GET')).toMatchObject([{ code: 'rating-drift', rule: 'rating' }]);
    errors.length = 0;
    await restart();
    await get('/api/ratings');
    expect(errors).toMatchObject([{ fault: { code: 'rating-drift', rule: 'rating' } }]);
    expect(await admin('POST')).toEqual([]);
    expect((await ladders())[0]!.standings[0]!.rating).not.toBe('2999.000000');
  });

  test('a match that was not counted is reported, and counted when all ratings are recomputed', async () => {
    const { vault } = served.stores;
    const before = await get('/api/ratings/checkers/blitz/receipt');
    for (const name of await vault.names('rated')) await vault.remove('rated', name);
    await restart();
    expect(await get('/api/ratings')).toEqual({ ladders: [] });
    expect(await admin('GET')).toMatchObject([{ code: 'rating-drift', rule: 'matches' }]);
    expect(await admin('POST')).toEqual([]);
    // but for the one whose record is elsewhere
    const { matches } = await get('/api/ratings/checkers/blitz/receipt');
    expect(matches).toEqual(before.matches.filter((match: string) => matches.includes(match)));
    expect(matches).toHaveLength(before.matches.length - 1);
  });

  test('a record that another referee signed does not count, whatever the library says of it', async () => {
    const before = await get('/api/ratings/checkers/blitz/receipt');
    const plan = { game: checkers.game as Game, keys: true, referee: true, rated: true };
    const playing = await beginMatch({ ...plan, clock: CLOCK });
    await doAct(playing, null, { type: 'leave', of: 1, how: 'absence' });
    await endMatch(playing, {}, [0]);
    const nodes = nodesOf(playing.chain);
    const { blocks, heads, library } = served.stores;
    for (const bytes of nodes) await blocks.put(cidOf('dag-cbor', bytes), bytes);
    const listing = unwrap(matchSummaryOf(new Replay(checkers.game as Game, nodes)));
    await heads.move(listing.match, null, listing.head);
    await library!.list({ ...listing, source: 'server' });
    expect(await admin('POST')).toEqual([]);
    expect(await get('/api/ratings/checkers/blitz/receipt')).toEqual(before);
  });
});

test.each<[string, number, number, number, boolean]>([
  ['a few at once', 3, 4, 0, true],
  ['nothing new: not before they are old', 3, 3, 299_999, false],
  ['nothing new, and old', 3, 3, 300_000, true],
  ['many: not while they rest', 60_000, 60_001, 12_000, false],
  ['many, rested', 60_000, 60_001, 12_001, true],
  ['very many: old in any case', 1e7, 1e7 + 1, 300_000, true],
])('rating pools are recomputed, %s', (_what, matches, known, ageMs, isWanted) => {
  const made = { atMs: 1000, matches, ladders: Promise.resolve([]) };
  expect(isDue(made, known, 1000 + ageMs)).toBe(isWanted);
});

describe('owners', () => {
  const match = (id: string, winner: 0 | 1 | null, more: Partial<RatedMatch> = {}): RatedMatch => ({
    ...{ match: id, game: 'go', speed: 'blitz', winner, endedAtMs: 1_700_000_000_000 },
    players: [
      { key: 'aa', name: 'Ann' },
      { key: 'bb', name: 'Bob' },
    ],
    ...more,
  });

  test('keys of one player have one rating, up to when they counted', () => {
    const matches = [
      match('m', 0),
      match('n', 1, {
        players: [
          { key: 'cc', name: 'C' },
          { key: 'bb', name: 'Bob' },
        ],
      }),
    ];
    const owned = withPlayers(matches, key => (key === 'cc' ? { key: 'aa', name: 'Ann' } : null));
    expect(rateMatches(owned)[0]!.standings.map(({ id, matches: count }) => [id, count])).toEqual([
      ['aa', 2],
      ['bb', 2],
    ]);
    const late = withPlayers(matches, (_key, atMs) => (atMs < 1 ? { key: 'aa', name: '' } : null));
    expect(late).toEqual(matches);
    // against oneself
    expect(withPlayers(matches, () => ({ key: 'aa', name: 'Ann' }))).toEqual([]);
  });
});
