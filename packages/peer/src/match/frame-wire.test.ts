/** Matches over real streams of libp2p, between two nodes on loopback. */
import type { Json } from '@kifu/core';
import { judge, verify } from '@kifu/record';
import { moversOf } from '@kifu/record/match-state';
import type { Libp2p, Stream } from '@libp2p/interface';
import { noise } from '@libp2p/noise';
import { tcp } from '@libp2p/tcp';
import { lpStream } from '@libp2p/utils';
import { yamux } from '@libp2p/yamux';
import { createLibp2p } from 'libp2p';
import { afterEach, expect, test } from 'vitest';
import { findGame, gameOf } from '../../test/pair.ts';
import { createDisk } from '../../test/world.ts';
import { type Frames, frameWire, MATCH_PROTOCOL } from './frame-wire.ts';
import { createMatches, type Matches } from './matches.ts';
import type { PeerMatch } from './peer-match.ts';
import { MAX_MESSAGE_BYTES } from './transport.ts';

const nodes: Libp2p[] = [];
afterEach(async () => {
  await Promise.all(nodes.splice(0).map(node => node.stop()));
});

async function startNode(): Promise<Libp2p> {
  const node = await createLibp2p({
    addresses: { listen: ['/ip4/127.0.0.1/tcp/0'] },
    transports: [tcp()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    connectionGater: { denyDialMultiaddr: () => false },
  });
  nodes.push(node);
  return node;
}

function framesOf(stream: Stream): Frames {
  const frames = lpStream(stream, { maxDataLength: MAX_MESSAGE_BYTES });
  return {
    send: bytes => frames.write(bytes),
    receive: async () => {
      try {
        return (await frames.read()).subarray();
      } catch {
        return null;
      }
    },
    close: () => stream.abort(new Error('closed')),
  };
}

const player = (name: string, fill: number): Matches =>
  createMatches({
    ...{ name, findGame, stores: createDisk().whole },
    secret: new Uint8Array(32).fill(fill),
  });

const until = (match: PeerMatch, isSo: () => boolean): Promise<void> =>
  new Promise(resolve => {
    const look = () => isSo() && resolve();
    match.on('node', look);
    match.on('presence', look);
    look();
  });

test('continues a match over libp2p after its connection was cut, and verifies it', async () => {
  const [near, far] = await Promise.all([startNode(), startNode()]);
  const [ann, ben] = [player('Ann', 1), player('Ben', 2)];
  const taken = Promise.withResolvers<PeerMatch>();
  await far.handle(MATCH_PROTOCOL, async stream => {
    const came = await ben.receive(frameWire(framesOf(stream)));
    if (!came.ok || came.value.type !== 'offer') return;
    const match = await came.value.offer.accept();
    if (match.ok) taken.resolve(match.value);
  });
  const dial = async () =>
    frameWire(framesOf(await near.dialProtocol(far.getMultiaddrs()[0]!, MATCH_PROTOCOL)));
  const game = await gameOf('backgammon');
  const offered = await ann.offer(await dial(), game, { startedAt: new Date().toISOString() });
  if (!offered.ok) throw new Error(offered.fault.message);
  const [a, b] = [offered.value, await taken.promise];
  for (const match of [a, b]) {
    const move = () => {
      const { table, n } = match.replay!;
      if (n >= 30) return void match.resign();
      if (!moversOf(table!).includes(match.seat!)) return;
      void match.play([...table!.game.legal(table!.state, match.seat!)][0] as Json);
    };
    match.on('node', move);
    move();
  }
  await until(a, () => a.replay!.n >= 10);
  for (const connection of near.getConnections()) connection.abort(new Error('cut'));
  await until(a, () => !a.connection.isConnected);
  const again = await ann.resume(a.id, await dial());
  expect(again.ok && again.value).toBe(a);
  await Promise.all([a, b].map(match => until(match, () => match.replay!.isEnded)));
  expect(b.replay!.nodes).toEqual(a.replay!.nodes);
  expect(judge(await verify(a.replay!.nodes, findGame)).verdict).toBe('verified');
});
