/** The contract of `Heads`. */
import type { Cid } from '@kifu/core';
import type { BlockStore, Heads } from '../store/ports.ts';
import {
  block,
  check,
  equal,
  givesUp,
  idText,
  type MadeStore,
  range,
  type StoreCheck,
  twin,
  withStores,
} from './assert.ts';

/** Heads to be checked; with the blocks beside them where a head must be a block that is there. */
export interface MadeHeads extends MadeStore<Heads> {
  readonly blocks?: BlockStore;
}

/** What the heads at hand cannot do. */
export interface HeadsOptions {
  /** There is room for one match only, so nothing is asked of several. */
  readonly oneMatch?: boolean;
}

/** The ids of a match and of nodes that its head moves to. */
interface Nodes {
  readonly match: Cid;
  readonly nodes: readonly Cid[];
}

/** What every store of heads promises, as checks by name. */
export function headsContract(
  make: () => Promise<MadeHeads>,
  { oneMatch = false }: HeadsOptions = {},
): StoreCheck[] {
  const checks: [string, (heads: Heads, nodes: Nodes) => Promise<void>][] = [
    ['has no head before the first move', checkUnknown],
    ['moves from no head, once', checkFirst],
    ['moves from the current head', checkMoves],
    ['refuses to move from another head', checkElsewhere],
    ['lets one of 50 concurrent first moves win', (heads, nodes) => checkRace(heads, nodes, null)],
    [
      'lets one of 50 concurrent moves from one node win',
      (heads, nodes) => checkRace(heads, nodes, nodes.match),
    ],
    ['loses no move of many writers', checkHands],
    ['stops when its signal aborts', checkAbort],
    ['cannot be changed through its arguments or results', checkSharing],
  ];
  if (!oneMatch) checks.push(['separates matches', checkMatches]);
  return withStores(
    make,
    checks.map(([name, run]) => [
      name,
      async ({ store, blocks }) => {
        const all = range(60).map(block);
        for (const { cid, bytes } of all) await blocks?.put(cid, bytes);
        const [match, ...nodes] = all.map(({ cid }) => cid);
        await run(store, { match: match!, nodes });
      },
    ]),
  );
}

async function checkUnknown(heads: Heads, { match, nodes: [a, b] }: Nodes): Promise<void> {
  await checkHead(heads, match, null);
  await checkMove(heads, [match, a!, b!], false);
  await checkHead(heads, match, null);
}

async function checkFirst(heads: Heads, { match, nodes: [a] }: Nodes): Promise<void> {
  await checkMove(heads, [match, null, match], true);
  await checkHead(heads, match, match);
  await checkMove(heads, [match, null, a!], false);
  await checkMove(heads, [match, null, match], false);
  await checkHead(heads, match, match);
}

async function checkMoves(heads: Heads, { match, nodes }: Nodes): Promise<void> {
  let head: Cid | null = null;
  for (const to of [match, ...nodes.slice(0, 10), match, nodes[0]!]) {
    await checkMove(heads, [twin(match), head && twin(head), to], true);
    await checkHead(heads, match, to);
    head = to;
  }
}

async function checkElsewhere(heads: Heads, { match, nodes: [a, b, c] }: Nodes): Promise<void> {
  await checkMove(heads, [match, null, a!], true);
  // the last is the head itself but for the codec
  for (const from of [null, b!, match, { ...a!, codec: 'raw' } as const]) {
    await checkMove(heads, [match, from, c!], false);
    await checkHead(heads, match, a!);
  }
}

async function checkRace(heads: Heads, { match, nodes }: Nodes, from: Cid | null): Promise<void> {
  if (from !== null) await checkMove(heads, [match, null, from], true);
  const racers = nodes.slice(0, 50);
  const moved = await Promise.all(racers.map(to => heads.move(match, from, to)));
  equal(moved.filter(Boolean).length, 1, 'the number of moves that won');
  await checkHead(heads, match, racers[moved.indexOf(true)]!);
}

/** Several writers repeatedly read the head and move it: every move that succeeded starts at the end of another. */
async function checkHands(heads: Heads, { match, nodes }: Nodes): Promise<void> {
  await checkMove(heads, [match, null, match], true);
  const won: string[] = [];
  const follower = new Map<string | null, string>();
  const hands = range(5).map(async hand => {
    for (const to of nodes.slice(hand * 8, hand * 8 + 8)) {
      // a try is lost only to a move that won meanwhile, and the other hands win 32 times
      for (let tries = 0; tries <= 32; tries++) {
        const from = await heads.get(match);
        if (!(await heads.move(match, from, to))) continue;
        check(!follower.has(idText(from)), 'two moves from one node won');
        follower.set(idText(from), idText(to)!);
        won.push(idText(to)!);
        break;
      }
    }
  });
  await Promise.all(hands);
  equal(won.length, 40, 'the number of moves that won');
  let last = idText(match)!;
  for (const _ of won) last = follower.get(last) ?? 'a dead end';
  equal(idText(await heads.get(match)), last, 'the head after all moves');
}

async function checkAbort(heads: Heads, { match, nodes: [a] }: Nodes): Promise<void> {
  await checkMove(heads, [match, null, match], true);
  await givesUp([ask => heads.get(match, ask), ask => heads.move(match, match, a!, ask)]);
  await checkHead(heads, match, match);
}

async function checkSharing(heads: Heads, { match, nodes: [a] }: Nodes): Promise<void> {
  const [name, to] = [twin(match), twin(a!)];
  await checkMove(heads, [name, null, to], true);
  name.digest.fill(0);
  to.digest.fill(0);
  (await heads.get(match))?.digest.fill(0);
  await checkHead(heads, match, a!);
}

async function checkMatches(heads: Heads, { match, nodes: [other, a, b] }: Nodes): Promise<void> {
  await checkMove(heads, [match, null, a!], true);
  await checkHead(heads, other!, null);
  await checkMove(heads, [other!, a!, b!], false);
  await checkMove(heads, [other!, null, b!], true);
  await checkHead(heads, match, a!);
  await checkHead(heads, other!, b!);
  await checkMove(heads, [other!, b!, a!], true);
  await checkHead(heads, match, a!);
}

async function checkMove(
  heads: Heads,
  [match, from, to]: [match: Cid, from: Cid | null, to: Cid],
  expected: boolean,
): Promise<void> {
  equal(await heads.move(match, from, to), expected, 'what it says of a move');
}

async function checkHead(heads: Heads, match: Cid, expected: Cid | null): Promise<void> {
  equal(idText(await heads.get(match)), idText(expected), 'the head');
}
