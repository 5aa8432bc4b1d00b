/** What all rooms of a server share. */
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
  /** Matches that have left the stores; null where there is none. */
  readonly archive: Archive | null;
  /** Null where there are no accounts. */
  readonly players: Players | null;
  readonly order: Moderation;
  /** Null where there is no library. */
  readonly ratings: Ratings | null;
  /** When a store failed last, in milliseconds since 1970; null where none did. */
  storeFailedMs(): number | null;
  readonly now: () => number;
  readonly steadyNow: () => number;
  readonly log: FastifyBaseLogger;
  readonly limits: Limits;
  readonly referee: Referee;
  readonly metrics: Metrics;
  readonly quotas: Quotas;
  /** Called with each match that has ended, once its end is stored. */
  onEnded(kept: StoredInvite): void;
  /** Returns a guest as stored, in whose quota a match counts. */
  seal(holder: Holder): Holder;
  /** Null where there are no bots. */
  readonly bots: BotPool | null;
  /** What the library says of where matches come from. */
  readonly source: string;
  /** The processes that share the stores; null where this one has them alone. */
  readonly cluster: Cluster | null;
}
