/** A real NATS server to test with, where one is installed; gone when the tests are done. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** Whether there is one on the PATH. */
export const hasNats = spawnSync('nats-server', ['--version']).status === 0;

/** A server that runs. */
export interface Nats {
  readonly url: string;
  /** Kills it, and starts it again. */
  restart(): Promise<void>;
}

/** A server for this file; to be asked for once the tests run. */
export function useNats(): () => Nats {
  let port = 0;
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    while (!(await isListening(port))) await new Promise(done => setImmediate(done));
  };
  const stop = async (): Promise<void> => {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
  beforeAll(async () => {
    if (!hasNats) return;
    port = await freePort();
    await start();
  });
  afterAll(async () => {
    if (hasNats) await stop();
  });
  return () => ({
    url: `nats://127.0.0.1:${port}`,
    async restart() {
      await stop();
      await start();
    },
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise(done => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
