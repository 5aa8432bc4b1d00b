/** What is kept of a room in the vault: the invite, who may sit where, and the secrets of the referee. */
import type { Invite } from '@kifu/client';
import type { InviteSeat } from '@kifu/client/protocol';
import type { Json, Seat } from '@kifu/core';
import type { BranchStart } from '../replay-workers/jobs.ts';

/** A seat as it is kept. */
export interface StoredSeat {
  readonly seat: Seat;
  readonly type: InviteSeat['type'];
  readonly name: string | null;
  readonly key: string | null;
  /** Hash of the token. */
  readonly token: string | null;
  readonly isReady: boolean;
  /** Whether it is a seat of whoever made the invite. */
  readonly isMaker: boolean;
  readonly bot: string | null;
  readonly level: number;
  /** What the seat gave in advance of its chain of chance; null for a bot, and for a program that makes none. */
  readonly commitment: string | null;
}

/** Everything that a room is made from again after a restart. */
export interface StoredInvite extends Omit<Invite, 'seats'> {
  readonly seats: readonly StoredSeat[];
  /** Hash of what a private match is joined and watched with. */
  readonly joinToken: string | null;
  /** Secret of the referee's chain of chance. */
  readonly chain: string | null;
  /** Secret of the deal, where hands are hidden. */
  readonly deal: string | null;
  /** Where it goes on from another match. */
  readonly branch: BranchStart | null;
}

/** The invite as others see it. */
export const inviteOf = (kept: StoredInvite): Invite => ({
  id: kept.id,
  phase: kept.phase,
  game: kept.game,
  version: kept.version,
  options: kept.options as { readonly [name: string]: Json },
  seats: kept.seats.map(seatOf),
  clock: kept.clock,
  visibility: kept.visibility,
  rated: kept.rated,
  chance: kept.chance,
  waitMs: kept.waitMs,
  absenceMs: kept.absenceMs,
  countdownMs: kept.countdownMs,
  referee: kept.referee,
  mayCancel: kept.mayCancel,
  nonce: kept.nonce,
  match: kept.match,
  createdAt: kept.createdAt,
  outcome: kept.outcome,
});

const seatOf = ({ seat, type, name, key, isReady, bot, level }: StoredSeat): InviteSeat => ({
  seat,
  type,
  name,
  isReady,
  ...(key === null ? {} : { key }),
  ...(type === 'bot' ? { ...(bot === null ? {} : { bot }), level } : {}),
});
