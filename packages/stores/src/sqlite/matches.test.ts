/** The ids of matches in order, so that a caller that has the beginning of one finds the rest. */
import { type Cid, cidOf, encodeCid, formatCid } from '@kifu/core';
import { expect, test } from 'vitest';
import { tempPaths } from '../../test/files.ts';
import { createSqliteStore } from './index.ts';

const path = tempPaths('.sqlite');
const FIRST: Cid = { version: 1, codec: 'dag-cbor', digest: new Uint8Array(32) };

test('matches come in the order of their ids, from one on', async () => {
  const store = await createSqliteStore(path());
  const ids = Array.from({ length: 40 }, (_, i) => cidOf('dag-cbor', Uint8Array.of(i)));
  for (const id of ids) await store.heads.move(id, null, id);
  const sorted = ids.toSorted((a, b) => Buffer.compare(encodeCid(a), encodeCid(b))).map(formatCid);
  const found = async (from: Cid, limit: number) =>
    (await store.matches(from, limit)).map(formatCid);
  expect(await found(FIRST, 100)).toEqual(sorted);
  const seventh = ids.find(id => formatCid(id) === sorted[7])!;
  expect(await found(seventh, 3)).toEqual(sorted.slice(7, 10));
  expect(await found({ ...FIRST, digest: new Uint8Array(32).fill(255) }, 3)).toEqual([]);
  await store.close();
  await expect(store.matches(FIRST, 1)).rejects.toThrow('is closed');
});
