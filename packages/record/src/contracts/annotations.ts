/** The contract of a `AnnotationStore`. */
import type { Cid } from '@kifu/core';
import { encodeRemarksJson } from '../annotations/annotations.ts';
import type { AnnotationStore } from '../store/ports.ts';
import {
  block,
  check,
  givesUp,
  type MakeStore,
  range,
  type StoreCheck,
  twin,
  withStores,
} from './assert.ts';

/** What every store of annotations promises, as checks by name. */
export const remarkStoreContract = (make: MakeStore<AnnotationStore>): StoreCheck[] =>
  withStores(make, [
    ['returns every byte', ({ store }) => checkBytes(store)],
    ['stores only the given part of a larger buffer', ({ store }) => checkView(store)],
    ['finds nothing that was never stored', ({ store }) => checkUnknown(store)],
    ['stores the latest annotations', ({ store }) => checkNewest(store)],
    ['separates matches', ({ store }) => checkApart(store)],
    ['removes annotations', ({ store }) => checkRemove(store)],
    ['stores annotations of many matches at once', ({ store }) => checkMany(store)],
    ['stores one of many concurrent writes about one match', ({ store }) => checkRace(store)],
    ['stops when its signal aborts', ({ store }) => checkAbort(store)],
    ['cannot be changed through its arguments or results', ({ store }) => checkSharing(store)],
  ]);

const [match, other] = [block(1).cid, block(2).cid];

/** Annotations about a head: one note, of any length. */
const remarks = (text: string): Uint8Array =>
  encodeRemarksJson(block(3).cid, {
    notes: [{ entry: 1, author: null, text, glyphs: [] }],
    variations: [],
  });

const ONE = remarks('a blunder');
const LONG = remarks('棋譜 😀 \u0000 '.repeat(100_000));

async function checkBytes(store: AnnotationStore): Promise<void> {
  const all = [ONE, remarks(''), LONG, encodeRemarksJson(match, { notes: [], variations: [] })];
  for (const [i, bytes] of all.entries()) {
    const { cid } = block(10 + i);
    await store.put(twin(cid), bytes.slice());
    await checkStored(store, twin(cid), bytes);
  }
}

async function checkView(store: AnnotationStore): Promise<void> {
  const buffer = new Uint8Array(3 * ONE.length).fill(7);
  buffer.set(ONE, ONE.length);
  await store.put(match, buffer.subarray(ONE.length, 2 * ONE.length));
  await checkStored(store, match, ONE);
}

async function checkUnknown(store: AnnotationStore): Promise<void> {
  await checkStored(store, match, null);
  await store.remove(match);
  await store.put(match, ONE);
  await checkStored(store, other, null);
}

async function checkNewest(store: AnnotationStore): Promise<void> {
  for (const bytes of [ONE, LONG, remarks('short'), ONE, ONE]) {
    await store.put(match, bytes);
    await checkStored(store, match, bytes);
  }
}

async function checkApart(store: AnnotationStore): Promise<void> {
  // the last is the first but for the codec
  const matches: Cid[] = [match, other, { ...match, codec: 'raw' }];
  for (const [i, cid] of matches.entries()) await store.put(cid, remarks(`${i}`));
  for (const [i, cid] of matches.entries()) await checkStored(store, cid, remarks(`${i}`));
}

async function checkRemove(store: AnnotationStore): Promise<void> {
  await store.put(match, ONE);
  await store.put(other, LONG);
  for (const cid of [match, match, block(9).cid]) await store.remove(cid);
  await checkStored(store, match, null);
  await checkStored(store, other, LONG);
  await store.put(match, remarks('again'));
  await checkStored(store, match, remarks('again'));
}

async function checkMany(store: AnnotationStore): Promise<void> {
  await Promise.all(range(100).map(n => store.put(block(n).cid, remarks(`${n}`))));
  await Promise.all(range(100).map(n => checkStored(store, block(n).cid, remarks(`${n}`))));
  await checkStored(store, block(100).cid, null);
}

async function checkRace(store: AnnotationStore): Promise<void> {
  const all = range(20).map(n => remarks(`${n}`.repeat(n + 1)));
  await Promise.all(all.map(bytes => store.put(match, bytes)));
  const kept = await store.get(match);
  check(
    kept !== null && all.some(bytes => isSame(bytes, kept)),
    'the stored block is not one of those that were put',
  );
}

async function checkAbort(store: AnnotationStore): Promise<void> {
  await store.put(match, ONE);
  await givesUp([
    ask => store.get(match, ask),
    ask => store.put(match, LONG, ask),
    ask => store.put(other, LONG, ask),
    ask => store.remove(match, ask),
  ]);
  await checkStored(store, match, ONE);
  await checkStored(store, other, null);
}

async function checkSharing(store: AnnotationStore): Promise<void> {
  const [name, given] = [twin(match), ONE.slice()];
  const putting = store.put(name, given);
  name.digest.fill(0);
  given.fill(0);
  await putting;
  (await store.get(match))?.fill(0);
  await checkStored(store, match, ONE);
}

async function checkStored(
  store: AnnotationStore,
  cid: Cid,
  expected: Uint8Array | null,
): Promise<void> {
  const kept = await store.get(cid);
  if (expected === null) check(kept === null, 'there are remarks where there should be none');
  else check(kept !== null && isSame(kept, expected), 'the remarks are not those that were put');
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);
