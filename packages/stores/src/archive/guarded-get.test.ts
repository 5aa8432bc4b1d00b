/** Archives on hosts that would lead a server into its own network. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NETWORK, type Network } from '../web/request.ts';
import { guardedGet } from './guarded-get.ts';
import { ArchiveHostError, httpFiles } from './http-files.ts';

/** Leads to this machine, and is taken for an address of the open network. */
const OUTSIDE = '127.0.0.2';
const network: Network = {
  ...NETWORK,
  isInside: one => one.address !== OUTSIDE && NETWORK.isInside(one),
};
let server: Server;
let port: number;
let asked: string[];
beforeEach(async () => {
  asked = [];
  server = createServer(({ url, headers: { range } }, response) => {
    asked.push(`${url} ${range ?? ''}`.trim());
    if (url === '/games/moved') response.writeHead(302, { location: '/games/file' }).end();
    else if (url === '/games/inside')
      response.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end();
    else if (url === '/games/whole') response.end('0123456789');
    else response.writeHead(206).end('234');
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const read = (file: string, end = 5) =>
  httpFiles(`http://${OUTSIDE}:${port}/games`, { get: guardedGet(network) }).read(file, {
    start: 2,
    end,
  });

test('reads a part of a file, also where the host redirects within itself', async () => {
  expect(Buffer.from(await read('file')).toString()).toBe('234');
  expect(Buffer.from(await read('moved')).toString()).toBe('234');
  expect(asked).toEqual([
    '/games/file bytes=2-4',
    '/games/moved bytes=2-4',
    '/games/file bytes=2-4',
  ]);
});

test('does not follow the host to an address inside', async () => {
  await expect(read('inside')).rejects.toThrow(ArchiveHostError);
  expect(asked).toEqual(['/games/inside bytes=2-4']);
});

test('refuses more or less than it asked for', async () => {
  await expect(read('whole')).rejects.toThrow(/longer than the requested range/);
  await expect(read('file', 9)).rejects.toThrow(/shorter than the requested range/);
});
