/** Kung Fu Chess between two peers: the same match on both sides, however bad the network, and an end where one of them cheats. */
import { type Game, hexToBytes, type Json, moveAct, ok } from '@kifu/core';
import { judge, verify } from '@kifu/record';
import { presentOf } from '@kifu/record/match';
import { hzOf, keyOf, msOfTick } from '@kifu/record/match-state';
import { intentMessage, sign } from '@kifu/record/sign';
import { describe, expect, test } from 'vitest';
import { findGame, gameOf, type Pair, pairUp } from '../../test/pair.ts';
import { createWorld, FAIR, type Weather, type World } from '../../test/world.ts';
import { closingMessage } from './inputs.ts';
import { checkLateInput, encodeLateInput } from './late-input.ts';
import { encodeMessage, type SignedInput } from './messages.ts';
import type { PeerMatch } from './peer-match.ts';

const game = await gameOf('kung-fu-chess');

/** Moves at random, as often as a quick player would; some moves are refused by the time they count. */
function fidget(world: World, match: PeerMatch): void {
  const now = presentOf(match);
  if (now === null || match.replay!.outcome !== null || match.elapsedMs() < 0) return;
  const legal = [...(game as Game).legal(now.state, match.seat!)];
  const move = legal[Math.floor(world.random() * legal.length)];
  if (move !== undefined) void match.play(move as Json);
}

async function pass(world: World, ms: number): Promise<void> {
  let isOver = false;
  world.after(ms, () => {
    isOver = true;
  });
  await world.until(() => isOver, 100_000);
}

/** Plays for this many seconds of the world, and then one side resigns; the match is ended by both. */
async function playOut(world: World, pair: Pair, seconds: number): Promise<void> {
  for (let i = 0; i < seconds * 4; i++) {
    for (const { match } of pair.sides) if (world.random() < 0.4) fidget(world, match!);
    await pass(world, 250);
  }
  void pair.sides[1].match!.resign();
  const isEnded = () => pair.sides.every(({ match }) => match!.replay!.isEnded);
  expect(await world.until(isEnded, 100_000)).toBe(true);
}

async function expectOne({ sides }: Pair): Promise<void> {
  const [a, b] = sides.map(({ match }) => match!.replay!);
  expect(b!.nodes).toEqual(a!.nodes);
  const { verdict } = judge(await verify(a!.nodes, findGame, { signatures: 'all' }));
  expect(verdict).toBe('verified');
}

const WEATHERS: readonly [string, Weather, number][] = [
  ['loopback', FAIR, 2],
  ['50 ms one way', { ...FAIR, minMs: 50, maxMs: 60 }, 3],
  [
    '100 ms, loss, doubles and disorder',
    { loss: 0.05, double: 0.05, disorder: true, minMs: 60, maxMs: 140 },
    6,
  ],
];

