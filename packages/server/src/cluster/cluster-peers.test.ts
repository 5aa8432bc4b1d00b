/** Sockets that one process passes on to another: they end with the client's, also while they are paused. */
import { EventEmitter, once } from 'node:events';
import { PROTOCOL } from '@kifu/client/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Connection } from '../socket/connection.ts';
import { type ClusterPeers, createClusterPeers } from './cluster-peers.ts';

const SECRET = 'ab'.repeat(32);
/** Less than `ws` waits by default for an answer to its closing. */
const SOON = { timeout: 20_000 };
const open: ClusterPeers[] = [];
afterEach(() => {
  vi.useRealTimers();
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
    ...{ onCaughtUp: null, onSilent: null, close: () => refused.emit('closed') },
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
  return { here, client, upstream, relay: relay!, closed: once(refused, 'closed') };
}

/** The same, where the other process takes nothing either: more waits for it than the system buffers. Timers are paused from here on. */
async function passOnInVain() {
  const passed = await passOn();
  passed.upstream.pause();
  for (let sent = 0; sent < 16; sent++) passed.relay.send('x'.repeat(1 << 20));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return passed;
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

test('a process that stops waits for none that takes nothing', SOON, async () => {
  const { here, closed } = await passOnInVain();
  here.close();
  await closed;
});

test(
  'a socket to a process that takes nothing ends a second after its client left',
  SOON,
  async () => {
    const { client, closed } = await passOnInVain();
    client.emit('close');
    vi.advanceTimersByTime(1000);
    await closed;
  },
);
