/** What a server is made of: games and stores come from outside. */

import type { Games as RecordGames } from '@kifu/record/file';
import type {
  AnnotationStore,
  Archive,
  Bus,
  Leases,
  Library,
  PlayerStore,
  Stores,
  Vault,
  WatchedHeads,
} from '@kifu/record/store';
import type { FastifyBaseLogger } from 'fastify';

/** Where games come from. */
export interface Games extends RecordGames {
  /** Address of a module that exports `loadKit`, for threads in which bots think; without one there are no bots. */
  readonly module?: string;
}

/** Where matches are stored. */
export interface ServerStores extends Stores {
  readonly vault: Vault;
  readonly remarks: AnnotationStore;
  readonly library?: Library;
  /** Without it there are no accounts. */
  readonly players?: PlayerStore;
}

/** What several processes that share stores need besides. */
export interface ClusterOptions {
  /** Who has which room. */
  readonly leases: Leases;
  /** What they tell each other by. */
  readonly bus: Bus;
  /** Notifies when heads move, if the store can; otherwise the bus does. */
  readonly watchHeads?: WatchedHeads['watch'];
  /** How long a silent process counts as up, in milliseconds (default: 5,000). The same for all processes. */
  readonly ttlMs?: number;
  /** Where this process listens for the others. */
  readonly peer?: PeerAddress;
}

/** Where a process listens for others that share its stores; only they need to reach it. */
export interface PeerAddress {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: any free port. */
  readonly port?: number;
  /** How the others reach it, where that is not where it listens. */
  readonly url?: string;
}

/** How a server is set up. */
export interface ServerOptions {
  readonly games: Games;
  readonly stores: ServerStores;
  /** Where several processes share the stores; without it this one has them alone. */
  readonly cluster?: ClusterOptions;
  /** Matches that have ended and left the stores: the library finds them too. */
  readonly archive?: Archive;
  /** Milliseconds since 1970; must never go back. */
  readonly now?: () => number;
  /** Milliseconds on a clock that cannot be set: if it jumps, the server stalled. */
  readonly steadyNow?: () => number;
  /** Logger (default: none). */
  readonly logger?: FastifyBaseLogger;
  /** Public address of the server (default: the host of each request). */
  readonly publicUrl?: string;
  /** Other sites whose pages may open sockets here; `*` for all. */
  readonly origins?: readonly string[];
  /** Whether one proxy in front tells the address of the client: the last one in `X-Forwarded-For`. Say `publicUrl` too: the proxy is not asked for that. */
  readonly trustsProxy?: boolean;
  readonly limits?: Partial<Limits>;
  /** Whether `/metrics` is served only where `listenMetrics` listens, rather than publicly. */
  readonly hasMetricsApart?: boolean;
  /** Whose uploaded records are stored: no one's, those of people with a token, or everyone's (default: everyone's). */
  readonly uploads?: UploadPolicy;
  /** Tokens of people who may have records kept. */
  readonly uploadTokens?: readonly string[];
  /** Token of the server admin (default: none). */
  readonly adminToken?: string;
  /** Moderators: players by id, or any of their keys (default: none). */
  readonly admins?: readonly string[];
  /** Folder of pages to serve at `/` (default: none). */
  readonly site?: string;
  /** Module of games for these pages, as JavaScript (default: that of the site). It exports what `createGames` of `@kifu/games` returns. */
  readonly siteGames?: string;
}

/** Whose uploaded records are stored. */
export const UPLOAD_POLICIES = ['off', 'known', 'open'] as const;
type UploadPolicy = (typeof UPLOAD_POLICIES)[number];

