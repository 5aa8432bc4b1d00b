/** A gateway on its own port, with Node's server. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BlockReader } from './read.ts';
import { gatewayHandler, type ServeOptions } from './serve.ts';

/** Options for listening. */
export interface ListenOptions extends ServeOptions {
  /** Default: loopback. */
  readonly host?: string;
  /** Default: any free port. */
  readonly port?: number;
  /** How many requests are answered at a time (default: 64); more are asked to retry. */
  readonly maxRequests?: number;
}

/** Gateway that listens. */
export interface GatewayServer {
  /** Address for readers: `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Finishes answers in progress, and stops listening. */
  close(): Promise<void>;
}

const MAX_REQUESTS = 64;
/** Limit of the head of a request, which is small. */
const HEAD_MS = 10_000;

/** Serves the blocks of a store. Throws if the port is not available. */
export async function createGateway(
  blocks: BlockReader,
  options: ListenOptions = {},
): Promise<GatewayServer> {
  const { host = '127.0.0.1', port = 0, maxRequests = MAX_REQUESTS } = options;
  const handle = gatewayHandler(blocks, options);
  let count = 0;
  const server = createServer(
    { headersTimeout: HEAD_MS, requestTimeout: HEAD_MS },
    (asked, reply) => {
      if (count >= maxRequests) return refuse(reply);
      count++;
      reply.once('close', () => count--);
      void respond(asked, reply);
    },
  );
  async function respond(asked: IncomingMessage, reply: ServerResponse): Promise<void> {
    const leaving = new AbortController();
    reply.once('close', () => leaving.abort());
    const { status, headers, body } = await handle(asked, { signal: leaving.signal });
    if (reply.destroyed) return;
    reply.writeHead(status, headers).end(asked.method === 'HEAD' ? undefined : body);
  }
  await new Promise<void>((listening, fail) => {
    server.once('error', fail).listen(port, host, () => {
      server.off('error', fail);
      listening();
    });
  });
  const { port: given, family, address } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${given}`,
    close() {
      closed ??= new Promise(done => {
        server.close(() => done());
        server.closeAllConnections();
      });
      return closed;
    },
  };
}

const refuse = (reply: ServerResponse): void =>
  void reply.writeHead(503, { 'retry-after': '1', 'content-length': '0' }).end();
