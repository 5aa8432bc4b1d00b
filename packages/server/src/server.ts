/** The server: HTTP, sockets and rooms assembled. */
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { fail } from '@kifu/core';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { pino } from 'pino';
import { addApi } from './api.ts';
import { watchArchive } from './archive.ts';
import { createBotPool } from './bots/pool.ts';
import { createCache } from './cache.ts';
import { alone, createCluster } from './cluster/cluster.ts';
import { createClusterPeers, loadPeerSecret } from './cluster/cluster-peers.ts';
import { guestOf, loadSeal } from './guest.ts';
import { createMetrics, createMetricsServer } from './metrics.ts';
import { createModeration } from './moderation/moderation.ts';
import { LIMITS, type ServerOptions } from './options.ts';
import { openAccounts } from './players/index.ts';
import { createPlayers } from './players/players.ts';
import { createRatings } from './players/ratings.ts';
import { refuse, refuseRaw } from './problem.ts';
import { createPushSender, loadPushSecret, PUSH_SERVICES } from './push/push.ts';
import { createQuotas, holderOf } from './quotas.ts';
import { loadReferee } from './referee.ts';
import { createReplayWorkers } from './replay-workers/pool.ts';
import { rightsOf } from './rights.ts';
import { RoomRegistry } from './rooms/room-registry.ts';
import type { Context } from './routes/context.ts';
import { addSecurity, dialedOrigin, HEADERS, isOwnName, REDACTED } from './security.ts';
import { addSite, isSiteFile, readPage } from './site.ts';
import { Hub } from './socket/hub.ts';
import { Tournaments } from './tournaments/tournaments.ts';
import { watchStores } from './watched-stores.ts';

/** A server that can listen and be closed. */
export interface KifuServer {
  readonly app: FastifyInstance;
  readonly registry: RoomRegistry;
  /** Listens, and returns the address. Port 0 takes any free one. */
  listen(at?: { readonly port?: number; readonly host?: string }): Promise<string>;
  /** Listens for requests for `/metrics`, and returns the address. */
  listenMetrics(at?: { readonly port?: number; readonly host?: string }): Promise<string>;
  /** Finishes work in progress, notifies all members and stops. The stores stay open. */
  close(): Promise<void>;
}

/** A name or an address, and a port. */
const HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:]+\](?::\d+)?$/i;
/** Uploads have a separate limit. */
const MAX_BODY_BYTES = 65_536;
/** How often Node checks for requests that take too long. */
const CHECK_MS = 1000;
/** How long requests may take when the server stops. */
const DRAIN_MS = 1000;

