/** Stands between a store and its server, to cut what goes through. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Postgres } from './postgres-server.ts';

/** A way to the server that can be cut. */
export interface Proxy {
  url(): string;
  /** Ends all connections now. */
  cut(): void;
  /** Ends all connections, and waits until the clients have noticed. */
  end(): Promise<void>;
  /** Ends each connection at the next question, which does not arrive, or at its answer: the client cannot tell whether it was done. */
  cutAt(when: 'question' | 'answer' | null): void;
  /** Forwards nothing, in either direction, and ends nothing; or resumes, with what arrived meanwhile. */
  hold(isHeld: boolean): void;
  /** Takes no new connections, or takes them again. */
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

const PORT = 5432;

/** Listens at a port that the system gives. */
export async function createProxy({ host }: Postgres): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  let [cutting, isRefusing]: ['question' | 'answer' | null, boolean] = [null, false];
  let isHeld = false;
  const server = createServer(client => {
    if (isRefusing) client.destroy();
    clients.add(client);
    client.on('close', () => clients.delete(client));
    const inner = connect(join(host, `.s.PGSQL.${PORT}`));
    for (const socket of [client, inner]) {
      sockets.add(socket);
      const end = () => {
        sockets.delete(socket);
        client.destroy();
        inner.destroy();
      };
      socket.on('error', end).on('close', end);
    }
    client.on('data', bytes => {
      if (cutting === 'question') client.destroy();
      else inner.write(bytes);
    });
    inner.on('data', bytes => {
      if (cutting === 'answer') client.destroy();
      else client.write(bytes);
    });
    if (isHeld) for (const socket of [client, inner]) socket.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: () => `postgres://postgres@127.0.0.1:${port}/postgres`,
    cut,
    async end() {
      await Promise.all([...clients].map(client => once(client.end(), 'close')));
      // theirs may be told of in the same turn
      await new Promise(done => setImmediate(done));
    },
    cutAt(when) {
      cutting = when;
    },
    hold(held) {
      isHeld = held;
      for (const socket of sockets)
        if (held) socket.pause();
        else socket.resume();
    },
    refuse(refusing) {
      isRefusing = refusing;
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
