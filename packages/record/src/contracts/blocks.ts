/** The contract of a `BlockStore`. */
import { type Cid, type CidCodec, cidOf, formatCid } from '@kifu/core';
import { BlockCorruptError, BlockNotFoundError, type BlockStore } from '../store/ports.ts';
import {
  block,
  check,
  givesUp,
  type MakeStore,
  range,
  refusal,
  type StoreCheck,
  twin,
  withStores,
} from './assert.ts';

const MEBIBYTE = 1 << 20;
const CODECS: readonly CidCodec[] = ['raw', 'dag-pb', 'dag-cbor', 'dag-json'];

/** What every store of blocks promises, as checks by name. */
export const blockStoreContract = (make: MakeStore<BlockStore>): StoreCheck[] =>
  withStores(make, [
    ['returns stored bytes, under every kind of id', ({ store }) => checkKinds(store)],
    ['stores an empty block', ({ store }) => checkStored(store, new Uint8Array(0))],
    ['stores a block of 1 MiB', ({ store }) => checkStored(store, large())],
    ['stores only the given part of a larger buffer', ({ store }) => checkView(store)],
    ['finds no block that was never stored', ({ store }) => checkUnknown(store)],
    ['refuses bytes that do not match their id', ({ store }) => checkCorrupt(store)],
    ['accepts a block twice', ({ store }) => checkTwice(store)],
    ['stores many blocks at once', ({ store }) => checkMany(store)],
    ['stores one block many times at once', ({ store }) => checkSame(store)],
    ['stops when its signal aborts', ({ store }) => checkAbort(store)],
    ['cannot be changed through its arguments or results', ({ store }) => checkSharing(store)],
    ['copies bytes before they can change', ({ store }) => checkChanging(store)],
  ]);

async function checkKinds(store: BlockStore): Promise<void> {
  const kinds: ((bytes: Uint8Array) => Cid)[] = [
    ...CODECS.map(codec => (bytes: Uint8Array) => cidOf(codec, bytes)),
    bytes => ({ ...cidOf('dag-pb', bytes), version: 0 }),
  ];
  const same = block(1);
  for (const [i, name] of kinds.entries()) {
    // first bytes that are known by no other id, then bytes that are
    for (const { bytes } of [block(i + 2), same]) {
      await store.put(name(bytes), bytes);
      await checkHas(store, name(bytes), bytes);
    }
  }
  for (const name of kinds) await checkHas(store, name(same.bytes), same.bytes);
}

async function checkStored(store: BlockStore, bytes: Uint8Array): Promise<void> {
  const cid = cidOf('raw', bytes);
  await store.put(cid, bytes.slice());
  await checkHas(store, cid, bytes);
}

function large(): Uint8Array {
  const bytes = new Uint8Array(MEBIBYTE);
  for (let i = 0; i < MEBIBYTE; i++) bytes[i] = (i * 31 + (i >> 8)) & 0xff;
  return bytes;
}

async function checkView(store: BlockStore): Promise<void> {
  const bytes = large().subarray(1000, 1100);
  const cid = cidOf('raw', bytes);
  await store.put(cid, bytes);
  await checkHas(store, cid, bytes);
}

async function checkUnknown(store: BlockStore): Promise<void> {
  await store.put(block(1).cid, block(1).bytes);
  await checkAbsent(store, block(2).cid);
}

async function checkCorrupt(store: BlockStore): Promise<void> {
  const [one, other] = [block(1), block(2)];
  const wrong = [other.bytes, new Uint8Array(0), one.bytes.subarray(1), large()];
  const putAll = async () => {
    for (const bytes of wrong) {
      const error = await refusal(() => store.put(one.cid, bytes), 'it takes bytes of another id');
      check(error instanceof BlockCorruptError, `not a BlockCorruptError: ${error}`);
      check(formatCid(error.cid) === formatCid(one.cid), 'the error names another block');
    }
  };
  await putAll();
  await checkAbsent(store, one.cid);
  await checkAbsent(store, other.cid);
  await store.put(one.cid, one.bytes);
  await putAll();
  await checkHas(store, one.cid, one.bytes);
}

async function checkTwice(store: BlockStore): Promise<void> {
  const { cid, bytes } = block(1);
  for (let i = 0; i < 2; i++) {
    await store.put(twin(cid), bytes.slice());
    await checkHas(store, twin(cid), bytes);
  }
}

async function checkMany(store: BlockStore): Promise<void> {
  const blocks = range(200).map(block);
  await Promise.all(blocks.map(({ cid, bytes }) => store.put(cid, bytes)));
  await Promise.all(blocks.map(({ cid, bytes }) => checkHas(store, cid, bytes)));
  await checkAbsent(store, block(200).cid);
}

async function checkSame(store: BlockStore): Promise<void> {
  const { cid, bytes } = block(1);
  await Promise.all(
    range(20).map(async () => {
      await store.put(twin(cid), bytes.slice());
      await checkHas(store, cid, bytes);
    }),
  );
}

async function checkAbort(store: BlockStore): Promise<void> {
  const [kept, never] = [block(1), block(2)];
  await store.put(kept.cid, kept.bytes);
  await givesUp([
    ask => store.get(kept.cid, ask),
    ask => store.has(kept.cid, ask),
    ask => store.put(never.cid, never.bytes, ask),
  ]);
  await checkAbsent(store, never.cid);
  const { signal } = new AbortController();
  await store.put(never.cid, never.bytes, { signal });
  await checkHas(store, never.cid, never.bytes);
}

async function checkSharing(store: BlockStore): Promise<void> {
  const { cid, bytes } = block(1);
  const [given, name] = [bytes.slice(), twin(cid)];
  await store.put(name, given);
  given.fill(0);
  name.digest.fill(0);
  const got = await store.get(cid);
  got.fill(0);
  await checkHas(store, cid, bytes);
}

/** The block may be stored as it was, or refused; it must never have other bytes under its ID. */
async function checkChanging(store: BlockStore): Promise<void> {
  const { cid, bytes } = block(1);
  const given = bytes.slice();
  const putting = store.put(cid, given);
  given.fill(0);
  const isKept = await putting.then(
    () => true,
    () => false,
  );
  if (isKept) await checkHas(store, cid, bytes);
  else await checkAbsent(store, cid);
}

async function checkHas(store: BlockStore, cid: Cid, bytes: Uint8Array): Promise<void> {
  const id = formatCid(cid);
  check((await store.has(cid)) === true, `it says that it has no block ${id}`);
  const got = await store.get(cid);
  check(got instanceof Uint8Array, `block ${id} is not given as bytes`);
  check(
    got.length === bytes.length && got.every((byte, i) => byte === bytes[i]),
    `block ${id} comes back with other bytes`,
  );
}

async function checkAbsent(store: BlockStore, cid: Cid): Promise<void> {
  const id = formatCid(cid);
  check((await store.has(cid)) === false, `it says that it has block ${id}`);
  const error = await refusal(() => store.get(cid), `it gives bytes for block ${id}`);
  check(error instanceof BlockNotFoundError, `not a BlockNotFoundError: ${error}`);
  check(formatCid(error.cid) === id, 'the error names another block');
}