describe('Kung Fu Chess in lockstep', () => {
  test.each(WEATHERS)('is one match over %s', async (_name, weather, delay) => {
    const world = createWorld(5);
    const pair = await pairUp(world, game, { delay });
    await pair.connect(weather);
    await playOut(world, pair, 12);
    expect(pair.sides[0].match!.replay!.n).toBeGreaterThan(10);
    await expectOne(pair);
  });

  test('waits for a side that is cut off or falls, and signs nothing twice', async () => {
    const world = createWorld(11);
    const pair = await pairUp(world, game, { delay: 3 });
    for (let i = 0; i < 24; i++) {
      for (const { match, life } of pair.sides) if (match && !life.isDead) fidget(world, match);
      await pass(world, 300 + world.random() * 400);
      const side = world.random() < 0.5 ? 0 : 1;
      if (i % 6 === 2) pair.cut();
      if (i % 6 === 4) {
        pair.kill(side);
        await pair.start(side);
      }
      if (i % 6 === 3 || i % 6 === 5) await pair.connect({ ...FAIR, maxMs: 60 });
    }
    await pair.connect();
    await playOut(world, pair, 3);
    expect(pair.sides[0].match!.replay!.n).toBeGreaterThan(10);
    await expectOne(pair);
    const signed = new Map<string, Set<string>>();
    for (const message of world.sent)
      if (message.type === 'frame')
        for (const { seq, signature, seen, at } of message.inputs) {
          // both seats may have an input of one number: what they had seen and when tells them apart
          const name = `${seq} ${seen} ${at}`;
          signed.set(name, (signed.get(name) ?? new Set()).add(String(signature)));
        }
    for (const all of signed.values()) expect(all.size).toBeLessThanOrEqual(2);
  });

  test.each([1, 9])('an input delay of %i ticks is refused', async delay => {
    const world = createWorld(1);
    await expect(pairUp(world, game, { delay })).rejects.toThrow(
      'the input delay must be from 2 to 8',
    );
  });

  test.each([
    ['ends the match, with a proof', true],
    ['cuts the line where the other did not sign it', false],
  ])('an input for a tick that was closed %s', async (_what, isSigned) => {
    const world = createWorld(2);
    const pair = await pairUp(world, game, { delay: 2 });
    await pass(world, 4000);
    const ann = pair.sides[0].match!;
    const { secret } = pair.sides[1];
    pair.kill(1);
    const [near, wire] = world.wires();
    wire.listen({ message: () => {}, closed: () => {} });
    await pair.sides[0].matches.resume(pair.id, near);
    await pass(world, 50);
    const { table, n, head } = ann.replay!;
    const { match } = table!;
    const said = { closed: 60, seq: 1 };
    const closing = await sign(secret, closingMessage(match, 1, said));
    wire.send(encodeMessage({ type: 'closing', ...said, signature: closing }));
    const frame = { type: 'frame', closed: 60, heard: 0, tick: 0, hash: null } as const;
    wire.send(encodeMessage({ ...frame, inputs: [] }));
    await pass(world, 100);
    const act = moveAct(game, [...game.legal(table!.state, 1)][0]!);
    const at = 50;
    const when = { ms: msOfTick(table!.anchor!, hzOf(game, table!.state), at), at };
    const intent = { match, seat: 1, seq: 2, seen: head.digest, act, when };
    const signature = isSigned ? await sign(secret, intentMessage(intent)) : closing;
    const input: SignedInput = { seq: 2, seen: n, at, move: act.move, signature };
    wire.send(encodeMessage({ ...frame, inputs: [input] }));
    await pass(world, 100);
    const evidence = { kind: 'late-input', fault: { rule: 'closed' } };
    expect(ann.connection.isConnected).toBe(false);
    if (!isSigned) {
      expect([ann.evidence, ann.stopped]).toEqual([null, null]);
      return;
    }
    expect(ann.evidence).toMatchObject(evidence);
    const proof = ann.stopped!.evidence[0]!.bytes;
    expect(await checkLateInput(ann.replay!, proof)).toEqual(ok({ seat: 1, closed: 60, at }));
    // no byte of it can be another, and it is of no other match
    for (let i = 0; i < proof.length; i++) {
      const changed = proof.with(i, proof[i]! ^ 1);
      expect((await checkLateInput(ann.replay!, changed)).ok).toBe(false);
    }
    expect((await checkLateInput(ann.replay!, proof.slice(1))).ok).toBe(false);
    const other = await pairUp(createWorld(3), game, { delay: 2 });
    expect(await checkLateInput(other.sides[0].match!.replay!, proof)).toMatchObject({
      fault: { code: 'bad-signature' },
    });
    // an input that was counted in when the tick was closed is none
    const counted = { ...said, seq: 2 };
    const signedLater = await sign(secret, closingMessage(match, 1, counted));
    const closingToo = { type: 'closing', ...counted, signature: signedLater } as const;
    const key = hexToBytes(keyOf(ann.replay!.header!, 1)!);
    const notLate = encodeLateInput(key, closingToo, input);
    expect(await checkLateInput(ann.replay!, notLate)).toMatchObject({
      fault: { rule: 'closed' },
    });
  });

  test('states that are not one end the match, and prove nothing', async () => {
    const world = createWorld(2);
    const pair = await pairUp(world, game, { delay: 2 });
    await pass(world, 5000);
    const ann = pair.sides[0].match!;
    pair.kill(1);
    const [near, wire] = world.wires();
    wire.listen({ message: () => {}, closed: () => {} });
    await pair.sides[0].matches.resume(pair.id, near);
    await pass(world, 50);
    const hash = new Uint8Array(32);
    wire.send(encodeMessage({ type: 'frame', closed: 200, heard: 0, inputs: [], tick: 96, hash }));
    await pass(world, 3000);
    expect(ann.evidence).toMatchObject({ kind: 'apart', proof: null, fault: { rule: 'hash' } });
  });
});
