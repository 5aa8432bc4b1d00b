/** Loading over HTTP: progress, what servers may answer, and a server that is away. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { fetchBytes, type LoadProgress } from './fetch.ts';

async function withServer<T>(
  listener: RequestListener,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const result = await use(`http://127.0.0.1:${port}/`);
  server.closeAllConnections();
  server.close();
  return result;
}
const signal = () => new AbortController().signal;
const nothing = () => undefined;

test('bytes come with progress, and those so far can be read', async () => {
  const told: LoadProgress[] = [];
  let sofar = new Uint8Array();
  const bytes = await withServer(
    (_, response) =>
      response.writeHead(200, { 'content-length': 4 }).end(Buffer.from([1, 2, 3, 4])),
    url =>
      fetchBytes(url, signal(), (progress, get) => {
        told.push(progress);
        sofar = Uint8Array.from(get());
      }),
  );
  expect(bytes).toEqual({ ok: true, value: Uint8Array.of(1, 2, 3, 4) });
  expect(told.at(-1)).toEqual({ loaded: 4, total: 4 });
  expect(sofar).toEqual(Uint8Array.of(1, 2, 3, 4));
});

test.each([
  [404, 'not-found'],
  [410, 'not-found'],
  [500, 'unreadable'],
  [403, 'unreadable'],
])('an answer of %i', async (status, code) => {
  const bytes = await withServer(
    (_, response) => response.writeHead(status).end(),
    url => fetchBytes(url, signal(), nothing),
  );
  expect(bytes).toMatchObject({ ok: false, fault: { code } });
});

test('a server that is away is a fault, and so is a connection that breaks off', async () => {
  const none = await fetchBytes('http://127.0.0.1:1/', signal(), nothing);
  expect(none).toMatchObject({ fault: { code: 'unreachable' } });
  const cut = await withServer(
    (_, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('x');
      setImmediate(() => response.destroy());
    },
    url => fetchBytes(url, signal(), nothing),
  );
  expect(cut).toMatchObject({ fault: { code: 'unreachable' } });
});

test('more than a record may have is refused', async () => {
  const megabyte = Buffer.alloc(1 << 20);
  const bytes = await withServer(
    (_, response) => {
      response.on('error', nothing);
      const more = (): void => {
        if (response.destroyed) return;
        if (response.write(megabyte)) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    },
    url => fetchBytes(url, signal(), nothing),
  );
  expect(bytes).toMatchObject({ ok: false, fault: { code: 'too-large' } });
});
