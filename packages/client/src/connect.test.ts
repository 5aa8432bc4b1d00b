/** A server that sends nonsense: the client says so, and stays alive. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Fault } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { findGameIn } from '@kifu/record/file';
import { afterEach, expect, test } from 'vitest';
import { type WebSocket as Socket, WebSocketServer } from 'ws';
import { connect } from './connect.ts';
import type { LiveMatch } from './live.ts';

let server: WebSocketServer;
const lives: LiveMatch[] = [];
afterEach(async () => {
  for (const live of lives.splice(0)) live.close();
  for (const client of server.clients) client.terminate();
  server.close();
  await once(server, 'close');
});

const findGame = findGameIn({ load: loadKit });

const INVITE = {
  ...{ id: 'x', phase: 'open', game: 'chess', version: 1, options: {}, seats: [], clock: null },
  ...{
    visibility: 'public',
    rated: false,
    chance: 'plain',
    waitMs: 1,
    absenceMs: null,
    countdownMs: 0,
  },
  ...{ referee: false, nonce: '00', match: null, createdAt: '2026-01-02', outcome: null },
};
const WELCOME = JSON.stringify({
  ...{ type: 'welcome', protocol: 1, seat: null, now: 0, invite: INVITE, from: 0, nodes: [] },
  ...{ chat: [], presence: { seats: [], watching: 0 }, maxLagMs: 0 },
});

/** A server that answers hello with these texts. */
async function liar(texts: readonly string[]): Promise<string> {
  server = new WebSocketServer({ port: 0, handleProtocols: set => [...set][0] ?? false });
  server.on('connection', (ws: Socket) =>
    ws.once('message', () => {
      for (const text of texts) ws.send(text);
    }),
  );
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['no JSON', '{'],
  ['null', 'null'],
  ['a node that is none', '{"type":"node","node":"AAAA"}'],
  ['a node outside base64', '{"type":"node","node":"?"}'],
  ['nodes without a list', '{"type":"nodes","from":0}'],
  ['a wrong type', '{"type":"nodes","from":0,"nodes":7}'],
])('tells a fault when the server sends %s', async (_name, text) => {
  const url = await liar([WELCOME, text]);
  const connected = await connect(url, { match: 'x', findGame, reconnects: false });
  if (!connected.ok) throw new Error(connected.fault.message);
  lives.push(connected.value);
  const fault = await new Promise<Fault>(done => connected.value.on('fault', done));
  expect(['malformed', 'too-large']).toContain(fault.code);
});

test('refuses to connect where the server closes the socket instead of a welcome', async () => {
  server = new WebSocketServer({ port: 0, handleProtocols: set => [...set][0] ?? false });
  server.on('connection', ws => ws.once('message', () => ws.close(4004)));
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await connect(url, { match: 'x', findGame })).toMatchObject({
    ok: false,
    fault: { code: 'not-found' },
  });
});
