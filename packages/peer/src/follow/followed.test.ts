/** A match followed by its name only grows, from any source, in any order; two histories are stored as a proof, garbage changes nothing. */
import { cidOf, formatCid, type Game, moveAct, ok, unwrap } from '@kifu/core';
import { append, begin, type Chain, nodesOf } from '@kifu/record';
import { generateKeyPairFromSeed } from '@libp2p/crypto/keys';
import { peerIdFromPrivateKey } from '@libp2p/peer-id';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { gameOf } from '../../test/pair.ts';
import { makeRecord, memorySequences } from '../ipns/records.ts';
import { type Announcement, directoryOf } from './announcement.ts';
import { Followed } from './followed.ts';
import { checkForkProof, encodeForkProof } from './fork-proof.ts';
import {
  decodePage,
  decodeRequest,
  encodePage,
  encodeRequest,
  type Page,
  pagesOf,
} from './pages.ts';

const KEYS = await Promise.all(
  [1, 2].map(n => generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(n))),
);
const NAMES = KEYS.map(key => peerIdFromPrivateKey(key).toString());
const [NAME, OTHER] = NAMES as [string, string];
const LENGTH = 8;

/** The same start, and two continuations from the third node. */
let nodes: readonly Uint8Array[];
let others: readonly Uint8Array[];
/** What the name says after each number of nodes. */
let said: readonly Announcement[];

beforeAll(async () => {
  const game = await gameOf('chess');
  nodes = nodesOf(play(game, LENGTH, () => 0));
  others = nodesOf(play(game, LENGTH, n => (n < 3 ? 0 : 1)));
  said = await Promise.all(
    Array.from({ length: LENGTH + 1 }, (_, n) => say(nodes.slice(0, n), BigInt(n))),
  );
});

function play(game: Game, length: number, choose: (n: number) => number): Chain {
  let { chain } = unwrap(
    begin(game, {
      ...{ game: 'chess', version: 1, options: {}, seed: null, start: null },
      ...{ startedAt: null, tags: {} },
      players: [
        { seat: 0, name: 'Ann' },
        { seat: 1, name: 'Ben' },
      ],
    }),
  );
  for (let n = 1; n < length; n++) {
    const { state } = chain.table;
    const [seat] = game.active(state) as [number];
    const move = [...game.legal(state, seat)][choose(n)]!;
    ({ chain } = unwrap(append(chain, { seat, act: moveAct(game, move) })));
  }
  return chain;
}

async function say(told: readonly Uint8Array[], sequence: bigint, who = 0): Promise<Announcement> {
  const bytes = told.at(-1) ?? new Uint8Array();
  const directory = directoryOf({ cid: cidOf('dag-cbor', bytes), bytes }, null);
  const root = directory.cid;
  const record = await makeRecord(KEYS[who]!, formatCid(root), sequence);
  return { name: NAMES[who]!, record, directory: directory.bytes };
}

/** The match when it had this many nodes, sent from a number on. */
const upTo = (count: number, from = 0): Page => ({
  ...{ from, nodes: nodes.slice(from, count), said: said[count]! },
});

test('a match grows to the newest copy, in any order in which copies come', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 1, max: LENGTH }), fc.nat(LENGTH)), { minLength: 1 }),
      async copies => {
        const followed = new Followed(NAME, memorySequences());
        for (const [count, from] of copies) {
          const before = followed.nodes.length;
          await followed.hear()(upTo(count, Math.min(from, count)));
          expect(followed.nodes.length).toBeGreaterThanOrEqual(before);
          expect(followed.nodes).toEqual(nodes.slice(0, followed.nodes.length));
        }
        expect(followed.fork).toBeNull();
        await followed.hear()(upTo(LENGTH));
        expect(followed.nodes).toEqual(nodes);
      },
    ),
    { numRuns: 30 },
  ));

test('refuses what the name said before its newest record, also after a restart', async () => {
  const known = memorySequences();
  const followed = new Followed(NAME, known);
  expect(await followed.hear()(upTo(5))).toEqual(ok('grown'));
  expect(await followed.hear()(upTo(5))).toEqual(ok('known'));
  const stale = { fault: { code: 'conflict', rule: 'stale' } };
  expect(await followed.hear()(upTo(4))).toMatchObject(stale);
  expect(await new Followed(NAME, known).hear()(upTo(4))).toMatchObject(stale);
  // a newer record about an older node is no less a step back
  const back = { ...upTo(4), said: await say(nodes.slice(0, 4), 99n) };
  expect(await followed.hear()(back)).toMatchObject(stale);
  expect(followed.nodes).toHaveLength(5);
});

test.each<[string, number, bigint]>([
  ['later', 6, 9n],
  ['of an older number', 6, 1n],
  ['shorter', 4, 9n],
])('stores two histories with both signatures: the other %s', async (_what, count, sequence) => {
  const followed = new Followed(NAME, memorySequences());
  await followed.hear()(upTo(5));
  const other = others.slice(0, count);
  const page = { from: 0, nodes: other, said: await say(other, sequence) };
  expect(await followed.hear()(page)).toEqual(ok('forked'));
  expect(followed.fork).toMatchObject({ at: 3, said: [{ sequence: 5n }, { sequence }] });
  expect(followed.fork!.nodes).toEqual([nodes.slice(3, 5), others.slice(3, count)]);
  const proof = encodeForkProof(nodes.slice(0, 3), followed.fork!);
  expect(unwrap(await checkForkProof(proof))).toEqual(followed.fork);
  // nothing more is taken
  expect(await followed.hear()(upTo(LENGTH))).toEqual(ok('forked'));
  expect(followed.nodes).toHaveLength(5);
});

