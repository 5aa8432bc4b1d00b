/** A match that is forgotten leaves nothing behind, packed or not, and others are not touched. */
import { DatabaseSync } from 'node:sqlite';
import { formatCid, type Game, unwrap } from '@kifu/core';
import { type Chain, headOf, idOf, nodesOf } from '@kifu/record';
import { matchSummaryOf, Replay } from '@kifu/record/replay';
import { beginMatch, openMatch } from '@kifu/record/store';
import { expect, test } from 'vitest';
import { node } from '../../test/blocks.ts';
import { tempPaths } from '../../test/files.ts';
import { findChess, headerOf, playOn } from '../../test/short-matches.ts';
import { remarksAbout } from '../../test/stored-matches.ts';
import { createSqliteStore, type SqliteStore } from './index.ts';
import { decodeLeaf } from './leaf.ts';
import { type LeafRow, RUNS, type RunKind } from './runs.ts';

const path = tempPaths('.sqlite');
const { game, find } = findChess;

/** Plays a match to its end, and lists it. */
async function play(store: SqliteStore, table: number): Promise<Chain> {
  let { chain } = unwrap(await beginMatch(store, game as Game, headerOf(table, 1)));
  for (
    let next = playOn(chain, n => table % n);
    next !== null;
    next = playOn(chain, n => table % n)
  )
    ({ chain } = unwrap(await openMatch(store, chain).append(next)));
  chain = unwrap(await openMatch(store, chain).end());
  await store.library.list(unwrap(matchSummaryOf(new Replay(game as Game, nodesOf(chain)))));
  return chain;
}

const columnOf = (db: DatabaseSync, sql: string): unknown[] =>
  db.prepare(sql).all().flatMap(Object.values);

/** All numbers that something is found by. */
function numbersIn(db: DatabaseSync, kind: RunKind): Set<number> {
  const numbers = new Set<number>();
  const leaves = db.prepare('SELECT l.* FROM leaves l JOIN runs USING (run) WHERE kind = ?');
  for (const leaf of leaves.all(kind) as unknown as LeafRow[])
    decodeLeaf(leaf.bytes, leaf, (_key, number) => numbers.add(number));
  return numbers;
}

test.each([true, false])('a match is forgotten, and no other; packed: %s', async isPacked => {
  const file = path();
  const store = await createSqliteStore(file, isPacked ? { findGame: find } : {});
  const [a, b] = [await play(store, 3), await play(store, 5)];
  if (isPacked) expect(await store.pack()).toMatchObject({ left: 0 });
  const [match, other] = [idOf(a.table.match), idOf(b.table.match)];
  await store.remarks.put(match, remarksAbout(headOf(a), 'gone'));
  await store.remarks.put(other, remarksAbout(headOf(b), 'stays'));
  expect(await store.forget(match)).toBe(true);
  expect(await store.remarks.get(match)).toBeNull();
  expect(await store.remarks.get(other)).not.toBeNull();
  expect(await store.forget(match)).toBe(false);
  expect(await store.heads.get(match)).toBeNull();
  expect(await store.library.get(match)).toBeNull();
  await store.gc({ graceMs: 0 });
  expect(await store.blocks.has(idOf(a.last.digest))).toBe(false);
  // the other one is whole, and the first may come back
  expect(await store.blocks.get(idOf(b.last.digest))).toEqual(new Uint8Array(b.last.bytes));
  const checked = await store.check(find);
  expect(checked).toMatchObject({ matches: 1, listings: 1, problems: [] });
  expect(formatCid(idOf((await play(store, 3)).last.digest))).toBe(formatCid(idOf(a.last.digest)));
  if (isPacked) await store.pack();
  expect((await store.check(find)).problems).toEqual([]);
  await store.close();
  const db = new DatabaseSync(file);
  // what is found by is there once, and nothing of what was forgotten
  const [positions, nodes] = [numbersIn(db, RUNS.positions), numbersIn(db, RUNS.nodes)];
  expect(positions).toEqual(new Set(columnOf(db, 'SELECT number FROM matches')));
  expect(nodes).toEqual(new Set(columnOf(db, 'SELECT id FROM packs')));
  expect(columnOf(db, 'SELECT number FROM dropped')).toEqual([]);
  db.close();
});

test('remarks about a match that is not there are forgotten', async () => {
  const store = await createSqliteStore(path());
  const { match, head } = { match: node(1).cid, head: node(2).cid };
  await store.remarks.put(match, remarksAbout(head, 'about nothing'));
  expect(await store.forget(match)).toBe(false);
  expect(await store.remarks.get(match)).toBeNull();
  await store.close();
});

test('forgets a packed match in a store that was opened without rules', async () => {
  const file = path();
  const store = await createSqliteStore(file, { findGame: find });
  const chain = await play(store, 7);
  await store.pack();
  await store.close();
  const blind = await createSqliteStore(file);
  expect(await blind.forget(idOf(chain.table.match))).toBe(true);
  expect(await blind.blocks.has(idOf(chain.last.digest))).toBe(false);
  await blind.close();
});
