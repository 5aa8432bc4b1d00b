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
  /** The player whose key it is; absent where no player has it. */
  readonly player?: string;
  /** Whether the player has shown to have the key; others do not see the key before. */
  readonly isProven?: boolean;
  /** Hash of the token. */
  readonly token: string | null;
  readonly isReady: boolean;
  /** Whether it is a seat of the player who made the invite. */
  readonly isMaker: boolean;
  readonly bot: string | null;
  readonly level: number;
  /** Commitment of the seat to its hash chain; null for a bot, and for a program that has none. */
  readonly commitment: string | null;
  /** Who took it, as quotas know them: hashes of their address. Absent where it is free. */
  readonly by?: Holder;
}

/** Everything that a room is made from again after a restart. */
export interface StoredInvite extends Omit<Invite, 'seats' | 'chatOff'> {
  readonly seats: readonly StoredSeat[];
  /** Who turned chat off; absent in rooms stored before chat could be turned off. */
  readonly chatOff?: Invite['chatOff'];
  /** Hash of what a private match is joined and watched with. */
  readonly joinToken: string | null;
  /** Secret of the referee's hash chain. */
  readonly chain: string | null;
  /** Secret of the deal, where hands are hidden. */
  readonly deal: string | null;
  /** Proof that two histories of it were signed, in base64; absent where there is none. */
  readonly proof?: string;
  /** Who made it, as quotas know them: hashes of their address. Absent where the server itself made it. */
  readonly by?: Holder;
}

/** Whether it is a correspondence match: there, players set conditional moves and go on vacation. */
export const isCorrespondence = ({ clock }: Pick<StoredInvite, 'clock'>): boolean =>
  speedOf(clock) === 'correspondence';

/** Who sits at a seat, as order knows them: a player, or a key; null where the seat has neither. */
export const sitterOf = ({ player, key }: StoredSeat): string | null => player ?? key;

/** A player as a holder of quotas. */
export const playerHolder = (player: string): Holder => ({ guest: player, network: player });

/** All whose budget an invite or match is part of, each once. */
export function guestsOf({ by, seats }: StoredInvite): readonly Holder[] {
  // a player has one budget at all addresses; a guest who has not proved the key uses none of it
  const players = seats.flatMap(({ player, isProven }) =>
    player === undefined || isProven !== true ? [] : [playerHolder(player)],
  );
  const all = [by, ...seats.map(seat => seat.by), ...players].filter(
    holder => holder !== undefined,
  );
  return [...new Map(all.map(holder => [holder.guest, holder])).values()];
}

/** The invite as others see it. */
export const inviteOf = (kept: StoredInvite): Invite => ({
  id: kept.id,
  phase: kept.phase,
  game: kept.game,
  version: kept.version,
  options: kept.options as { readonly [name: string]: Json },
  seats: kept.seats.map(seatOf),
  ...inviteTerms(kept),
  visibility: kept.visibility,
  chance: kept.chance,
  waitMs: kept.waitMs,
  absenceMs: kept.absenceMs,
  countdownMs: kept.countdownMs,
  referee: kept.referee,
  mayCancel: kept.mayCancel,
  chatOff: kept.chatOff ?? [],
  ...(kept.within === undefined ? {} : { within: kept.within }),
  branch: kept.branch,
  ...(kept.tournament === undefined ? {} : { tournament: kept.tournament }),
  ...(kept.vacations === undefined ? {} : { vacations: kept.vacations }),
  nonce: kept.nonce,
  match: kept.match,
  createdAt: kept.createdAt,
  outcome: kept.outcome,
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
