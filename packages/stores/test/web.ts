/** Real servers on loopback with given answers, which stop when the tests are done. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** What a server does with a request. */
export type Behaviour = (asked: IncomingMessage, reply: ServerResponse) => unknown;

/** Starts servers; gives the address of each. */
export function servers(): (behave: Behaviour) => Promise<string> {
  const open: ReturnType<typeof createServer>[] = [];
  afterAll(async () => {
    for (const server of open) {
      server.closeAllConnections();
      await new Promise(closed => server.close(closed));
    }
  });
  return async behave => {
    const server = createServer((asked, reply) => void behave(asked, reply));
    open.push(server);
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
}

/** An address at which no server listens any more. */
export async function deadAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise(closed => server.close(closed));
  return `http://127.0.0.1:${port}`;
}

/** The whole body of a request. */
export async function bodyOf(asked: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of asked) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
