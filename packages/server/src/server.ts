/** The server: HTTP, sockets and rooms put together. */
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fail } from '@kifu/core';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { pino } from 'pino';
import { createBotPool } from './bots/pool.ts';
import { createBuckets } from './buckets.ts';
import { steadyClock } from './clock.ts';
import { createMetrics } from './metrics.ts';
import { LIMITS, type ServerOptions } from './options.ts';
import { refuse } from './problem.ts';
import { loadReferee } from './referee.ts';
import { createHall, type Hall } from './rooms/hall.ts';
import type { Routes } from './routes/context.ts';
import { healthRoutes } from './routes/health.ts';
import { inviteRoutes } from './routes/invites.ts';
import { createHub } from './socket/hub.ts';

/** A server that can be listened on and closed. */
export interface KifuServer {
  readonly app: FastifyInstance;
  readonly hall: Hall;
  /** Listens, and gives the address. Port 0 takes any that is free. */
  listen(at?: { readonly port?: number; readonly host?: string }): Promise<string>;
  /** Finishes what is being done, tells everybody and stops. The stores stay open. */
  close(): Promise<void>;
}

const ROUTES: readonly Routes[] = [healthRoutes, inviteRoutes];
const MAX_BODY_BYTES = 1 << 20;
/** How often Node looks for requests that take too long. */
const CHECK_MS = 1000;
/** How long requests may take when the server stops. */
const DRAIN_MS = 1000;

/** Makes a server, and goes on with the matches that were going on. */
export async function createServer(options: ServerOptions): Promise<KifuServer> {
  const { games, stores, now = steadyClock() } = options;
  const limits = { ...LIMITS, ...options.limits };
  const log = options.logger ?? pino({ level: 'silent' });
  const metrics = createMetrics();
  const bots =
    games.module === undefined
      ? null
      : createBotPool({
          module: games.module,
          threads: limits.botThreads,
          log,
          onFailure: () => metrics.botFailures.inc(),
        });
  const hall = createHall({
    ...{ games, stores, now, log, limits, metrics, bots },
    referee: await loadReferee(stores.vault),
    source: options.publicUrl ?? 'server',
  });
  const app = Fastify({
    loggerInstance: log,
    // addresses and tokens are nobody's business
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: limits.requestMs,
    // Node takes the longer of the two for the whole request
    http: { connectionsCheckingInterval: CHECK_MS, headersTimeout: limits.requestMs },
    trustProxy: options.trustsProxy ?? false,
  });
  const requests = createBuckets(limits.requestsPerMinute / 60, limits.requestBurst);
  app.addHook('onRequest', async (request, reply) => {
    if (!requests.take(request.ip, now()))
      return refuse(reply, fail('too-large', 'too many requests').fault, 429);
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, NO_PAGE));
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return refuse(reply, fail('malformed', error.message).fault, status);
    log.error({ err: error }, 'a request failed');
    return refuse(reply, BROKEN, status);
  });
  let address = '';
  const publicUrl = () => options.publicUrl?.replace(/\/$/, '') ?? address;
  for (const routes of ROUTES) routes(app, { hall, publicUrl });
  const hub = createHub(app.server, {
    hall,
    isOriginAllowed: originCheck(options),
    addressOf: request => addressOf(request, options.trustsProxy ?? false),
  });
  await hall.resumeAll();
  return {
    app,
    hall,
    async listen({ port = 0, host = '127.0.0.1' } = {}) {
      await app.listen({ port, host });
      const bound = app.server.address() as AddressInfo;
      const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
      address = `http://${name}:${bound.port}`;
      return address;
    },
    async close() {
      await hall.close();
      hub.close();
      await bots?.close();
      const impatience = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
      await app.close();
      clearTimeout(impatience);
    },
  };
}

const NO_PAGE = fail('not-found', 'there is nothing here').fault;
const BROKEN = fail('unreadable', 'something is broken here, it has been noted').fault;

/** Pages of other sites open no sockets here, unless they are allowed to; programs that are no browsers name none. */
function originCheck({ publicUrl, origins = [] }: ServerOptions) {
  const allowed = new Set(origins);
  if (publicUrl !== undefined) allowed.add(new URL(publicUrl).origin);
  return (origin: string | undefined, host: string | undefined): boolean => {
    if (origin === undefined || allowed.has('*') || allowed.has(origin)) return true;
    try {
      return new URL(origin).host === host;
    } catch {
      return false;
    }
  };
}

function addressOf({ headers, socket }: IncomingMessage, trustsProxy: boolean): string {
  const forwarded = headers['x-forwarded-for'];
  const first = trustsProxy
    ? String(forwarded ?? '')
        .split(',')[0]!
        .trim()
    : '';
  return first || (socket.remoteAddress ?? '');
}
