/** A line to a server that can go dead without being closed, as that of a phone in a tunnel. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line that forwards bytes both ways, unless it is dead. */
export interface Line {
  /** The address of the server by this line. */
  readonly url: string;
  /** Forwards nothing any more, and closes nothing. */
  die(): void;
  /** Forwards everything again, what has come meanwhile first. */
  revive(): void;
  close(): Promise<void>;
}

export async function openLine(server: string): Promise<Line> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  let isDead = false;
  const add = (socket: Socket, other: Socket): void => {
    sockets.add(socket);
    if (isDead) socket.pause();
    socket.on('data', bytes => other.write(bytes));
    socket.on('error', () => other.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const proxy = createServer(near => {
    const far = connect(Number(port), hostname);
    add(near, far);
    add(far, near);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    die() {
      isDead = true;
      for (const socket of sockets) socket.pause();
    },
    revive() {
      isDead = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
