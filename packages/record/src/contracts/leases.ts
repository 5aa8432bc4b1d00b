/** The contract of `Leases`, and of appending by them. */
import type { Cid } from '@kifu/core';
import { LeaseLostError, type LeaseState, type SharedStores } from '../store/ports.ts';
import {
  block,
  check,
  equal,
  givesUp,
  idText,
  type MadeStore,
  range,
  refusal,
  type StoreCheck,
  twin,
  withStores,
} from './assert.ts';

/** Shared stores to be checked. */
export interface MadeShared extends MadeStore<SharedStores> {
  /** Sets the clock that leases are counted by forward. */
  pass(ms: number): Promise<void>;
}

/** What every store with leases promises, as checks by name. */
export const leasesContract = (make: () => Promise<MadeShared>): StoreCheck[] =>
  withStores(make, [
    ['gives a lease to one owner', checkTake],
    ['gives an expired lease to another owner', checkExpiry],
    ['renews a lease unless another owner took it over', checkRenew],
    ['frees a released lease', checkRelease],
    ['gives the same owner a new fence', checkAgain],
    ['gives a lease to one of 20 concurrent owners', checkRace],
    ['separates matches', checkMatches],
    ['appends with the latest fence only', checkFence],
    ['appends with an expired lease that no one took over', checkLate],
    ['lets the owner of a lease start its match', checkBegin],
    ['refuses one of many appends, and not the others', checkMany],
    ['ends no lease of an active owner', checkHold],
    ['lists vacant matches', checkVacant],
    ['appends with a lease on another name', checkNamed],
    ['accepts unusual owners and times', checkOdd],
    ['stops when its signal aborts', checkAbort],
  ]);

/** So long that it does not matter how long a busy machine takes for a check. */
const TTL = 600_000;
const [header, ...nodes] = range(40).map(block) as [Block, ...Block[]];
type Block = ReturnType<typeof block>;
const match = header.cid;

/** The fence of a lease that must have been given. */
function fenceOf({ fence, owner, leftMs }: LeaseState, expected: string, least = 1): number {
  check(fence !== null, `it is not given: ${owner} has it`);
  check(Number.isSafeInteger(fence), 'the fence is not an integer');
  equal(owner, expected, 'the owner');
  check(leftMs >= least && leftMs <= TTL, `it is given for ${leftMs} ms`);
  return fence;
}

async function checkTake({ store: { leases } }: MadeShared): Promise<void> {
  const mine = await leases.take(match, 'ann', TTL);
  fenceOf(mine, 'ann');
  for (const _ of [1, 2]) {
    const other = await leases.take(twin(match), 'bob', TTL);
    equal(other.fence, null, 'the fence of the second');
    equal(other.owner, 'ann', 'owner');
    equal(other.untilMs, mine.untilMs, 'until when');
    check(other.leftMs > 0 && other.leftMs <= mine.leftMs, `it is there for ${other.leftMs} ms`);
  }
}

async function checkExpiry({ store: { leases }, pass }: MadeShared): Promise<void> {
  const first = fenceOf(await leases.take(match, 'ann', TTL), 'ann');
  await pass(TTL / 2);
  equal((await leases.take(match, 'bob', TTL)).fence, null, 'the fence in the middle');
  await pass(TTL / 2 + 1);
  const second = fenceOf(await leases.take(match, 'bob', TTL), 'bob');
  check(second > first, `fence ${second} is not above ${first}`);
  equal((await leases.take(match, 'ann', TTL)).owner, 'bob', 'owner');
}

async function checkRenew({ store: { leases }, pass }: MadeShared): Promise<void> {
  const fence = fenceOf(await leases.take(match, 'ann', TTL), 'ann');
  for (const _ of range(3)) {
    await pass(TTL / 2 + 1);
    equal(await leases.renew(match, fence, TTL), true, 'whether it is renewed');
  }
  equal((await leases.take(match, 'bob', TTL)).fence, null, 'the fence of another');
  await pass(TTL + 1);
  equal(await leases.renew(match, fence, TTL), true, 'whether it is renewed late');
  await pass(TTL + 1);
  fenceOf(await leases.take(match, 'bob', TTL), 'bob');
  equal(await leases.renew(match, fence, TTL), false, 'whether it is renewed too late');
  equal((await leases.take(match, 'ann', TTL)).owner, 'bob', 'owner');
}

async function checkRelease({ store: { leases } }: MadeShared): Promise<void> {
  const first = fenceOf(await leases.take(match, 'ann', TTL), 'ann');
  equal(await leases.release(match, first), true, 'whether it is given back');
  equal(await leases.release(match, first), false, 'whether it is given back again');
  equal(await leases.renew(match, first, TTL), false, 'whether it is renewed afterwards');
  const second = fenceOf(await leases.take(match, 'bob', TTL), 'bob');
  check(second > first, `fence ${second} is not above ${first}`);
  equal(await leases.release(match, first), false, 'whether another gives it back');
  equal((await leases.take(match, 'ann', TTL)).owner, 'bob', 'owner');
}

