/** Context of all routes. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ArchivedRecord } from '../archive.ts';
import type { Cache } from '../cache.ts';
import type { ClusterPeers } from '../cluster/cluster-peers.ts';
import type { AnalysisEngines } from '../options.ts';
import type { SignedInAccounts } from '../players/index.ts';
import type { ReplayWorkers } from '../replay-workers/pool.ts';
import type { Rights } from '../rights.ts';
import type { RoomRegistry } from '../rooms/room-registry.ts';
import type { Tournaments } from '../tournaments/tournaments.ts';

/** The server as routes see it. */
export interface Context {
  readonly registry: RoomRegistry;
  /** Connections to other processes that share the stores; null if there are none. */
  readonly peers: ClusterPeers | null;
  /** Threads that replay records. */
  readonly workers: ReplayWorkers;
  /** Nodes by the ID of their head. */
  readonly nodes: Cache<readonly Uint8Array[]>;
  /** Records of the archive by the ID of their head. */
  readonly archived: Cache<ArchivedRecord>;
  /** Answers by their tag. */
  readonly answers: Cache<CachedAnswer>;
  readonly rights: Rights;
  /** Null if the server has no engines. */
  readonly analysis: AnalysisEngines | null;
  /** Null if the stores have no players. */
  readonly accounts: SignedInAccounts | null;
  /** Null without accounts. */
  readonly tournaments: Tournaments | null;
  /** Whether `/metrics` is served publicly. */
  readonly hasMetrics: boolean;
  /** The page of the site; null if there is only the API. */
  readonly page: string | null;
  /** Origin for signing in: that of the public URL, or else the address that the client provably dialed; null for any other `Host`. */
  ownOrigin(request: FastifyRequest): string | null;
  /** Public URL of the server, without a trailing slash: as configured, or from the host of the request. */
  publicUrl(request: FastifyRequest): string;
}

/** Cached answer. */
interface CachedAnswer {
  readonly output: Uint8Array | string;
  readonly losses: readonly string[];
}

/** Function that adds routes to the server. */
export type Routes = (app: FastifyInstance, context: Context) => void;
