/** Sockets that one process passes on to another: they end with the client's, also while they are paused. */
import { EventEmitter, once } from 'node:events';
import { PROTOCOL } from '@kifu/client/protocol';
import { afterEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Connection } from '../socket/connection.ts';
import { type ClusterPeers, createClusterPeers } from './cluster-peers.ts';

const SECRET = 'ab'.repeat(32);
/** Less than `ws` waits by default for an answer to its closing. */
const SOON = { timeout: 20_000 };
const open: ClusterPeers[] = [];
afterEach(() => {
  for (const peers of open.splice(0)) peers.close();
});

/** A process whose client takes nothing more, with a socket passed on to another process that has told it something. */
async function passOn() {
  const [here, there] = await Promise.all([createClusterPeers(SECRET), createClusterPeers(SECRET)]);
  open.push(here, there);
  const sockets = new WebSocketServer({ noServer: true });
  const served = new Promise<WebSocket>(done =>
    there.serve({
      request: () => {},
      upgrade: (request, socket, head) => sockets.handleUpgrade(request, socket, head, done),
    }),
  );
  const client = new EventEmitter() as WebSocket;
  const refused = new EventEmitter();
  const connection: Connection = {
    ...{ address: '192.0.2.1', isClosed: false, isSilent: false, roundTripMs: 0 },
    ...{ onCaughtUp: null, onSilent: null, close() {} },
    send() {
      refused.emit('frame');
      return false;
    },
  };
  const hello = JSON.stringify({ type: 'hello', protocol: PROTOCOL });
  const relay = await here.relay(there.url, { id: 'x', hello, ws: client, connection });
  expect(relay).not.toBeNull();
  const upstream = await served;
  const heard = once(refused, 'frame');
  upstream.send('{}');
  await heard;
  return { here, client, upstream };
}

test(
  'the socket to the other process closes when the client leaves while frames wait for it',
  SOON,
  async () => {
    const { client, upstream } = await passOn();
    const closed = once(upstream, 'close');
    upstream.send('{}');
    client.emit('close');
    const [code] = await closed;
    expect(code).toBe(1005); // closed in order, without a code
  },
);

test('all sockets to other processes end when the process stops', SOON, async () => {
  const { here, upstream } = await passOn();
  const closed = once(upstream, 'close');
  here.close();
  await closed;
});