/** Creates a server, and resumes the matches in progress. */
export async function createServer(options: ServerOptions): Promise<KifuServer> {
  const { games, now = steadyClock(), steadyNow = () => performance.now() } = options;
  const limits = { ...LIMITS, ...options.limits };
  const log = (options.logger ?? pino({ level: 'silent' })).child({}, { redact: REDACTED });
  const metrics = createMetrics();
  let storeFailedMs: number | null = null;
  const { stores, watchLeases } = watchStores(options.stores, () => {
    storeFailedMs = now();
    metrics.storeFailures.inc();
  });
  const { trustsProxy = false } = options;
  const shared = options.cluster && {
    ...options.cluster,
    leases: watchLeases(options.cluster.leases),
  };
  const loadSecrets = async () => ({
    referee: await loadReferee(stores.vault),
    seal: await loadSeal(stores.vault),
    pushSecret: await loadPushSecret(stores.vault),
    peerSecret: shared === undefined ? '' : await loadPeerSecret(stores.vault),
  });
  /** Runs what the first start creates, in one process at a time. */
  const byOne = <T>(work: () => Promise<T>): Promise<T> =>
    shared === undefined ? work() : alone(shared, work);
  const { referee, seal, pushSecret, peerSecret } = await byOne(loadSecrets);
  const peers = shared === undefined ? null : await createClusterPeers(peerSecret, shared.peer);
  const cluster =
    shared === undefined ? null : createCluster({ ...shared, stores, now, log, url: peers!.url });
  metrics.onCollect(() => metrics.processes.set(cluster?.processes ?? 1));
  const quotas = createQuotas(
    // through a proxy, all connections come from one address
    trustsProxy ? { ...limits, socketsPerAddress: Infinity } : limits,
    metrics,
    now,
    () => cluster?.processes ?? 1,
  );
  const bots =
    games.module === undefined
      ? null
      : createBotPool({
          module: games.module,
          threads: limits.botThreads,
          onFailure: () => metrics.botFailures.inc(),
        });
  const players =
    stores.players === undefined
      ? null
      : createPlayers(stores.players, stores.vault, now, limits.vacationDays);
  const accounts =
    players === null ? null : await byOne(() => openAccounts(stores, players, referee.key, now));
  const moderation = createModeration(stores.vault, now, {
    blocked: accounts?.blocked ?? (async () => []),
    keysOf: async who => (await players?.find(who))?.keys.map(({ key }) => key) ?? [who],
  });
  const source = options.publicUrl ?? 'server';
  const { library } = stores;
  const ratings =
    library === undefined
      ? null
      : createRatings({
          ...{ stores: { ...stores, library }, players, now, source, games, log },
          referee: referee.key,
        });
  const services = options.pushServices ?? PUSH_SERVICES;
  const push =
    services.length === 0
      ? null
      : createPushSender(pushSecret, { services, subject: subjectOf(options), now, log });
  let tournaments: Tournaments | null = null;
  const registry = new RoomRegistry({
    archive: options.archive === undefined ? null : watchArchive(options.archive, log),
    ...{
      players,
      moderation,
      ratings,
      source,
      games,
      stores,
      now,
      steadyNow,
      log,
      limits,
      metrics,
    },
    ...{ bots, quotas, cluster, referee, seal, push },
    storeFailedMs: () => storeFailedMs,
    onEnded({ tournament }) {
      if (tournament !== undefined) void tournaments?.tend(tournament);
    },
  });
  const app = Fastify({
    loggerInstance: log,
    // requests have addresses and tokens, which must not be logged
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: limits.requestMs,
    http: {
      connectionsCheckingInterval: CHECK_MS,
      // Node takes the longer of the two for the whole request
      headersTimeout: limits.requestMs,
      // curl and Java offer HTTP/2 in passing, and get an answer in HTTP/1.1
      shouldUpgradeCallback: ({ headers }) => /^websocket$/i.test(headers.upgrade ?? ''),
    },
    frameworkErrors: (error, _request, reply) => void refuseAddress(error, reply),
    clientErrorHandler: refuseClient,
    // one proxy: what precedes its address in the header was written by a client
    trustProxy: trustsProxy ? (_address, hop) => hop === 0 : false,
  });
  app.server.on('connection', (socket: Socket) => {
    const holder = holderOf(guestOf(socket.remoteAddress ?? ''));
    if (quotas.sockets.take(holder)) socket.once('close', () => quotas.sockets.give(holder));
    else socket.destroy();
  });
  const isOriginAllowed = originCheck(options);
  addSecurity(app, isOriginAllowed);
  app.addHook('onRequest', async (request, reply) => {
    const amount = isSiteFile(request) ? FILE_SHARE : 1;
    const guest = peers?.guestOf(request.raw);
    if (guest !== undefined) {
      // the process that forwarded it has counted it
      Object.defineProperty(request, 'ip', { value: guest });
      return;
    }
    if (quotas.requests.take(guestOf(request.ip), amount)) return;
    void reply.header('retry-after', Math.ceil(60 / limits.requestsPerMinute));
    return refuse(reply, fail('too-large', 'too many requests').fault, 429);
  });
  let address = '';
  let metricsServer: Server | null = null;
  // a server that listens on all addresses does not know which one people use: the request says it, but not in X-Forwarded-Host
  const publicUrl = ({ raw }: FastifyRequest) => {
    const host = peers?.hostOf(raw) ?? raw.headers.host ?? '';
    return options.publicUrl?.replace(/\/$/, '') ?? (HOST.test(host) ? `http://${host}` : address);
  };
  const workers = createReplayWorkers({
    ...{ games, log, threads: limits.foldThreads },
    ...{ timeoutMs: limits.foldMs, queue: limits.foldQueue },
    queuePerGuest: limits.foldQueuePerAddress,
  });
  tournaments = accounts === null ? null : new Tournaments(registry, workers);
  const context: Context = {
    ...{ registry, peers, workers, publicUrl, tournaments },
    page:
      options.site === undefined
        ? null
        : await readPage(options.site, options.siteGames !== undefined),
    accounts,
    ownOrigin: request =>
      options.publicUrl === undefined ? dialedOrigin(request) : new URL(options.publicUrl).origin,
    rights: rightsOf(options, accounts?.sessions ?? null),
    hasMetrics: options.hasMetricsApart !== true,
    analysis: options.analysis ?? null,
    nodes: createCache(limits.cacheBytes / 4),
    archived: createCache(limits.cacheBytes / 4),
    answers: createCache(limits.cacheBytes / 2),
  };
  await addApi(app, context);
  if (options.site !== undefined)
    await addSite(app, options.site, context, options.siteGames ?? null);
  const hub = new Hub(app.server, {
    registry,
    peers,
    isOriginAllowed,
    guestOf: request => guestOf(addressOf(request, trustsProxy)),
  });
  if (peers !== null) {
    await app.ready();
    peers.serve({ request: app.routing, upgrade: (...upgrade) => hub.acceptForwarded(...upgrade) });
  }
  await registry.resumeAll();
  return {
    app,
    registry,
    async listen({ port = 0, host = '127.0.0.1' } = {}) {
      await app.listen({ port, host });
      address = addressOfServer(app.server);
      return address;
    },
    async listenMetrics({ port = 0, host = '127.0.0.1' } = {}) {
      metricsServer = createMetricsServer(metrics.prometheus);
      metricsServer.listen(port, host);
      await once(metricsServer, 'listening');
      return addressOfServer(metricsServer);
    },
    async close() {
      metricsServer?.close();
      tournaments?.close();
      // each is stopped, even if stopping another fails
      const stopped = await Promise.allSettled([
        registry.close().finally(() => {
          hub.close();
          peers?.close();
        }),
        bots?.close(),
        workers.close(),
      ]);
      const impatience = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
      await app.close();
      clearTimeout(impatience);
      for (const one of stopped) if (one.status === 'rejected') throw one.reason;
    },
  };
}

