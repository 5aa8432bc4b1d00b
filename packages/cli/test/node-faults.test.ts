/**
 * Games of IPGS between nodes that hear late, twice, in another order or not at all: nothing that was signed is lost, and all come to one
 * record; where a player's own nodes contradict each other, everybody can show it.
 */
import { parseCid, unwrap } from '@kifu/core';
import { checkEvidence, readEvidence, stringToSign } from '@kifu/ipgs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCommits } from '../../ipgs/src/read-record.ts';
import { createWorld, FAIR, type Weather } from '../../peer/test/world.ts';
import { createNodes, type NodeWorld, type TestNode } from './node-world.ts';

const DEEP = process.env.KIFU_DEEP === '1';
const STORMY_STEPS = 40;

const weatherOf = (random: () => number): Weather => ({
  ...{ loss: random() * 0.3, double: random() * 0.3, disorder: true },
  ...{ minMs: 1, maxMs: 5 + random() * 2000 },
});

/** The commit that a node takes for the newest. */
const headOf = ({ state }: TestNode, game: string): string =>
  state.live.all.get(game)!.record.head.cid;

/** Commits that a node made and said to be durable. */
const madeBy = ({ heard }: TestNode): string[] =>
  heard.flatMap(event =>
    event.type === 'commit' && event.isMine ? [event.game.record.head.cid] : [],
  );

/** Everybody hears of everything. */
async function settle({ nodes, setWeather, join, pass }: NodeWorld): Promise<void> {
  setWeather(FAIR);
  join();
  await pass(20_000);
  for (const { looking } of nodes) looking.scheduleRefresh(0);
  await pass(20_000);
}

/** Plays in bad weather, with ways that are cut at times, and then waits for all to be told. */
async function play(seed: number, names: readonly string[]): Promise<NodeWorld> {
  const world = createWorld(seed);
  const { random } = world;
  const all = await createNodes(world, names);
  const { nodes } = all;
  const any = () => nodes[Math.floor(random() * nodes.length)]!;
  for (let i = 0; i < STORMY_STEPS; i++) {
    if (random() < 0.1) all.setWeather(weatherOf(random));
    if (random() < 0.1) all.cut(any(), any());
    if (random() < 0.1) all.join();
    for (const node of nodes) if (random() < 0.6) void all.step(node);
    await all.pass(300);
  }
  await settle(all);
  return all;
}

/** Commits by the commit that they are built on, where one player built several on one, with other words. */
async function contradictions({ nodes }: NodeWorld): Promise<string[][]> {
  const made = nodes.flatMap(node => madeBy(node).map(cid => ({ cid, node })));
  const placed = await Promise.all(
    made.map(async ({ cid, node }) => {
      const { commit } = unwrap(await readCommits(node.state.reading, cid)).at(-1)!;
      const place = `${node.signer.file.name} ${commit.parent}`;
      return { cid, place, words: stringToSign(commit) };
    }),
  );
  return [...Map.groupBy(placed, ({ place }) => place).values()]
    .filter(some => new Set(some.map(({ words }) => words)).size > 1)
    .map(some => some.map(({ cid }) => cid));
}

/** What a tree that a node publishes proves, as another node reads it. */
async function provedBy(of: TestNode, reader: TestNode): Promise<string[][]> {
  const { trees } = reader.state.seen!;
  const { fingerprint } = of.signer.file;
  const tree = [trees.mine, ...trees.others].find(
    each => each.identity.fingerprint === fingerprint,
  )!;
  const kept = [...(await readEvidence(reader.state.reading, tree.cid)).values()];
  for (const commits of kept)
    expect(unwrap(await checkEvidence(reader.state.reading, commits)).kind).toBe('two-children');
  return kept.map(commits => [...commits]);
}

async function expectOneRecord({ nodes, game }: NodeWorld): Promise<void> {
  const [first, ...others] = nodes.filter(({ name }) => name !== 'eve') as [TestNode, TestNode];
  const head = headOf(first, game);
  for (const node of others) expect(headOf(node, game)).toBe(head);
  for (const { state, heard } of [first, ...others]) {
    expect(unwrap(await readCommits(state.reading, head)).at(-1)!.commit.cid).toBe(head);
    // no node was refused or banned for what the network did
    expect(heard.filter(({ type }) => type === 'refused' || type === 'banned')).toEqual([]);
  }
}

test('one node each outlives a storm: what was made stands in the record of both', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async seed => {
      const all = await play(seed, ['ann', 'bob']);
      await expectOneRecord(all);
      const [ann, bob] = all.nodes as [TestNode, TestNode];
      const commits = unwrap(await readCommits(bob.state.reading, headOf(ann, all.game)));
      const cids = commits.map(({ commit }) => commit.cid);
      expect(cids.slice(3)).toEqual(expect.arrayContaining([...madeBy(ann), ...madeBy(bob)]));
      expect(await contradictions(all)).toEqual([]);
    }),
    { numRuns: DEEP ? 60 : 2, seed: 18 },
  );
});

test('two nodes of one player that are cut off from each other contradict each other: all is kept, proved, and known to a third', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async seed => {
      const all = await play(seed, ['ann', 'ann2', 'bob', 'eve']);
      await expectOneRecord(all);
      const [ann, ann2, bob, eve] = all.nodes as [TestNode, TestNode, TestNode, TestNode];
      for (const cid of [ann, ann2, bob].flatMap(madeBy))
        expect(await bob.state.reading.blocks.has(unwrap(parseCid(cid)))).toBe(true);
      const proofs = [...(await provedBy(bob, bob)), ...(await provedBy(bob, eve))];
      for (const cids of await contradictions(all)) {
        // two prove it, however many there are
        const shown = proofs.filter(proof => cids.filter(cid => proof.includes(cid)).length > 1);
        expect(shown).toHaveLength(2);
      }
    }),
    { numRuns: DEEP ? 60 : 2, seed: 18 },
  );
});

test('two nodes of one player that can reach each other sign one step at a place, in any order of asking', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async seed => {
      const world = createWorld(seed);
      const all = await createNodes(world, ['ann', 'ann2', 'bob']);
      for (let i = 0; i < STORMY_STEPS / 2; i++) {
        for (const node of all.nodes) if (world.random() < 0.8) void all.step(node);
        await all.pass(world.random() * 100);
      }
      await settle(all);
      await expectOneRecord(all);
      expect(await contradictions(all)).toEqual([]);
      expect(all.nodes.flatMap(madeBy).length).toBeGreaterThan(2);
    }),
    { numRuns: DEEP ? 60 : 2, seed: 18 },
  );
});
