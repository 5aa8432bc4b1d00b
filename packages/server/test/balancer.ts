/** What stands in front of several servers, and leads each connection to the next of them that takes it: as a proxy does that is not sticky. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A balancer that runs. */
export interface Balancer {
  readonly url: string;
  close(): void;
}

/** Listens, and leads to the ports that there are at the time. */
export async function createBalancer(ports: () => readonly number[]): Promise<Balancer> {
  let turn = 0;
  const open = new Set<Socket>();
  const watch = (socket: Socket): Socket => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => {}); // a close follows
    return socket;
  };
  const server = createServer(client => {
    watch(client);
    const all = ports();
    const lead = (tries: number): void => {
      if (tries === 0) {
        client.destroy();
        return;
      }
      const target = watch(connect(all[turn++ % all.length]!, '127.0.0.1'));
      let isThere = false;
      target.once('connect', () => {
        isThere = true;
        client.pipe(target).pipe(client);
      });
      target.on('close', () => (isThere ? client.destroy() : lead(tries - 1)));
      client.on('close', () => target.destroy());
    };
    lead(all.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
