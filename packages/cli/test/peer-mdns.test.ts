/** Two peers of a local network find each other by mDNS, with no address given. */
import { createSocket } from 'node:dgram';
import { test } from 'vitest';
import { as, json, startPeer, until } from './peers.ts';

/** RFC 6762. */
const GROUP = '224.0.0.251';
const PORT = 5353;
const PROBE_MS = 2000;

/** Whether what is sent to the group of mDNS is heard on this machine: not so in every container. */
const hasMulticast = await new Promise<boolean>(resolve => {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  const word = `kifu ${process.pid}`;
  let isDone = false;
  const done = (isHeard: boolean) => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    socket.close();
    resolve(isHeard);
  };
  const timer = setTimeout(() => done(false), PROBE_MS);
  socket.on('error', () => done(false));
  socket.on('message', bytes => bytes.toString() === word && done(true));
  socket.bind(PORT, () => {
    try {
      socket.addMembership(GROUP);
      socket.send(word, PORT, GROUP, error => error !== null && done(false));
    } catch {
      done(false);
    }
  });
});

test.skipIf(!hasMulticast)(
  'two peers find each other by mDNS',
  async () => {
    for (const name of ['ann', 'bob']) await as(name, 'id', 'new', name);
    const ann = await startPeer('ann', '--mdns');
    const bob = await startPeer('bob', '--mdns');
    const nodeOf = ({ address }: { readonly address: string }) => address.split('/p2p/')[1];
    for (const [own, other] of [
      [ann, bob],
      [bob, ann],
    ] as const)
      await until('they are connected', () =>
        own.said.some(({ event, node }) => event === 'connected' && node === nodeOf(other)),
      );
    // and know each other's trees, as any two peers that are connected
    await until('ann knows who it is', async () =>
      (await json('ann', 'peer', 'status')).connections.some(
        ({ player }: { player: string | null }) => player === 'bob',
      ),
    );
  },
  200_000,
);
