/** Names of IPNS that a node remembers: those of people as long as the file, those of strangers within bounds. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { peerIdOf } from '@kifu/ipgs';
import { generateKeyPair } from '@libp2p/crypto/keys';
import { peerIdFromPrivateKey } from '@libp2p/peer-id';
import { afterAll, expect, test } from 'vitest';
import { LIFETIME_MS, makeRecord, routingKeyOf } from '../ipns/records.ts';
import { createBans } from './bans.ts';
import { openDatastore } from './datastore.ts';
import { createNode } from './node.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'kifu-names-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** A peer id that nobody has the key of. */
const madeUp = (n: number): string => {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(0, n);
  return peerIdOf(bytes);
};
const [HONEST, FRIEND] = [madeUp(1 << 30), madeUp(1 << 31)];

test('10,000 names of strangers crowd out neither a friend nor a new player', () => {
  const store = openDatastore(':memory:');
  expect(store.raiseSequence(FRIEND, 7n)).toBe(true);
  let taken = 0;
  for (let n = 0; n < 10_000; n++) if (store.hearSequence(madeUp(n), 1n, '192.0.2.1')) taken++;
  expect(taken).toBe(500);
  // with any number of addresses they crowd out each other
  for (let n = 0; n < 12_000; n++)
    expect(store.hearSequence(madeUp(20_000 + n), 1n, `10.0.${n >> 8}.${n % 256}`)).toBe(true);
  expect(store.sequenceOf(madeUp(0))).toBeNull();
  expect(store.sequenceOf(FRIEND)).toBe(7n);
  expect(store.raiseSequence(FRIEND, 6n)).toBe(false);
  expect(store.hearSequence(FRIEND, 6n, '192.0.2.1')).toBe(false);
  expect(store.hearSequence(FRIEND, 8n, '192.0.2.1')).toBe(true);
  expect(store.raiseSequence(HONEST, 1n)).toBe(true);
  expect(store.sequenceOf(HONEST)).toBe(1n);
  store.close();
});

test('nodes behind one relay have a budget each, and one that they share', () => {
  const store = openDatastore(':memory:');
  const hear = (from: number, count: number, source: string): number => {
    let taken = 0;
    for (let n = from; n < from + count; n++)
      if (store.hearSequence(madeUp(n), 1n, source)) taken++;
    return taken;
  };
  expect(hear(0, 600, '192.0.2.1/one')).toBe(500);
  expect(hear(1000, 10, '192.0.2.1/two')).toBe(10);
  // any number of ids do not help
  for (let id = 0; id < 400; id++) hear(2000 + 10 * id, 10, `192.0.2.1/made-up-${id}`);
  expect(hear(9000, 10, '192.0.2.1/three')).toBe(0);
  // neither the relay itself nor what is beside it or behind another is counted with them
  for (const [i, source] of ['192.0.2.1', '192.0.2.10', '192.0.2.10/one'].entries())
    expect(hear(10_000 + 10 * i, 10, source)).toBe(10);
  expect(hear(0, 10, '192.0.2.1/three')).toBe(10); // known names
  store.close();
});

test('a name of a stranger is forgotten with its record', () => {
  let now = 1_000_000;
  const store = openDatastore(':memory:', () => now);
  for (let n = 0; n < 500; n++) store.hearSequence(madeUp(n), 5n, 'one');
  expect(store.mayHear(HONEST, 'one')).toBe(false);
  expect(store.hearSequence(madeUp(3), 4n, 'two')).toBe(false);
  now += LIFETIME_MS;
  expect(store.sequenceOf(madeUp(3))).toBeNull();
  expect(store.hearSequence(HONEST, 1n, 'one')).toBe(true);
  store.close();
});

test('a file in which all names were in one table makes room', () => {
  const path = join(FOLDER, 'old.sqlite');
  const old = new DatabaseSync(path);
  old.exec(
    'CREATE TABLE sequences (name TEXT PRIMARY KEY, sequence TEXT NOT NULL) WITHOUT ROWID; BEGIN',
  );
  const insert = old.prepare('INSERT INTO sequences VALUES (?, ?)');
  for (let n = 0; n < 10_000; n++) insert.run(madeUp(n), '9');
  old.exec('COMMIT');
  old.close();
  for (let opened = 0; opened < 2; opened++) {
    const store = openDatastore(path);
    expect(store.sequenceOf(madeUp(5))).toBe(9n);
    expect(store.raiseSequence(HONEST, 1n)).toBe(true);
    expect(store.raiseSequence(madeUp(5), 8n)).toBe(false);
    expect(store.hearSequence(madeUp(20_000 + opened), 1n, 'one')).toBe(true);
    store.close();
  }
});

test('who puts a name into the DHT is known by the address, and the record goes with the name', async () => {
  const stores = [openDatastore(':memory:'), openDatastore(':memory:')] as const;
  const heard: (string | null)[] = [];
  const hear = stores[0].hearSequence.bind(stores[0]);
  stores[0].hearSequence = (name, sequence, source) => {
    heard.push(source);
    return hear(name, sequence, source);
  };
  const nodes = await Promise.all(
    stores.map((datastore, i) =>
      createNode({
        ...{ secret: new Uint8Array(32).fill(i + 1), listen: ['/ip4/127.0.0.1/tcp/0'], datastore },
        ...{ bans: createBans(Date.now), announce: [], relay: null },
        network: `names-${process.pid}`,
        isAnnouncedLocally: false,
      }),
    ),
  );
  const [victim, stranger] = nodes.map(({ libp2p }) => libp2p);
  try {
    for (const { libp2p } of nodes) await libp2p.start();
    await stranger!.dial(victim!.getMultiaddrs());
    const key = await generateKeyPair('Ed25519');
    const name = peerIdFromPrivateKey(key).toString();
    const record = await makeRecord(key, ROOT, 1n);
    await expect
      .poll(
        async () => {
          for await (const _ of stranger!.services.dht.put(routingKeyOf(name), record));
          return stores[0].sequenceOf(name);
        },
        { timeout: 60_000 },
      )
      .toBe(1n);
    expect(heard).toContain('127.0.0.1');
    const records = async () => {
      let count = 0;
      for await (const _ of stores[0].queryKeys({ prefix: '/dht/record/' })) count++;
      return count;
    };
    expect(await records()).toBe(1);
    for (let n = 0; n < 10_000; n++) stores[0].hearSequence(madeUp(n), 1n, null);
    expect(stores[0].sequenceOf(name)).toBeNull();
    expect(await records()).toBe(0);
  } finally {
    for (const { libp2p } of nodes) await libp2p.stop();
    for (const store of stores) store.close();
  }
});

const ROOT = 'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354';
