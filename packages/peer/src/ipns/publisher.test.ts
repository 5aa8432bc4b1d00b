/** When records go to the DHT: at once, not too often, and again where no node took them. */
import { generateKeyPairFromSeed } from '@libp2p/crypto/keys';
import { peerIdFromPrivateKey } from '@libp2p/peer-id';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPublisher } from './publisher.ts';
import { memorySequences } from './records.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const ROOTS = [
  'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354',
  'bafkreig7v7lwiijzfpix6jy5yxajvra5glw4xw36lcthqnzexqpfj4xfsu',
];

/** A publisher whose DHT has this many nodes that take records, and when it put them. */
async function start(nodes: number) {
  const key = await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(1));
  const puts: number[] = [];
  const dht = { nodes };
  async function* put() {
    puts.push(Date.now());
    for (let i = 0; i < dht.nodes; i++)
      yield { name: 'PEER_RESPONSE', messageName: 'PUT_VALUE', from: `node ${i}` };
  }
  const publisher = await createPublisher(
    { services: { dht: { put } } } as never,
    key,
    {
      node: peerIdFromPrivateKey(key).toString(),
      recall: async () => null,
      remember: async () => {},
    },
    memorySequences(),
    Date.now,
  );
  return { publisher, puts, dht };
}

test('puts six records at once after a quiet time, then one in ten seconds', async () => {
  const { publisher, puts } = await start(2);
  const begun = Date.now();
  for (let i = 0; i < 8; i++) {
    await publisher.publish(ROOTS[i % 2]!);
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(puts).toHaveLength(6);
  expect(publisher.takenBy).toBe(0); // the newest one waits
  await vi.advanceTimersByTimeAsync(10_000);
  expect(puts.at(-1)! - begun).toBe(10_000);
  expect(puts).toHaveLength(7);
  expect(publisher).toMatchObject({ takenBy: 2, sequence: 7n });
  publisher.stop();
});

test('a record that no node took is pending and put again, at once when a node comes', async () => {
  const { publisher, puts, dht } = await start(0);
  await publisher.publish(ROOTS[0]!);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(publisher.takenBy).toBe(0);
  const before = puts.length;
  expect(before).toBeGreaterThan(3);
  dht.nodes = 1;
  publisher.wake();
  await vi.advanceTimersByTimeAsync(1000);
  expect(puts).toHaveLength(before + 1);
  expect(publisher.takenBy).toBe(1);
  publisher.wake();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(puts).toHaveLength(before + 1);
  publisher.stop();
});
