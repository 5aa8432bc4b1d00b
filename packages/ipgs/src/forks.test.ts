/** Forks: in any order in which copies arrive, all peers continue in the same way. IPGS §7. */
import { unwrap } from '@kifu/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeReading, putAll } from '../test/games.ts';
import {
  accept,
  confirm,
  type Making,
  makePlayer,
  offer,
  play,
  stepOf,
  take,
} from '../test/players.ts';
import type { SignedCommit } from './commit.ts';
import {
  checkEvidence,
  headsBeside,
  isAhead,
  type Merged,
  mergeCommits,
  mergeHeads,
} from './forks.ts';
import { fileBlock } from './ipld.ts';
import { beginRecord } from './life/challenge.ts';
import type { GameRecord } from './life/game-record.ts';
import type { Signer } from './pgp/secret-key.ts';
import type { CheckedCommits, Keeping } from './read-record.ts';
import { SECOND } from './timestamp.ts';

const [ann, bob, eve] = (await Promise.all(
  ['Ann', 'Bob', 'Eve'].map(async name => (await makePlayer(name)).signer),
)) as [Signer, Signer, Signer];
const offered = await offer(ann, 'go');
const confirmed = await confirm(await accept(offered, bob), ann);
const playing = await play(await play(confirmed, ann, ';B[cc]'), bob, ';W[bb]');
const { record: begun } = offered;

const merge = (...makings: readonly Making[]) =>
  mergeCommits(
    begun,
    makings.flatMap(({ commits }) => commits),
    bob.file.fingerprint,
  );
const headOf = (making: Making) => making.commits.at(-1)!.commit.cid;

/** In any order of the commits, the outcome is the same. */
function expectSame(makings: readonly Making[], head: string, kinds: readonly string[]): void {
  const commits = makings.flatMap(making => making.commits);
  fc.assert(
    fc.property(fc.shuffledSubarray(commits, { minLength: commits.length }), shuffled => {
      const merged = mergeCommits(begun, shuffled, bob.file.fingerprint);
      expect(merged.record.head.cid).toBe(head);
      expect(merged.forks.map(({ kind }) => kind)).toEqual(kinds);
    }),
    { numRuns: 10 },
  );
}

test('of a copy and a longer one the longer counts', () => {
  expectSame([confirmed, playing], headOf(playing), []);
});

describe('twins: the same words, signed again', () => {
  let one: SignedCommit;
  let other: SignedCommit;
  beforeAll(async () => {
    const both = [await stepOf(playing, ann, ';B[dd]'), await stepOf(playing, ann, ';B[dd]')];
    [one, other] = both.sort((a, b) => (a.commit.cid < b.commit.cid ? -1 : 1)) as [
      SignedCommit,
      SignedCommit,
    ];
  });

  test('are two commits, of which the smaller id counts', () => {
    expect(one.commit.cid).not.toBe(other.commit.cid);
    expectSame([take(playing, one), take(playing, other)], one.commit.cid, ['twins']);
  });

  test('prefers the greater ID where the other player continued from it', async () => {
    const gone = await play(take(playing, other), bob, ';W[dc]');
    expectSame([take(playing, one), gone], headOf(gone), ['twins']);
  });
});

describe('both players commit at once', () => {
  test('the player to move goes before', async () => {
    const moved = await play(playing, ann, ';B[dd]');
    const said = await play(playing, bob, ';C[hm]', 5);
    expectSame([moved, said], headOf(moved), ['crossing']);
  });

  test('when neither is to move the challenger goes before', async () => {
    const stopped = await play(await play(playing, ann, ';B[]'), bob, ';W[]');
    const [mine, theirs] = [
      await play(stopped, ann, ';C[well]'),
      await play(stopped, bob, ';C[hm]', 5),
    ];
    expectSame([mine, theirs], headOf(mine), ['crossing']);
  });
});

describe('equivocation: one player says two things', () => {
  let left: Making;
  let right: Making;
  beforeAll(async () => {
    left = await play(playing, ann, ';B[dd]');
    right = await play(playing, ann, ';B[dc]');
  });

  test('neither counts', () => expectSame([left, right], headOf(playing), ['equivocation']));

  test('the one that the other player built on counts', async () => {
    const answered = await play(right, bob, ';W[aa]');
    expectSame([left, answered], headOf(answered), ['equivocation']);
  });

  test('what was built on the branch that does not count is remembered, and decides the same again', async () => {
    const early = await play(left, bob, ';W[aa]');
    const late = await play(right, bob, ';W[aa]', 50);
    const merged = merge(early, late);
    expect(headsBeside(merged)).toEqual([headOf(late)]);
    expect(merged.record.head.cid).toBe(headOf(early));
    // a node that keeps the newest commits on both sides has all of them
    expectSame([early, late], headOf(early), ['equivocation']);
  });

  test('where the record does not lead it is found too', async () => {
    const answered = await play(left, bob, ';W[aa]');
    const beside = await play(right, bob, ';W[aa]', 50);
    const [one, other] = [await play(beside, ann, ';B[ab]'), await play(beside, ann, ';B[ba]')];
    expectSame([answered, one, other], headOf(answered), ['equivocation', 'equivocation']);
    expect(merge(answered, one, other).forks[1]).toMatchObject({ parent: headOf(beside) });
  });

  test('is proved by the two commits', async () => {
    const reading = makeReading();
    await store(reading, [left, right, await play(playing, bob, ';C[hm]')]);
    const [a, b] = [headOf(left), headOf(right)];
    const found = unwrap(await checkEvidence(reading, [a, b]));
    expect(found).toMatchObject({ kind: 'two-children', proof: [{ file: { name: 'Ann' } }, {}] });
    expect(await checkEvidence(reading, [a, headOf(playing)])).toMatchObject({
      fault: { rule: 'evidence' },
    });
  });
});

