/** Where redirects may lead, and that a name is looked up once for each request. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NETWORK, type Network, request } from './request.ts';

const LIMITS = { timeoutMs: 60_000, maxBytes: 1000, maxRedirects: 3 };
/** Leads to this machine, and is taken for an address of the open network. */
const OUTSIDE = '127.0.0.2';
let server: Server;
let port: number;
/** What was asked, and at which address. */
let asked: string[];
/** Where the first answer redirects to. */
let location: string;
beforeEach(async () => {
  asked = [];
  server = createServer(({ headers, socket, url }, response) => {
    asked.push(`${socket.localAddress} ${headers.host}${url}`.replaceAll(`:${port}`, ''));
    if (asked.length === 1) response.writeHead(302, { location }).end('elsewhere');
    else response.end('here');
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Names, with what they lead to at the first look, the second, and so on. */
function networkOf(names: Record<string, readonly string[]> = {}): Network {
  const left = new Map(Object.entries(names).map(([name, all]) => [name, [...all]]));
  return {
    isInside: one => one.address !== OUTSIDE && NETWORK.isInside(one),
    async resolve(name) {
      const all = left.get(name);
      if (all === undefined) return NETWORK.resolve(name);
      return [{ address: all.length > 1 ? all.shift()! : all[0]!, family: 4 }];
    },
  };
}
const ask = (from: string, to: string, network: Network) => {
  location = to;
  return request({ url: new URL(from), method: 'GET' }, LIMITS, {}, network);
};

test.each([
  'http://127.0.0.1:5001/api',
  'http://localhost/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://10.1.2.3/',
  'http://192.168.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://0.0.0.0/',
  'http://[fe80::1]/',
  'http://2130706433/',
])('refuses a redirect from outside to %s', async to => {
  const went = ask(`http://${OUTSIDE}:${port}/`, to, networkOf());
  await expect(went).rejects.toThrow(/redirected to a private address/);
});

test.each([
  [OUTSIDE, 'http://other.example:PORT/x', `${OUTSIDE} other.example/x`],
  ['127.0.0.1', 'http://127.0.0.3:PORT/x', '127.0.0.3 127.0.0.3/x'],
  ['127.0.0.3', 'http://localhost:PORT/', '127.0.0.1 localhost/'],
  [OUTSIDE, '/elsewhere', `${OUTSIDE} ${OUTSIDE}/elsewhere`],
])('follows a redirect from %s to %s', async (from, to, second) => {
  const network = networkOf({ 'other.example': [OUTSIDE], localhost: ['127.0.0.1'] });
  const { body } = await ask(`http://${from}:${port}/`, to.replace('PORT', String(port)), network);
  expect(Buffer.from(body).toString()).toBe('here');
  expect(asked).toEqual([`${from} ${from}/`, second]);
});

test('asks the address that was judged, though the name leads inside by then', async () => {
  const network = networkOf({ 'evil.example': [OUTSIDE, '127.0.0.1'] });
  await ask(`http://${OUTSIDE}:${port}/`, `http://evil.example:${port}/`, network);
  expect(asked).toEqual([`${OUTSIDE} ${OUTSIDE}/`, `${OUTSIDE} evil.example/`]);
});

test('judges who redirects by the address that was asked, though its name leads inside by then', async () => {
  const network = networkOf({ 'evil.example': [OUTSIDE, '127.0.0.1'] });
  const went = ask(`http://evil.example:${port}/`, `http://127.0.0.1:${port}/secret`, network);
  await expect(went).rejects.toThrow(/redirected to a private address/);
  expect(asked).toEqual([`${OUTSIDE} evil.example/`]);
});

test('asks the same address again where a server redirects to itself, though its name leads inside by then', async () => {
  const network = networkOf({ 'evil.example': [OUTSIDE, '127.0.0.1'] });
  await ask(`http://evil.example:${port}/`, '/again', network);
  expect(asked).toEqual([`${OUTSIDE} evil.example/`, `${OUTSIDE} evil.example/again`]);
});

test('does not reuse a connection to another address for a name that has moved', async () => {
  const network = networkOf({ 'moved.example': ['127.0.0.1', '127.0.0.3'] });
  const from = `http://moved.example:${port}/`;
  await ask(from, '/again', network);
  await ask(from, '', network);
  expect(asked.at(-1)).toBe('127.0.0.3 moved.example/');
});

test('gives up on a name that is looked up for too long', async () => {
  const network = { ...networkOf(), resolve: () => new Promise<never>(() => {}) };
  const url = new URL('http://slow.example/');
  await expect(
    request({ url, method: 'GET' }, { ...LIMITS, timeoutMs: 1 }, {}, network),
  ).rejects.toMatchObject({ failure: 'timeout' });
});
