/** The contract of `append`, for stores that put blocks and move the head in one go. */
import { type Cid, formatCid } from '@kifu/core';
import { BlockCorruptError, type Stores } from '../store/ports.ts';
import {
  block,
  check,
  equal,
  givesUp,
  idText,
  type MakeStore,
  range,
  refusal,
  type StoreCheck,
  twin,
  withStores,
} from './assert.ts';

/** A store that can append. */
export type AppendingStores = Required<Stores>;

/** What every store that appends promises, as checks by name. */
export const appendContract = (make: MakeStore<AppendingStores>): StoreCheck[] =>
  withStores(make, [
    ['puts blocks and moves the head', ({ store }) => checkAppend(store)],
    ['stores nothing if the head is elsewhere', ({ store }) => checkConflict(store)],
    ['stores nothing if bytes do not match their id', ({ store }) => checkCorrupt(store)],
    ['lets one of 50 concurrent appends win', ({ store }) => checkRace(store)],
    ['works together with put and move', ({ store }) => checkMixed(store)],
    ['stops when its signal aborts', ({ store }) => checkAbort(store)],
    ['cannot be changed through its arguments or results', ({ store }) => checkSharing(store)],
  ]);

const [header, ...nodes] = range(60).map(block) as [
  ReturnType<typeof block>,
  ...ReturnType<typeof block>[],
];
const match = header.cid;

async function checkAppend(store: AppendingStores): Promise<void> {
  await checkAppended(store, [header], null, true);
  let from = match;
  for (const node of nodes.slice(0, 5)) {
    await checkAppended(store, [node], from, true);
    await checkStored(store, node, true);
    from = node.cid;
  }
  // several blocks, the head among them; and none, where it is there already
  await checkAppended(store, nodes.slice(10, 13), from, true);
  for (const node of nodes.slice(10, 13)) await checkStored(store, node, true);
  equal(await store.append([], match, nodes[12]!.cid, match), true, 'what it says without blocks');
  equal(idText(await store.heads.get(match)), idText(match), 'the head');
}

async function checkConflict(store: AppendingStores): Promise<void> {
  const [a, b, c] = nodes as [typeof header, typeof header, typeof header];
  await checkAppended(store, [a], b.cid, false);
  await checkStored(store, a, false);
  await checkAppended(store, [header], null, true);
  for (const from of [null, b.cid, { ...match, codec: 'raw' } as const]) {
    await checkAppended(store, [c], from, false);
    await checkStored(store, c, false);
  }
  equal(idText(await store.heads.get(match)), idText(match), 'the head');
}

async function checkCorrupt(store: AppendingStores): Promise<void> {
  const [a, b] = nodes as [typeof header, typeof header];
  const wrong = [a, { cid: b.cid, bytes: a.bytes }];
  const error = await refusal(
    () => store.append(wrong, match, null, b.cid),
    'it takes other bytes',
  );
  check(error instanceof BlockCorruptError, `not a BlockCorruptError: ${error}`);
  check(formatCid(error.cid) === formatCid(b.cid), 'the error names another block');
  await checkStored(store, a, false);
  equal(idText(await store.heads.get(match)), null, 'the head');
}

async function checkRace(store: AppendingStores): Promise<void> {
  await checkAppended(store, [header], null, true);
  const racers = nodes.slice(0, 50);
  const moved = await Promise.all(racers.map(node => store.append([node], match, match, node.cid)));
  equal(moved.filter(Boolean).length, 1, 'the number of those that won');
  for (const [i, node] of racers.entries()) await checkStored(store, node, moved[i]!);
  equal(idText(await store.heads.get(match)), idText(racers[moved.indexOf(true)]!.cid), 'the head');
}

async function checkMixed(store: AppendingStores): Promise<void> {
  const [a, b, c] = nodes as [typeof header, typeof header, typeof header];
  await store.blocks.put(match, header.bytes);
  equal(await store.heads.move(match, null, match), true, 'what it says of a move');
  await store.blocks.put(a.cid, a.bytes);
  await checkAppended(store, [a], match, true);
  equal(await store.heads.move(match, match, b.cid), false, 'what it says of a late move');
  await store.blocks.put(b.cid, b.bytes);
  equal(await store.heads.move(match, a.cid, b.cid), true, 'what it says of a move');
  await checkAppended(store, [c], b.cid, true);
}

async function checkAbort(store: AppendingStores): Promise<void> {
  await givesUp([ask => store.append([header], match, null, match, ask)]);
  await checkStored(store, header, false);
  equal(idText(await store.heads.get(match)), null, 'the head');
}

async function checkSharing(store: AppendingStores): Promise<void> {
  const [name, bytes] = [twin(match), header.bytes.slice()];
  const appending = store.append([{ cid: twin(match), bytes }], name, null, twin(match));
  name.digest.fill(0);
  bytes.fill(0);
  if (await appending.catch(() => false)) {
    await checkStored(store, header, true);
    equal(idText(await store.heads.get(match)), idText(match), 'the head');
  }
}

async function checkAppended(
  store: AppendingStores,
  blocks: readonly { cid: Cid; bytes: Uint8Array }[],
  from: Cid | null,
  expected: boolean,
): Promise<void> {
  const to = blocks.at(-1)!.cid;
  const moved = await store.append(blocks, twin(match), from && twin(from), twin(to));
  equal(moved, expected, 'what it says of appending');
  if (expected) equal(idText(await store.heads.get(match)), idText(to), 'the head');
}

async function checkStored(
  { blocks }: AppendingStores,
  { cid, bytes }: { cid: Cid; bytes: Uint8Array },
  expected: boolean,
): Promise<void> {
  equal(await blocks.has(cid), expected, `whether it has block ${formatCid(cid)}`);
  if (expected) equal([...(await blocks.get(cid))], [...bytes], `block ${formatCid(cid)}`);
}
