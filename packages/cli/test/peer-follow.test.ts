/** A match that is published turn by turn and followed by its name, by processes of their own; and one who lies about it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unwrap } from '@kifu/core';
import { multiaddr } from '@multiformats/multiaddr';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { decodePage, encodePage, encodeRequest, type Page } from '../../peer/src/follow/pages.ts';
import { FOLLOW } from '../../peer/src/follow/protocol.ts';
import { createBans } from '../../peer/src/node/bans.ts';
import { openDatastore } from '../../peer/src/node/datastore.ts';
import { framesOf } from '../../peer/src/node/frames.ts';
import { createNode, type PeerNode } from '../../peer/src/node/node.ts';
import { jsonLines, kifu } from './run-kifu.ts';
import { type Started, startKifu } from './start-kifu.ts';

const NETWORK = `follow-${process.pid}`;
let folder: string;
const running: Started[] = [];
const nodes: PeerNode[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-follow-'));
  await kifu(['id', 'new', 'ann'], { env: env('ann') });
  await kifu(['id', 'new', 'cid'], { env: env('cid') });
});
afterAll(async () => {
  for (const { libp2p } of nodes) await libp2p.stop();
  await Promise.all(running.map(started => started.kill()));
  await rm(folder, { recursive: true });
});

const env = (player: string) => ({ KIFU_HOME: join(folder, player), KIFU_PASSPHRASE: 'so' });
function as(player: string, ...argv: readonly string[]): Started {
  const started = startKifu(env(player), ...argv);
  running.push(started);
  return started;
}
const found = async (started: Started, words: string, pattern: RegExp): Promise<string> => {
  await started.saw(words);
  return pattern.exec(started.out())![0];
};
const ADDRESS = /\/ip4\/127\S+\/p2p\/\w+/;
const startPeer = (player: string, ...argv: readonly string[]) =>
  as(player, 'peer', '--network', NETWORK, '--json', ...argv);
const NAME = /12D3KooW\w{44}/;

test('a match is followed by its name, through a peer and from an address, over the death of the publisher and of its peer', async () => {
  let annPeer = startPeer('ann');
  const address = await found(annPeer, '/p2p/', ADDRESS);
  const cidPeer = startPeer('cid', '--peer', address);
  await cidPeer.saw('"event":"connected"');

  let ann = as('ann', 'play', 'chess', '--seats', 'human,human', '--publish', 'peer');
  await ann.saw('White> ');
  ann.type('f3');
  const words = await found(ann, 'kifu watch 12D3KooW', /kifu watch 12D3KooW\w{44}/);
  const name = NAME.exec(words)![0];
  const cid = as('cid', 'watch', name);
  const dan = as('dan', 'watch', name, '--peer', address);
  // it may be published before they come, or while they look on
  for (const watcher of [cid, dan]) await watcher.saw(/1 entry verified|White {2}f3/);
  ann.type('e5');
  for (const watcher of [cid, dan]) await watcher.saw('Black  e5');

  const liar = await lie(address, name);

  // the program at the board and its peer are killed, and come back
  await ann.kill();
  await annPeer.kill();
  annPeer = startPeer('ann', '--listen', address.split('/p2p/')[0]!);
  await found(annPeer, '/p2p/', ADDRESS);
  // what was published is told by the peer alone
  const eve = as('eve', 'watch', name, '--peer', address);
  await eve.saw('2 entries verified');
  await eve.kill();
  ann = as('ann', 'play', '--resume', 'last', '--seats', 'human,human', '--publish', 'peer');
  await ann.saw('White> ');
  ann.type('g4');
  await ann.saw('Black> ');
  ann.type('Qh4');
  await ann.saw('Enter to quit');
  ann.type('');
  for (const { exit } of [ann, cid, dan]) expect((await exit)[0]).toBe(0);
  for (const watcher of [cid, dan]) expect(watcher.out()).toContain('checkmate');

  // by the content of the record, once it is known
  const [last] = jsonLines(
    (await kifu(['library', 'list', '--limit', '1', '--json'], { env: env('ann') })).out,
  );
  const byRoot = as('eve', 'watch', last!.match as string, '--peer', address);
  expect((await byRoot.exit)[0]).toBe(0);
  expect(byRoot.out()).toContain('checkmate');

  // who serves what was said before is refused: by the peer, which remembers, and by who watches from addresses
  const second = as('dan', 'watch', name, '--peer', liar);
  expect((await second.exit)[0]).toBe(1);
  expect(second.out()).toContain('the name said more than that before');
  await cidPeer.kill();
  // with the truth at hand the match would be over before the liar is heard
  await annPeer.kill();
  const again = startPeer('cid', '--peer', liar);
  await again.saw('"event":"connected"');
  const third = as('cid', 'watch', name);
  await again.saw('the name said more than that before');
  await third.kill();
  expect(again.child.exitCode).toBeNull();
}, 300_000);

/** What a peer tells of a match first. On a busy machine it may not be reached, or be lost. */
async function ask({ libp2p }: PeerNode, address: string, name: string): Promise<Page> {
  const frames = framesOf(await libp2p.dialProtocol(multiaddr(address), FOLLOW), '');
  await frames.send(encodeRequest({ of: name, count: 0, head: null }));
  return unwrap(decodePage((await frames.receive())!));
}

/** A node that tells a match for ever as it is published now. Gives its address. */
async function lie(address: string, name: string): Promise<string> {
  const liar = await createNode({
    ...{ secret: new Uint8Array(32).fill(9), listen: ['/ip4/127.0.0.1/tcp/0'] },
    ...{ datastore: openDatastore(':memory:'), bans: createBans(Date.now), network: NETWORK },
    ...{ announce: [], relay: null, isAnnouncedLocally: false },
  });
  nodes.push(liar);
  await liar.libp2p.start();
  const page = await vi.waitFor(() => ask(liar, address, name), { timeout: 60_000, interval: 500 });
  expect(page.said).not.toBeNull();
  await liar.libp2p.handle(FOLLOW, async other => {
    const end = framesOf(other, '');
    await end.receive();
    await end.send(encodePage(page)).catch(() => {});
  });
  return liar.libp2p.getMultiaddrs()[0]!.toString();
}
