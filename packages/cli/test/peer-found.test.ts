/** Being found: peers and relays that are listed once, and what a peer has published. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { as, folderOf, json, startPeer, until } from './peers.ts';
import { kifu } from './run-kifu.ts';

/** The data folder that all players of `peers.ts` share. */
const env = { KIFU_HOME: join(folderOf('x'), '../home') };
const bootstrap = async (...words: string[]) => kifu(['peer', 'bootstrap', ...words], { env });

test('a listed relay is connected to at the start, and others reach the peer through it', async () => {
  for (const name of ['ann', 'bob']) await as(name, 'id', 'new', name);
  const relay = await startPeer('relay', '--relay', '--relay-mib', '16', '--no-bootstrap');
  expect((await bootstrap('list')).out).toContain('no bootstrap peers');
  const added = await bootstrap('add', relay.address, '--relay');
  expect(added.out).toContain('added as a relay');
  expect((await bootstrap('list')).out).toMatch(/^relay {2,}\/ip4\/127\.0\.0\.1/);
  // neither listens, so there is no way but the relay's
  const ann = await startPeer('ann', '--listen', '/p2p-circuit');
  const way = await until('ann is reached by the relay', async () =>
    (await json('ann', 'peer', 'status')).addresses.find((address: string) =>
      address.includes('/p2p-circuit/'),
    ),
  );
  expect(way).toContain(relay.address);
  // bob knows only the list, and joins after the offer was announced
  const { id } = await json('ann', 'challenge', 'offer', 'chess', '--first', 'me');
  await startPeer('bob', '--listen', '/p2p-circuit');
  await until('bob hears of it', async () => (await as('bob', 'challenge', 'list')).includes(id));
  expect(await until('it is published', () => publishedBy('ann'))).toMatch(
    /published {2,}bafybei\w+, sequence \d+, received by \d nodes?/,
  );
  const status = await json('relay', 'peer', 'status');
  expect(status.relayedBytes).toBeGreaterThan(0);
  expect(await as('relay', 'peer', 'status')).toMatch(/relayed {2,}[\d.]+ MiB in this hour/);

  expect((await bootstrap('remove', relay.address)).out).toContain('removed');
  const again = await bootstrap('remove', relay.address);
  expect(again.err).toContain('is not in the list');
  await ann.kill();
});

/** What status says once a node has taken the record; null before. */
async function publishedBy(player: string): Promise<string | null> {
  const status = await as(player, 'peer', 'status');
  return status.includes('received by') ? status : null;
}

test('a root that no node has taken is pending', async () => {
  await as('cyd', 'id', 'new', 'cyd');
  await startPeer('cyd', '--no-bootstrap', '--network', 'nobody');
  expect(await as('cyd', 'peer', 'status')).toMatch(
    /pending {2,}bafybei\w+, sequence 0: not received by any node yet/,
  );
  expect((await json('cyd', 'peer', 'status')).takenBy).toBe(0);
});

test('a list that cannot be read is refused with its path, and left as it is', async () => {
  const path = join(env.KIFU_HOME, 'network.json');
  for (const text of ['{', '[]', '{"peers":"x"}', '{"peers":["x y"]}', '{"relays":[1]}']) {
    writeFileSync(path, text);
    for (const words of [['list'], ['add', '/ip4/192.0.2.7/tcp/4001'], ['remove', '/ip4/1']]) {
      const { code, err } = await bootstrap(...words);
      expect([code, err]).toEqual([1, expect.stringContaining(`malformed: ${path} must be`)]);
    }
    expect(readFileSync(path, 'utf8')).toBe(text);
  }
});