/** Bounds that keep one guest from harming the others. */
export interface Limits {
  /** Of all TCP connections, and of those from one address. Its wider network (a /24, a /48) may have eight times as many, of everything. */
  readonly sockets: number;
  readonly socketsPerAddress: number;
  /** Those of them that are WebSockets. */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** Messages per second from one socket, including pings and pongs, and how many may come at once. */
  readonly messagesPerSecond: number;
  readonly messageBurst: number;
  /** Words and lines of talk a minute from one seat or one address at a match, and from one player at all matches; and how many may come at once. */
  readonly wordsPerMinute: number;
  readonly wordBurst: number;
  /** Requests a minute from one address, and how many may come at once. */
  readonly requestsPerMinute: number;
  readonly requestBurst: number;
  /** Sign-ins a minute from one address, and statements of players; and how many may come at once. */
  readonly signInsPerMinute: number;
  readonly signInBurst: number;
  /** Reports that one player, and one address, may make in a day. */
  readonly reportsPerDay: number;
  /** Days of vacation that a player has in a calendar year. */
  readonly vacationDays: number;
  /** How long a request may take to come. */
  readonly requestMs: number;
  /** Invites and matches that one address may have going at a time, made or joined. */
  readonly openPerAddress: number;
  readonly open: number;
  /** Bytes that may wait for a slow reader, and how long they may. */
  readonly behindBytes: number;
  readonly behindMs: number;
  /** Bytes that may wait for all readers together; those for whom most waits are closed first. */
  readonly behindBytesOfAll: number;
  /** Round trip that is given back to a player at most, for each move. */
  readonly maxLagMs: number;
  /** After how long a match without members leaves the memory. */
  readonly restMs: number;
  /** How long players have to come back after a restart. */
  readonly resumeMs: number;
  /** After how long an invite without members is forgotten. */
  readonly inviteMs: number;
  /** Refused moves per second that are recorded for each seat, in games where seats act at any time. */
  readonly refusalsPerSecond: number;
  /** Threads in which bots think. */
  readonly botThreads: number;
  /** How long a move is shown before a bot answers it, if only bots play, in games with turns. */
  readonly botPauseMs: number;
  /** Bytes of an upload, and how many may be under way at a time, of all and of one address. */
  readonly uploadBytes: number;
  readonly uploads: number;
  readonly uploadsPerAddress: number;
  /** Records a minute that one address may have kept, and how many at once. */
  readonly keepsPerMinute: number;
  readonly keepBurst: number;
  /** Bytes of such records in a day, of one address and of all. */
  readonly keptBytesPerDay: number;
  readonly keptBytesPerDayOfAll: number;
  /** Threads that replay records (uploads always leave one to other jobs), how long a job may take, and how many jobs may wait, in total and per address. */
  readonly foldThreads: number;
  readonly foldMs: number;
  readonly foldQueue: number;
  readonly foldQueuePerAddress: number;
  /** How long a store may take for a request. */
  readonly storeMs: number;
  /** How long after a failure of a store the server does not call itself ready. */
  readonly unreadyMs: number;
  /** Bytes of records that are cached in memory. */
  readonly cacheBytes: number;
}

/** Default limits. */
export const LIMITS: Limits = {
  sockets: 20_000,
  socketsPerAddress: 256,
  connections: 10_000,
  connectionsPerAddress: 64,
  messagesPerSecond: 40,
  messageBurst: 80,
  wordsPerMinute: 30,
  wordBurst: 12,
  requestsPerMinute: 600,
  requestBurst: 120,
  signInsPerMinute: 10,
  signInBurst: 20,
  reportsPerDay: 20,
  vacationDays: 30,
  requestMs: 15_000,
  openPerAddress: 32,
  open: 20_000,
  behindBytes: 262_144,
  behindMs: 30_000,
  behindBytesOfAll: 134_217_728,
  maxLagMs: 500,
  restMs: 10_000,
  resumeMs: 15_000,
  inviteMs: 86_400_000,
  refusalsPerSecond: 4,
  botThreads: 1,
  botPauseMs: 700,
  uploadBytes: 4_194_304,
  uploads: 32,
  uploadsPerAddress: 8,
  keepsPerMinute: 30,
  keepBurst: 100,
  keptBytesPerDay: 67_108_864,
  keptBytesPerDayOfAll: 1_073_741_824,
  foldThreads: 2,
  foldMs: 5000,
  foldQueue: 64,
  foldQueuePerAddress: 16,
  storeMs: 5000,
  unreadyMs: 5000,
  cacheBytes: 33_554_432,
};

/** What all pages of the site may do: run and load what lies beside them. */
const SITE_RULES = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'", // many hashes at once are computed by WebAssembly
  "img-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "base-uri 'self'",
  "form-action 'none'",
  "object-src 'none'",
];
const OWN = "connect-src 'self' data: blob:";
const ANYWHERE = `${OWN} https: http: ws: wss:`;
const UNFRAMED = "frame-ancestors 'none'";

/** A page of the site: it reaches its own server alone, and no other page frames it. */
export const PAGE_POLICY = [...SITE_RULES, OWN, UNFRAMED].join('; ');

/** A page that opens records, or reaches peers, at whatever address people say. */
export const OPEN_PAGE_POLICY = [...SITE_RULES, ANYWHERE, UNFRAMED].join('; ');

/** The page around one viewer, which pages of others frame. */
export const FRAMED_PAGE_POLICY = [...SITE_RULES, ANYWHERE, 'frame-ancestors *'].join('; ');