async function checkAgain({ store }: MadeShared): Promise<void> {
  const { leases } = store;
  const first = fenceOf(await leases.take(match, 'ann', TTL), 'ann');
  const second = fenceOf(await leases.take(match, 'ann', TTL), 'ann');
  check(second > first, `fence ${second} is not above ${first}`);
  equal(await leases.renew(match, first, TTL), false, 'whether the older is renewed');
  await checkLost(store, first);
  equal(await leases.renew(match, second, TTL), true, 'whether the newer is renewed');
}

async function checkRace({ store: { leases } }: MadeShared): Promise<void> {
  const taken = await Promise.all(range(20).map(n => leases.take(match, `owner ${n}`, TTL)));
  const won = taken.filter(({ fence }) => fence !== null);
  equal(won.length, 1, 'the number of those that have it');
  for (const { owner } of taken) equal(owner, won[0]!.owner, 'owner');
}

async function checkMatches({ store: { leases } }: MadeShared): Promise<void> {
  const others = [nodes[0]!.cid, nodes[1]!.cid, { ...match, codec: 'raw' } as const];
  const fences = [fenceOf(await leases.take(match, 'ann', TTL), 'ann')];
  for (const other of others) fences.push(fenceOf(await leases.take(other, 'bob', TTL), 'bob'));
  equal(await leases.release(others[0]!, fences[0]!), false, 'whether it is another match’s');
  for (const [i, other] of others.entries())
    equal(await leases.renew(other, fences[i + 1]!, TTL), true, 'whether it is renewed');
}

async function checkFence({ store, pass }: MadeShared): Promise<void> {
  const first = fenceOf(await store.leases.take(match, 'ann', TTL), 'ann');
  equal(await store.append([header], match, null, match, { fence: first }), true, 'an append');
  await pass(TTL + 1);
  const second = fenceOf(await store.leases.take(match, 'bob', TTL), 'bob');
  await checkLost(store, first);
  const [a, b] = nodes as [Block, Block];
  equal(await store.append([a], match, match, a.cid, { fence: second }), true, 'an append');
  // the right fence does not help against the wrong head
  equal(await store.append([b], match, match, b.cid, { fence: second }), false, 'a late append');
  for (const fence of [first, second + 1, 0, -1]) await checkLost(store, fence);
  await store.leases.release(match, second);
  await checkLost(store, second);
  equal(idText(await store.heads.get(match)), idText(a.cid), 'the head');
}

/** Nothing is stored of an append whose fence is no longer valid. */
async function checkLost({ append, blocks, heads }: SharedStores, fence: number): Promise<void> {
  const { cid, bytes } = nodes[30]!;
  const from = await heads.get(match);
  const error = await refusal(
    () => append([{ cid, bytes }], match, from, cid, { fence }),
    'it appends by a fence that is not the newest',
  );
  check(error instanceof LeaseLostError, `not a LeaseLostError: ${error}`);
  equal(idText(error.match), idText(match), 'the match that the error names');
  equal(error.fence, fence, 'the fence that the error names');
  equal(await blocks.has(cid), false, 'whether it has the block');
  equal(idText(await heads.get(match)), idText(from), 'the head');
}

async function checkLate({ store, pass }: MadeShared): Promise<void> {
  const fence = fenceOf(await store.leases.take(match, 'ann', TTL), 'ann');
  await pass(TTL + 1);
  equal(await store.append([header], match, null, match, { fence }), true, 'what it says');
}

async function checkBegin({ store }: MadeShared): Promise<void> {
  await checkLost(store, 1);
  const fence = fenceOf(await store.leases.take(match, 'ann', TTL), 'ann');
  equal(await store.append([header], match, null, match, { fence }), true, 'what it says');
  // leases bind their owners; others have compare-and-set
  const { cid, bytes } = nodes[0]!;
  equal(await store.append([{ cid, bytes }], match, match, cid), true, 'what it says of others');
}

async function checkMany({ store }: MadeShared): Promise<void> {
  const fences = await Promise.all(
    nodes.map(async ({ cid }) => fenceOf(await store.leases.take(cid, 'ann', TTL), 'ann')),
  );
  const taken = nodes.filter((_, i) => i % 3 === 0);
  for (const { cid } of taken) await store.leases.take(cid, 'ann', TTL);
  const said = await Promise.all(
    nodes.map(({ cid, bytes }, i) =>
      store
        .append([{ cid, bytes }], cid, i % 3 === 1 ? match : null, cid, { fence: fences[i]! })
        .catch((error: Error) => error.name),
    ),
  );
  equal(
    said,
    nodes.map((_, i) => ['LeaseLostError', false, true][i % 3]!),
    'what it says of many at once',
  );
  for (const [i, { cid }] of nodes.entries())
    equal(await store.blocks.has(cid), i % 3 === 2, 'whether it has the block');
}

