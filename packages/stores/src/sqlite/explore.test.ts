/** Counts of common positions are remembered, and right after every change; a library in memory, which remembers none, says what is right. */
import { type Cid, NO_FACTS, type Outcome, rngFrom } from '@kifu/core';
import { type Library, memoryLibrary, type ToList } from '@kifu/record/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tempPaths } from '../../test/files.ts';
import { createSqliteStore, type SqliteStore } from './index.ts';

const path = tempPaths('.sqlite');
const GAMES = 2600;
const MOVES = 5;

const name = (n: number): Uint8Array => Uint8Array.of(1, 2, 3, n >> 8, n, 9, 9, 9);
const cid = (n: number): Cid => ({
  ...{ version: 1, codec: 'dag-cbor' },
  digest: new Uint8Array(32).fill(n).fill(n >> 8, 0, 4),
});
const START = name(0);
const next = Array.from({ length: MOVES }, (_, i) => name(i + 1));

/** A game that reached the start, and one of the next positions. */
function game(n: number): ToList {
  const luck = rngFrom(n + 1);
  const result = luck(3);
  const outcome: Outcome =
    result === 2
      ? { result: 'draw', winners: [], points: null, reason: 'agreement' }
      : { result: 'win', winners: [result], points: null, reason: 'flag' };
  return {
    match: cid(n),
    head: cid(n),
    game: 'chess',
    players: ['Ann', `Bob ${n % 7}`],
    startedAt: new Date(1_700_000_000_000 + 1000 * luck(1 << 20)).toISOString(),
    entries: 3,
    outcome: n % 50 === 0 ? null : outcome,
    rated: false,
    source: null,
    visibility: n % 3 === 0 ? 'private' : 'public',
    opening: [],
    facts: { ...NO_FACTS, ratings: n % 2 === 0 ? [] : [1000 + luck(1500), 1500] },
    positions: Uint8Array.from([START, next[luck(MOVES)]!, name(100 + n)].flatMap(one => [...one])),
  };
}

let store: SqliteStore;
let file: string;
const won: Outcome = { result: 'win', winners: [1], points: null, reason: 'flag' };
const memory = memoryLibrary();
const both = async (change: (library: Library) => Promise<unknown>) => {
  for (const library of [store.library, memory]) await change(library);
};
beforeAll(async () => {
  file = path();
  store = await createSqliteStore(file);
  const games = Array.from({ length: GAMES }, (_, n) => game(n));
  await both(library => Promise.all(games.map(one => library.list(one))));
});
afterAll(() => store.close());

/** Both answer alike, at a common position and at a rare one, with filters that counts are remembered for. */
async function compare(): Promise<void> {
  for (const query of [{}, { game: 'chess' }, { visibility: 'public' }] as const)
    for (const position of [START, next[1]!, name(107)]) {
      const question = { position, next, query };
      expect(await store.library.explore(question)).toEqual(await memory.explore(question));
    }
}

test('games that come later are added to remembered counts', async () => {
  await compare();
  await both(async library => {
    for (let n = GAMES; n < GAMES + 20; n++) await library.list(game(n));
  });
  await compare();
});

const { positions: _, ...kept } = game(100);
test.each<[string, (library: Library) => Promise<unknown>]>([
  ['removed', library => library.remove(cid(8))],
  ['hidden', library => library.hide(cid(9), true)],
  ['shown again', library => library.hide(cid(9), false)],
  ['made private', library => library.list({ ...game(10), visibility: 'private' })],
  ['given another result', library => library.list({ ...game(11), outcome: game(13).outcome })],
  ['moved to another time', library => library.list({ ...game(12), startedAt: null })],
  ['ended', library => library.list({ ...game(50), outcome: game(13).outcome })],
  ['ended with the positions it had', library => library.list({ ...kept, outcome: won })],
  ['said to be in progress again', library => library.list({ ...kept, outcome: null })],
  ['left without positions', library => library.list({ ...game(14), positions: new Uint8Array() })],
])('counts are right after a match was %s', async (_, change) => {
  await compare();
  await both(change);
  await compare();
});

test('of many games that pass a filter, the newest are counted', async () => {
  const question = { position: START, next, query: { player: 'ann' } };
  const found = await store.library.explore(question);
  expect(found.isWhole).toBe(false);
  expect(found.reached.games).toBe(2000);
  expect(found.next.reduce((sum, { games }) => sum + games, 0)).toBe(2000);
});

test('a file that is only read counts too', async () => {
  await compare();
  const question = { position: START, next, query: {} };
  const read = await createSqliteStore(file, { readOnly: true });
  expect(await read.library.explore(question)).toEqual(await memory.explore(question));
  await read.close();
});
