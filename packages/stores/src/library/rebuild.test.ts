/** A library that was lost or is wrong is as it was after it was rebuilt; what only people can say is not lost. */
import { DatabaseSync } from 'node:sqlite';
import { formatCid } from '@kifu/core';
import { type Chain, headOf } from '@kifu/record';
import type { MatchSummary } from '@kifu/record/store';
import { expect, test } from 'vitest';
import { node } from '../../test/blocks.ts';
import { tempPaths } from '../../test/files.ts';
import {
  findGame,
  findKit,
  KITS,
  listingFor,
  matchOf,
  playInto,
  remarksAbout,
} from '../../test/stored-matches.ts';
import { createSqliteStore, type SqliteStore } from '../sqlite/index.ts';
import { rebuild } from './index.ts';
import { eachListing } from './upkeep.ts';

const path = tempPaths('.sqlite');
const MATCHES = 7;

async function listed(store: SqliteStore): Promise<MatchSummary[]> {
  const all: MatchSummary[] = [];
  for await (const listing of eachListing(store.library)) all.push(listing);
  return all;
}

async function fill(at: string): Promise<Chain[]> {
  const store = await createSqliteStore(at, { findGame });
  const chains: Chain[] = [];
  for (let n = 0; n < MATCHES; n++) {
    const chain = await playInto(store, n, { isEnded: n !== 3 });
    const listing = listingFor(KITS[n % KITS.length]!, chain);
    const comments = n === 2 ? ['What a blunder'] : [];
    const visibility = n % 2 === 0 ? 'private' : 'public';
    await store.library.list({ ...listing, visibility, comments });
    chains.push(chain);
  }
  await store.library.hide(matchOf(chains[4]!), true);
  await store.pack();
  await store.close();
  return chains;
}

/** Changes tables without going through the store. */
function change(at: string, sql: string): void {
  const db = new DatabaseSync(at);
  db.exec(sql);
  db.close();
}

test('listings that are wrong are put right, and hidden and private stay so', async () => {
  const at = path();
  const chains = await fill(at);
  const store = await createSqliteStore(at, { findGame });
  const before = await listed(store);
  change(
    at,
    `UPDATE matches SET entries = 1, game = 'whist', result = 'open', outcome = NULL, opening = '';
     DELETE FROM seats; DELETE FROM leaves WHERE run IN (SELECT run FROM runs WHERE kind = 0);
     DELETE FROM names; INSERT INTO words (words) VALUES ('delete-all')`,
  );
  const steps = new Set<string>();
  const done = await rebuild(store, findKit, { onProgress: ({ step }) => steps.add(step) });
  expect(done).toEqual({ listed: MATCHES, removed: 0, problems: [] });
  expect([...steps]).toEqual(['matches', 'listings']);
  expect(await listed(store)).toEqual(before);
  expect((await store.library.find({ hidden: true })).listings).toEqual([before.at(-1)]);
  expect((await store.library.find({ text: 'blunder' })).listings).toHaveLength(1);
  expect((await store.library.find({ text: 'ann' })).listings).toHaveLength(MATCHES - 1);
  expect((await store.library.find({ player: 'Bob 1' })).listings).toHaveLength(1);
  const position = listingFor(KITS[0]!, chains[0]!).positions!.subarray(24, 32);
  expect((await store.library.find({ position })).listings.length).toBeGreaterThan(0);
  expect((await store.check(findGame)).problems).toEqual([]);
  await store.close();
});

test('comments are listed as the remarks have them', async () => {
  const at = path();
  const chains = await fill(at);
  const store = await createSqliteStore(at, { findGame });
  const [one, other] = [chains[0]!, chains[1]!];
  for (const [chain, text] of [
    [one, 'a quiet move'],
    [other, 'a loud move'],
  ] as const)
    await store.remarks.put(matchOf(chain), remarksAbout(headOf(chain), text));
  // damaged ones are left alone, and what is listed otherwise stays
  change(at, "UPDATE remarks SET bytes = x'00' WHERE match = (SELECT max(match) FROM remarks)");
  const last = [one, other].sort((a, b) => Buffer.compare(b.table.match, a.table.match))[0]!;
  expect(await rebuild(store, findKit)).toMatchObject({ listed: MATCHES, problems: [] });
  const found = async (text: string) =>
    (await store.library.find({ text })).listings.map(({ match }) => match);
  for (const [chain, word] of [
    [one, 'quiet'],
    [other, 'loud'],
  ] as const)
    expect(await found(word)).toEqual(chain === last ? [] : [matchOf(chain)]);
  expect(await found('blunder')).toEqual([matchOf(chains[2]!)]);
  expect((await store.check(findGame)).problems).toMatchObject([
    { what: 'remarks', where: formatCid(matchOf(last)), fault: { code: 'broken-chain' } },
  ]);
  await store.close();
});

test('a library that is lost is made of blocks and heads', async () => {
  const at = path();
  await fill(at);
  const store = await createSqliteStore(at, { findGame });
  const before = await listed(store);
  for (const { match } of before) await store.library.remove(match);
  expect(await listed(store)).toEqual([]);
  expect(await rebuild(store, findKit)).toMatchObject({ listed: MATCHES, removed: 0 });
  // the record does not say whether it was public, so it becomes private
  const said = (listing: MatchSummary): MatchSummary => ({
    ...listing,
    visibility: 'private',
    source: null,
  });
  const order = (a: MatchSummary, b: MatchSummary) =>
    Buffer.compare(a.match.digest, b.match.digest);
  expect((await listed(store)).sort(order)).toEqual(before.map(said).sort(order));
  await store.close();
});

test('what is not there is removed, what cannot be read is left and told', async () => {
  const at = path();
  const chains = await fill(at);
  const store = await createSqliteStore(at, { findGame });
  const ghost = { ...listingFor(KITS[0]!, chains[0]!), match: node(1).cid, head: node(2).cid };
  await store.library.list(ghost);
  const open = chains[3]!;
  change(
    at,
    `DELETE FROM blocks WHERE cid = x'01711220${Buffer.from(headOf(open).digest).toString('hex')}'`,
  );
  const { listed: count, removed, problems } = await rebuild(store, findKit);
  expect([count, removed]).toEqual([MATCHES - 1, 1]);
  expect(problems).toMatchObject([{ what: 'match', fault: { code: 'not-found' } }]);
  expect(await store.library.get(matchOf(open))).not.toBeNull();
  expect(await store.library.get(ghost.match)).toBeNull();
  const blind = await rebuild(store, async () => ({
    ok: false,
    fault: { code: 'unknown-game', message: 'nobody knows it' },
  }));
  expect(blind).toMatchObject({ listed: 0, removed: 0 });
  expect(blind.problems).toHaveLength(MATCHES);
  await store.close();
});
