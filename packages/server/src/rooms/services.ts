/** Services that all rooms of a server share. */
import type { Archive } from '@kifu/record/store';
import type { FastifyBaseLogger } from 'fastify';
import type { BotPool } from '../bots/pool.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Metrics } from '../metrics.ts';
import type { Moderation } from '../moderation/moderation.ts';
import type { Games, Limits, ServerStores } from '../options.ts';
import type { Players } from '../players/players.ts';
import type { Ratings } from '../players/ratings.ts';
import type { Holder, Quotas } from '../quotas.ts';
import type { Referee } from '../referee.ts';
import type { StoredInvite } from './stored-invite.ts';

export interface Services {
  readonly games: Games;
  readonly stores: ServerStores;
  /** Matches that were moved out of the stores; null if there is none. */
  readonly archive: Archive | null;
  /** Null without accounts. */
  readonly players: Players | null;
  readonly order: Moderation;
  /** Null without a library. */
  readonly ratings: Ratings | null;
  /** When a store last failed, in milliseconds since 1970; null if none has. */
  storeFailedMs(): number | null;
  readonly now: () => number;
  readonly steadyNow: () => number;
  readonly log: FastifyBaseLogger;
  readonly limits: Limits;
  readonly referee: Referee;
  readonly metrics: Metrics;
  readonly quotas: Quotas;
  /** Called with each match that has ended, once its end is stored. */
  onEnded(stored: StoredInvite): void;
  /** Returns a guest as stored, in whose quota a match counts. */
  seal(holder: Holder): Holder;
  /** Null without bots. */
  readonly bots: BotPool | null;
  /** The source of matches in the library. */
  readonly source: string;
  /** The processes that share the stores; null for a single process. */
  readonly cluster: Cluster | null;
}