async function store({ blocks }: Keeping, makings: readonly Making[]): Promise<void> {
  for (const { commits } of makings)
    for (const { block, file, payload } of commits)
      await putAll(blocks, [block, fileBlock(file.bytes), fileBlock(payload)]);
}

describe('several contenders', () => {
  test('have records of their own, one is chosen, a second choice is misconduct', async () => {
    const second = await accept(offered, eve);
    const both = await confirm(second, ann);
    const reading = makeReading();
    await store(reading, [both, confirmed]);
    const mergeAll = (...makings: readonly Making[]) =>
      mergeHeads(
        reading,
        makings.map(making => ({ cid: headOf(making) })),
        both.now,
      );
    expect(await mergeAll(both, confirmed)).toMatchObject({ fault: { rule: 'record' } });
    const merged = unwrap(await mergeAll(second, both));
    expect(merged.record.accept?.file.name).toBe('Eve');
    const found = unwrap(await checkEvidence(reading, [headOf(both), headOf(confirmed)]));
    expect(found.kind).toBe('two-confirms');
  });
});

test('replays from another game, forged parents and strangers change nothing', async () => {
  const elsewhere = await play(
    await confirm(await accept(await offer(ann, 'go', { comments: 'another' }), bob), ann),
    ann,
    ';B[cc]',
  );
  const stray = await stepOf(elsewhere, ann, ';B[dd]');
  const stranger = await stepOf(playing, eve, ';B[dd]');
  const noise = { ...playing, commits: [...elsewhere.commits.slice(1), stray, stranger] };
  expect(merge(noise, playing).record.head.cid).toBe(headOf(playing));
  expect(beginRecord(begun, begun.rules, stray)).toMatchObject({ fault: { rule: 'order' } });
  expect(isAhead(stray, stray.commit.at - 119_000_000_000n)).toBe(false);
  expect(isAhead(stray, stray.commit.at - 121_000_000_000n)).toBe(true);
});

test('what is of a time that has not come is held back', async () => {
  const reading = makeReading();
  const ahead = await play(playing, ann, ';B[dd]', 500);
  await store(reading, [ahead]);
  const at = async (now: bigint) =>
    (await mergeHeads(reading, [{ cid: headOf(ahead) }], now)) as { value?: Merged };
  expect((await at(ahead.now - 121n * SECOND)).value?.record.head.cid).toBe(headOf(playing));
  expect((await at(ahead.now - 119n * SECOND)).value?.record.head.cid).toBe(headOf(ahead));
  expect(await at(0n)).toMatchObject({ fault: { rule: 'ahead' } });
});

test('a step that the rules refuse is evidence against who signed it', async () => {
  const reading = makeReading();
  const illegal = await stepOf(playing, ann, ';B[cc]');
  const other = { ...playing, commits: [...playing.commits, illegal] };
  expect(merge(other)).toMatchObject({ forks: [], illegal: [{ commit: illegal.commit }] });
  await store(reading, [other]);
  expect(unwrap(await checkEvidence(reading, [illegal.commit.cid]))).toMatchObject({
    kind: 'illegal-step',
    proof: [{ file: { name: 'Ann' } }],
  });
});

test('a hundred thousand commits that lead nowhere take no time worth speaking of', async () => {
  const one = await stepOf(playing, ann, ';B[dd]');
  const junk = Array.from({ length: 100_000 }, (_, i) => ({
    ...one,
    commit: { ...one.commit, cid: `junk-${i}`, parent: `junk-${i + 1}` },
  }));
  expect(
    mergeCommits(begun, [...junk, ...playing.commits], bob.file.fingerprint).record.head.cid,
  ).toBe(headOf(playing));
});

test('merging with remembered records comes to the same as without', async () => {
  const reading = makeReading();
  const [left, right] = [await play(playing, ann, ';B[dd]'), await play(playing, ann, ';B[dc]')];
  const illegal = { ...left, commits: [...left.commits, await stepOf(left, bob, ';W[bb]')] };
  const copies = [offered, confirmed, playing, left, right, await play(right, bob, ';W[aa]')];
  const all = [...copies, await play(left, bob, ';W[aa]'), illegal];
  await store(reading, all);
  const says = async (by: Keeping, heads: readonly Making[]) => {
    const cids = heads.map(making => ({ cid: headOf(making) }));
    const { record, commits, forks, illegal } = unwrap(await mergeHeads(by, cids, 1n << 62n));
    const cidsOf = (some: readonly SignedCommit[]) => some.map(({ commit }) => commit.cid);
    const forked = forks.map(({ kind, children }) => [kind, cidsOf(children)]);
    return [record.head.cid, record.phase, record.count, cidsOf(commits), forked, cidsOf(illegal)];
  };
  const looks = fc.array(fc.subarray(all, { minLength: 1 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(looks, async heads => {
      const [commits, records] = [new Map<string, SignedCommit>(), new Map<string, GameRecord>()];
      const checked: CheckedCommits = {
        get: cid => commits.get(cid),
        set: (cid, signed) => void commits.set(cid, signed),
        recordAt: cid => records.get(cid),
        noteRecord: record => void records.set(record.head.cid, record),
      };
      for (const each of heads)
        expect(await says({ ...reading, checked }, each)).toEqual(await says(reading, each));
    }),
    { numRuns: 20 },
  );
});
