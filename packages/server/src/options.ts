/** Options of a server: games and stores come from outside. */

import type { Json, JsonObject, Result } from '@kifu/core';
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

export { OPEN_PAGE_POLICY } from './page-policy.ts';

/** Source of games. */
export interface Games extends RecordGames {
  /** URL of a module that exports `loadKit`, for threads in which bots think; without one there are no bots. */
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
  /** Which process has which room. */
  readonly leases: Leases;
  /** Messages between processes. */
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
  /** Address for the others, if it differs from the one it listens at. */
  readonly url?: string;
}

/** Engines that answer questions about positions: `openAnalysisService` of `@kifu/engines/serve` opens them. */
export interface AnalysisEngines {
  /** What is served, as JSON. */
  readonly about: JsonObject;
  /** Takes a question, or refuses it. The search tells lines, the last of which has the result; an abort ends it. */
  ask(question: Json): Result<AnalysisRun>;
}

/** Searches, and resolves after the last line. */
export type AnalysisRun = (signal: AbortSignal, tell: (line: JsonObject) => void) => Promise<void>;

/** Options of a server. */
export interface ServerOptions {
  readonly games: Games;
  readonly stores: ServerStores;
  /** For several processes that share the stores; a single process needs none. */
  readonly cluster?: ClusterOptions;
  /** Ended matches that were moved out of the stores: the library searches them too. */
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
  /** Whether one proxy in front adds the address of the client, as the last one in `X-Forwarded-For`. Set `publicUrl` too: it is not read from the proxy. */
  readonly trustsProxy?: boolean;
  /** Engines that analyze positions for clients (default: none). */
  readonly analysis?: AnalysisEngines;
  readonly limits?: Partial<Limits>;
  /** Whether `/metrics` is served only where `listenMetrics` listens, rather than publicly. */
  readonly hasMetricsApart?: boolean;
  /** Whose uploaded records are stored: no one's, those of people with a token, or everyone's (default: everyone's). */
  readonly uploads?: UploadPolicy;
  /** Tokens of people who may store records. */
  readonly uploadTokens?: readonly string[];
  /** Token of the server admin (default: none). */
  readonly adminToken?: string;
  /** Moderators: players by id, or any of their keys (default: none). */
  readonly admins?: readonly string[];
  /** Origins of push services that may be called (default: those of the usual browsers; none: no push messages). */
  readonly pushServices?: readonly string[];
  /** Folder of pages to serve at `/` (default: none). */
  readonly site?: string;
  /** Module of games for these pages, as JavaScript (default: that of the site). It exports what `createGames` of `@kifu/games` returns. */
  readonly siteGames?: string;
}

/** Whose uploaded records are stored. */
export const UPLOAD_POLICIES = ['off', 'known', 'open'] as const;
type UploadPolicy = (typeof UPLOAD_POLICIES)[number];

/** Limits that keep one guest from harming the others. */
export interface Limits {
  /** TCP connections in total, and from one address. For all limits, a wider network (a /24, a /48) may have eight times as many. */
  readonly sockets: number;
  readonly socketsPerAddress: number;
  /** WebSockets among them. */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** Messages per second from one socket, including pings and pongs, and how many may come at once. */
  readonly messagesPerSecond: number;
  readonly messageBurst: number;
  /** Chat messages per minute from one seat or address at a match, and from one player at all matches; and how many may come at once. */
  readonly wordsPerMinute: number;
  readonly wordBurst: number;
  /** Requests per minute from one address, and how many may come at once. */
  readonly requestsPerMinute: number;
  readonly requestBurst: number;
  /** Sign-ins per minute from one address, and statements of players; and how many may come at once. */
  readonly signInsPerMinute: number;
  readonly signInBurst: number;
  /** Reports per day from one player, and from one address. */
  readonly reportsPerDay: number;
  /** Days of vacation of a player per calendar year. */
  readonly vacationDays: number;
  /** How long a request may take to arrive. */
  readonly requestMs: number;
  /** Open invites and matches per address, created or joined. */
  readonly openPerAddress: number;
  readonly open: number;
  /** Bytes that may be queued for a slow reader, and for how long. */
  readonly behindBytes: number;
  readonly behindMs: number;
  /** Bytes that may be queued for all readers together; those with the most are closed first. */
  readonly behindBytesOfAll: number;
  /** Maximum round trip that is given back to a player, per move. */
  readonly maxLagMs: number;
  /** How long a match without members stays in memory. */
  readonly restMs: number;
  /** How long players have to reconnect after a restart. */
  readonly resumeMs: number;
  /** How long an invite without members stays open. */
  readonly inviteMs: number;
  /** The same for a public challenge to play at once whose player no longer asks for it, and cannot be notified. */
  readonly challengeMs: number;
  /** Refused moves per second that are recorded for each seat, in games where seats act at any time. */
  readonly refusalsPerSecond: number;
  /** Threads in which bots think. */
  readonly botThreads: number;
  /** How long a move is shown before a bot answers it, if only bots play, in games with turns. */
  readonly botPauseMs: number;
  /** Bytes of an upload, and how many uploads may be in progress, in total and per address. */
  readonly uploadBytes: number;
  readonly uploads: number;
  readonly uploadsPerAddress: number;
  /** Records per minute that one address may store, and how many at once. */
  readonly keepsPerMinute: number;
  readonly keepBurst: number;
  /** Bytes of such records per day, of one address and in total. */
  readonly keptBytesPerDay: number;
  readonly keptBytesPerDayOfAll: number;
  /** Questions to engines in progress, waiting ones included, in total and per address. */
  readonly analyses: number;
  readonly analysesPerAddress: number;
  /** How long an engine may search a position, and for one address per day. */
  readonly analysisMs: number;
  readonly analysisMsPerDay: number;
  /** Threads that replay records (uploads always leave one to other jobs), how long a job may take, and how many jobs may wait, in total and per address. */
  readonly foldThreads: number;
  readonly foldMs: number;
  readonly foldQueue: number;
  readonly foldQueuePerAddress: number;
  /** How long a store may take for a request. */
  readonly storeMs: number;
  /** How long the server reports itself unready after a store failed. */
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
  challengeMs: 180_000,
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
  analyses: 32,
  analysesPerAddress: 2,
  analysisMs: 10_000,
  analysisMsPerDay: 1_800_000,
  foldThreads: 2,
  foldMs: 5000,
  foldQueue: 64,
  foldQueuePerAddress: 16,
  storeMs: 5000,
  unreadyMs: 5000,
  cacheBytes: 33_554_432,
};