async function checkHold({ store: { leases }, pass }: MadeShared): Promise<void> {
  equal((await leases.hold('ann', TTL)).length, 0, 'the number of owners at first');
  const fence = fenceOf(await leases.take(match, 'ann', 0), 'ann', 0);
  await pass(TTL / 2);
  const [ann, ...rest] = await leases.hold('bob', TTL);
  equal([ann?.owner ?? null, rest.length], ['ann', 0], 'the owners');
  check(ann!.leftMs > 0 && ann!.leftMs <= TTL / 2, `she is there for ${ann!.leftMs} ms`);
  check(ann!.silentMs >= TTL / 2 && ann!.silentMs < TTL, `she said so ${ann!.silentMs} ms ago`);
  equal((await leases.take(match, 'bob', TTL)).fence, null, 'the fence of another');
  equal((await leases.hold('ann', TTL)).length, 2, 'the number of owners');
  await pass(TTL - TTL / 10);
  equal((await leases.take(match, 'bob', TTL)).owner, 'ann', 'owner');
  await pass(TTL / 5);
  const gone = (await leases.hold('bob', TTL)).find(({ owner }) => owner === 'ann');
  equal(gone?.leftMs ?? null, 0, 'for how long she is there');
  const taken = await leases.take(match, 'bob', TTL);
  fenceOf(taken, 'bob');
  equal(taken.before, 'ann', 'whom it was taken over from');
  equal(await leases.renew(match, fence, TTL), false, 'whether it is renewed too late');
  // an owner that releases a lease loses it at once
  await pass(TTL + 1);
  await leases.hold('bob', TTL);
  equal((await leases.take(match, 'ann', TTL)).fence, null, 'the fence while he is there');
  await leases.hold('bob', 0);
  await pass(1);
  equal((await leases.take(match, 'ann', TTL)).before, 'bob', 'whom it was taken over from');
}

async function checkVacant({ store: { leases }, pass }: MadeShared): Promise<void> {
  const [a, b, c] = nodes.map(({ cid }) => cid) as [Cid, Cid, Cid];
  equal((await leases.vacant([])).length, 0, 'how many of none');
  const fence = fenceOf(await leases.take(a, 'ann', TTL), 'ann');
  await leases.take(b, 'bob', 0);
  await leases.hold('bob', TTL);
  await pass(1);
  equal((await leases.vacant([a, b, c])).map(idText), [idText(c)], 'which of three');
  await pass(TTL + 1);
  equal((await leases.vacant([c, b, a])).map(idText), [c, b, a].map(idText), 'which later');
  await leases.hold('bob', TTL);
  await leases.release(a, fence);
  equal((await leases.vacant([a, b])).map(idText), [idText(a)], 'which in the end');
}

async function checkNamed({ store }: MadeShared): Promise<void> {
  const lease = nodes[5]!.cid;
  const first = fenceOf(await store.leases.take(lease, 'ann', TTL), 'ann');
  const by = { lease, fence: first };
  equal(await store.append([header], match, null, match, by), true, 'an append');
  fenceOf(await store.leases.take(lease, 'ann', TTL), 'ann');
  const { cid, bytes } = nodes[0]!;
  const error = await refusal(
    () => store.append([{ cid, bytes }], match, match, cid, by),
    'it appends by an older fence',
  );
  check(error instanceof LeaseLostError, `not a LeaseLostError: ${error}`);
  equal(idText(error.match), idText(lease), 'the lease that the error names');
  await checkLost(store, first);
}

async function checkOdd({ store: { leases }, pass }: MadeShared): Promise<void> {
  for (const [i, owner] of ['', ' ', '棋譜 😀', "'; --", 'a\nb', 'x'.repeat(5000)].entries()) {
    const { cid } = nodes[i]!;
    fenceOf(await leases.take(cid, owner, TTL), owner);
    equal((await leases.take(cid, `${owner}!`, TTL)).owner, owner, 'owner');
  }
  for (const ttlMs of [Number.NaN, -1, Number.POSITIVE_INFINITY, 2 ** 53]) {
    const error = await refusal(() => leases.take(match, 'ann', ttlMs), `it takes ${ttlMs} ms`);
    check(error instanceof RangeError, `not a RangeError: ${error}`);
  }
  // none at all is over at once
  const { fence } = await leases.take(match, 'ann', 0);
  check(fence !== null, 'it is not given');
  await pass(1);
  fenceOf(await leases.take(match, 'bob', TTL), 'bob');
}

async function checkAbort({ store: { leases } }: MadeShared): Promise<void> {
  const fence = fenceOf(await leases.take(match, 'ann', TTL), 'ann');
  await givesUp([
    ask => leases.take(nodes[0]!.cid, 'ann', TTL, ask),
    ask => leases.renew(match, fence, TTL, ask),
    ask => leases.release(match, fence, ask),
    ask => leases.hold('ann', TTL, ask),
    ask => leases.vacant([match], ask),
  ]);
  equal((await leases.take(match, 'bob', TTL)).owner, 'ann', 'owner');
  fenceOf(await leases.take(nodes[0]!.cid, 'bob', TTL), 'bob');
}