test('rejects two histories without a contradiction as a proof', async () => {
  const followed = new Followed(NAME, memorySequences());
  await followed.hear()(upTo(5));
  const forge = (other: Announcement, tail: readonly Uint8Array[]) =>
    encodeForkProof(nodes.slice(0, 3), {
      at: 3,
      said: [
        { ...followed.said!, ...said[5]! },
        { ...followed.said!, ...other },
      ],
      nodes: [nodes.slice(3, 5), tail],
    });
  const refused = { ok: false };
  expect(await checkForkProof(forge(said[7]!, nodes.slice(3, 7)))).toMatchObject(refused);
  expect(await checkForkProof(forge(said[6]!, others.slice(3, 6)))).toMatchObject(refused);
  const foreign = await say(others.slice(0, 6), 9n, 1);
  expect(await checkForkProof(forge(foreign, others.slice(3, 6)))).toMatchObject(refused);
  for (const bytes of [new Uint8Array(), Uint8Array.of(0x80), new Uint8Array(100)])
    expect(await checkForkProof(bytes)).toMatchObject(refused);
});

test('a page that is forged, unlinked or too large is refused and changes nothing', async () => {
  const followed = new Followed(NAME, memorySequences());
  await followed.hear()(upTo(3));
  const cases: readonly [Page, string][] = [
    [{ ...upTo(5, 3), from: 4 }, 'malformed'],
    [{ ...upTo(5, 3), nodes: [nodes[4]!] }, 'broken-chain'],
    [{ ...upTo(5, 3), nodes: [nodes[3]!, nodes[0]!] }, 'broken-chain'],
    [{ from: 0, nodes: nodes.slice(1, 3), said: said[3]! }, 'broken-chain'],
    [{ ...upTo(5, 3), said: said[6]! }, 'broken-chain'],
    [{ ...upTo(5, 3), said: { ...said[5]!, directory: said[6]!.directory } }, 'bad-signature'],
    [{ ...upTo(5, 3), said: { ...said[5]!, name: OTHER } }, 'bad-signature'],
    [{ ...upTo(5, 3), said: await say(nodes.slice(0, 5), 9n, 1) }, 'bad-signature'],
    [{ ...upTo(5, 3), said: { ...said[5]!, record: new Uint8Array(20_000) } }, 'too-large'],
    [{ ...upTo(5, 3), said: { ...said[5]!, directory: new Uint8Array(2000) } }, 'too-large'],
  ];
  for (const [page, code] of cases)
    expect(await followed.hear()(page), JSON.stringify(page.from)).toMatchObject({
      fault: { code },
    });
  expect(followed.nodes).toEqual(nodes.slice(0, 3));
  expect(await followed.hear()(upTo(LENGTH, 3))).toEqual(ok('grown'));
});

test('takes the name of the first publisher for a match found by its content', async () => {
  const followed = new Followed(formatCid(cidOf('dag-cbor', nodes[1]!)), memorySequences());
  expect(await followed.hear()(upTo(3))).toEqual(ok('grown'));
  expect(followed.name).toBe(NAME);
  expect(
    await followed.hear()({ ...upTo(5), said: await say(nodes.slice(0, 5), 9n, 1) }),
  ).toMatchObject({
    fault: { code: 'bad-signature' },
  });
});

test('refuses another match than the one that is looked for', async () => {
  const idOf = (node: Uint8Array) => formatCid(cidOf('dag-cbor', node));
  const looking = (wanted: string) => new Followed(wanted, memorySequences()).hear()(upTo(3));
  for (const node of nodes.slice(0, 3)) expect(await looking(idOf(node))).toEqual(ok('grown'));
  expect(await looking(idOf(new Uint8Array([1])))).toMatchObject({ fault: { code: 'not-found' } });
  // an older root of a replay log does not decode as a node
  expect(await looking(formatCid(cidOf('dag-pb', new Uint8Array())))).toEqual(ok('grown'));
});

test('pages come back as they were written, and garbage is a fault', () => {
  const page = upTo(5, 2);
  expect(decodePage(encodePage(page))).toEqual(ok(page));
  const request = { of: NAME, count: 3, head: null };
  expect(decodeRequest(encodeRequest(request))).toEqual(ok(request));
  const written = encodePage(page);
  for (let length = 0; length < written.length; length++)
    expect(decodePage(written.subarray(0, length)).ok).toBe(false);
  fc.assert(
    fc.property(fc.uint8Array(), bytes => {
      expect(() => [decodePage(bytes), decodeRequest(bytes)]).not.toThrow();
    }),
  );
});

test('many nodes are many pages, of which the last has what the name says', () => {
  const many = Array.from({ length: 5000 }, () => new Uint8Array(300));
  const pages = [...pagesOf(many, 7, said[5]!)];
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.flatMap(({ nodes: some }) => some)).toHaveLength(5000);
  expect(pages.map(page => page.said !== null)).toEqual(
    pages.map((_, i) => i === pages.length - 1),
  );
  let at = 7;
  for (const { from, nodes: some } of pages) {
    expect(from).toBe(at);
    at += some.length;
  }
});
