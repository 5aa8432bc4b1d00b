/** Room as stored in the vault: the invite, the player of each seat, and the secrets of the referee. */
import type { Invite } from '@kifu/client';
import type { InviteSeat } from '@kifu/client/protocol';
import { inviteTerms, type Json, type Seat } from '@kifu/core';
import { speedOf } from '@kifu/record/ratings';
import type { Holder } from '../quotas.ts';

/** Seat as stored. */
export interface StoredSeat {
  readonly seat: Seat;
  readonly type: InviteSeat['type'];
  readonly name: string | null;
  readonly key: string | null;
  /** The player with this key; absent if it is not a player's. */
  readonly player?: string;
  /** Whether the player has proved the key; others do not see the key before. */
  readonly isProven?: boolean;
  /** Hash of the token. */
  readonly token: string | null;
  readonly isReady: boolean;
  /** Whether it is a seat of the creator of the invite. */
  readonly isMaker: boolean;
  readonly bot: string | null;
  readonly level: number;
  /** Commitment of the seat to its hash chain; null for a bot, and for a program that has none. */
  readonly commitment: string | null;
  /** Who took it, as quotas know them: hashes of their address. Absent for a free seat. */
  readonly by?: Holder;
}

/** Everything that a room is created from after a restart. */
export interface StoredInvite extends Omit<Invite, 'seats' | 'chatOff'> {
  readonly seats: readonly StoredSeat[];
  /** Who turned chat off; absent in rooms stored before chat could be turned off. */
  readonly chatOff?: Invite['chatOff'];
  /** Hash of the token for joining and watching a private match. */
  readonly joinToken: string | null;
  /** Secret of the referee's hash chain. */
  readonly chain: string | null;
  /** Secret of the deal, if hands are hidden. */
  readonly deal: string | null;
  /** Proof that two histories of it were signed, in base64; absent if there is none. */
  readonly proof?: string;
  /** Who created it, as quotas know them: hashes of their address. Absent if the server itself did. */
  readonly by?: Holder;
}

/** Whether it is a correspondence match: there, players set conditional moves and go on vacation. */
export const isCorrespondence = ({ clock }: Pick<StoredInvite, 'clock'>): boolean =>
  speedOf(clock) === 'correspondence';

/** Returns the player of a seat as moderation knows them: a player, or a key; null if the seat has neither. */
export const playerOfSeat = ({ player, key }: StoredSeat): string | null => player ?? key;

/** Returns a player as a holder of quotas. */
export const playerHolder = (player: string): Holder => ({ guest: player, network: player });

/** Returns everyone in whose quota an invite or match counts, each once. */
export function guestsOf({ by, seats }: StoredInvite): readonly Holder[] {
  // a player has one quota at all addresses; a guest who has not proved the key uses none of it
  const players = seats.flatMap(({ player, isProven }) =>
    player === undefined || isProven !== true ? [] : [playerHolder(player)],
  );
  const all = [by, ...seats.map(seat => seat.by), ...players].filter(
    holder => holder !== undefined,
  );
  return [...new Map(all.map(holder => [holder.guest, holder])).values()];
}

/** Returns the invite as others see it. */
export const inviteOf = (stored: StoredInvite): Invite => ({
  id: stored.id,
  phase: stored.phase,
  game: stored.game,
  version: stored.version,
  options: stored.options as { readonly [name: string]: Json },
  seats: stored.seats.map(seatOf),
  ...inviteTerms(stored),
  visibility: stored.visibility,
  chance: stored.chance,
  waitMs: stored.waitMs,
  absenceMs: stored.absenceMs,
  countdownMs: stored.countdownMs,
  referee: stored.referee,
  mayCancel: stored.mayCancel,
  chatOff: stored.chatOff ?? [],
  ...(stored.within === undefined ? {} : { within: stored.within }),
  branch: stored.branch,
  ...(stored.tournament === undefined ? {} : { tournament: stored.tournament }),
  ...(stored.vacations === undefined ? {} : { vacations: stored.vacations }),
  nonce: stored.nonce,
  match: stored.match,
  createdAt: stored.createdAt,
  outcome: stored.outcome,
});

const seatOf = ({
  seat,
  type,
  name,
  key,
  player,
  isProven = false,
  isReady,
  bot,
  level,
}: StoredSeat): InviteSeat => ({
  seat,
  type,
  name,
  isReady,
  ...(key !== null && isProven ? { key, ...(player === undefined ? {} : { player }) } : {}),
  ...(type === 'bot' ? { ...(bot === null ? {} : { bot }), level } : {}),
});