/** Where operators of push services find the operator of this server. */
const subjectOf = ({ publicUrl = '' }: ServerOptions): string =>
  publicUrl.startsWith('https:') ? publicUrl : 'mailto:admin@localhost';

function addressOfServer(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Answers an invalid or too long URL: no route has seen it, and no hook. */
function refuseAddress({ code }: FastifyError, reply: FastifyReply): FastifyReply {
  const isLong = code === 'FST_ERR_MAX_PARAM_LENGTH';
  const what = isLong ? fail('too-large', 'the URL is too long') : NO_ADDRESS;
  return refuse(reply.headers(HEADERS), what.fault, isLong ? 414 : 400);
}

/** Answers an invalid or incomplete HTTP request. */
function refuseClient({ code }: Error & { readonly code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') refuseRaw(socket, TOO_SLOW, 408);
  else if (code === 'HPE_HEADER_OVERFLOW') refuseRaw(socket, TOO_LONG, 431);
  else refuseRaw(socket, NO_REQUEST, 400);
}

const NO_ADDRESS = fail('malformed', 'the URL is malformed');
const NO_REQUEST = fail('malformed', 'malformed request').fault;
const TOO_SLOW = fail('too-large', 'the request timed out').fault;
const TOO_LONG = fail('too-large', 'the headers are too large').fault;

/** A page takes many files of the site, which are cheap: each counts as this share of a request. */
const FILE_SHARE = 0.1;

/**
 * Whether an origin may open sockets. Pages of other sites may not, unless they are allowed to; programs other than browsers send no origin. That a page
 * comes from the requested host is believed only for hosts for which no other site can have a name: any site can point its own
 * name at this machine (DNS rebinding).
 */
function originCheck({ publicUrl, origins = [] }: ServerOptions) {
  // people write addresses, browsers send origins: without path, and in lower case
  const allowed = new Set(origins.map(one => (URL.canParse(one) ? new URL(one).origin : one)));
  if (publicUrl !== undefined) allowed.add(new URL(publicUrl).origin);
  return (origin: string | undefined, host: string | undefined): boolean => {
    if (origin === undefined || allowed.has('*') || allowed.has(origin)) return true;
    if (!URL.canParse(origin)) return false;
    const asked = new URL(origin);
    return asked.host === host && isOwnName(asked.hostname);
  };
}

/** Returns the address of the client, for requests that Fastify does not see; the proxy writes the last one in the header. */
function addressOf({ headers, socket }: IncomingMessage, trustsProxy: boolean): string {
  const forwarded = trustsProxy ? String(headers['x-forwarded-for'] ?? '') : '';
  return forwarded.split(',').at(-1)!.trim() || (socket.remoteAddress ?? '');
}

/** Milliseconds since 1970 that never go back while the process runs, even if the clock of the machine is set. */
function steadyClock(): () => number {
  const base = Date.now() - performance.now();
  return () => base + performance.now();
}
