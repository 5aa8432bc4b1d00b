/** From an invite to a match: once all are ready, and with fair chance have committed to their chains. */

import { randomInt } from 'node:crypto';
import {
  bytesToHex,
  fail,
  formatCid,
  type Header,
  inviteTerms,
  type Kit,
  NO_TERMS,
  type Result,
  type Terms,
} from '@kifu/core';
import { begin, headOf } from '@kifu/record';
import { commitToDeal } from '@kifu/record/chance';
import { beginMatch } from '@kifu/record/store';
import { breakDown, pump } from './acts.ts';
import { agreeAll, thinkAll } from './bots.ts';
import { tellInvite, tellNode } from './broadcast.ts';
import { askLinks, chainOf } from './chance.ts';
import { listGoingOn } from './list.ts';
import type { Room } from './room.ts';
import type { StoredInvite, StoredSeat } from './stored-invite.ts';
import { followVacations } from './vacations.ts';

/** Whether the match makes its chance together. */
export const isFair = ({ kept, kit }: Room): boolean =>
  kit.game.chance !== undefined && kept.chance === 'fair';

/** Whether the invite can still change: once its header is being made, it is the match that does. */
export const isOpen = ({ kept, isBusy, isForgotten }: Room): boolean =>
  kept.phase === 'open' && !isBusy && !isForgotten;

/** Whether the match is starting or ending, so that only `beginNow` or `finish` may change the stored room. */
export const isInBetween = (room: Room): boolean =>
  room.kept.phase === 'open' ? !isOpen(room) : isEnding(room);

const isEnding = ({ kept, chain }: Room): boolean =>
  kept.phase === 'live' && chain?.table.outcome != null;

/** What is refused meanwhile may be asked for again. */
export const IN_BETWEEN = fail('conflict', 'the match is starting or ending; retry');

/** Begins the match if nothing is missing. */
export async function beginIfReady(room: Room): Promise<void> {
  const { kept } = room;
  if (!isOpen(room) || !kept.seats.every(isThere)) return;
  room.isBusy = true;
  try {
    await beginNow(room);
  } catch (cause) {
    // members reconnect, and then the match starts again
    breakDown(room, cause);
    throw cause;
  } finally {
    room.isBusy = false;
  }
  agreeAll(room);
  askLinks(room);
  thinkAll(room);
  pump(room);
  await followVacations(room);
}

/** Whether nothing more is wanted of a seat. */
export const isThere = ({ type, isReady }: StoredSeat): boolean => type !== 'open' && isReady;

async function beginNow(room: Room): Promise<void> {
  const { registry, kit } = room;
  const startMs = Math.floor(registry.now()) + room.kept.countdownMs;
  const header = makeHeader(room, new Date(startMs).toISOString());
  const deal = room.kept.deal === null ? null : Buffer.from(room.kept.deal, 'hex');
  const begun = await beginMatch(room.stores, kit.game, header, {
    deal,
    referee: registry.referee.sign,
  });
  if (!begun.ok) throw new Error(`a match cannot start: ${begun.fault.message}`);
  const { chain, parts } = begun.value;
  room.startMs = startMs;
  await keepAs(room, { ...room.kept, phase: 'live', match: formatCid(headOf(chain)) });
  room.match = begun.value;
  tellInvite(room);
  tellNode(room, parts);
  const { id, match, game } = room.kept;
  registry.log.info({ room: id, match, game, players: header.players.length }, 'a match started');
  await listGoingOn(room);
}

/** Keeps what a room is from now on. Where that fails the room stays as it was: members were not told yet. */
export async function keepAs(room: Room, after: StoredInvite): Promise<void> {
  const before = room.kept;
  room.kept = after;
  try {
    await room.registry.stored.save(room);
  } catch (cause) {
    if (room.kept === after) room.kept = before;
    throw cause;
  }
}

/** Whether a match could begin with these seats, options and terms; chance aside. */
export function tryOut(kit: Kit, kept: StoredInvite, referee: string): Result<unknown> {
  const header = {
    ...headerOf({ ...kept, seats: kept.seats.map(seat => withKey(kept, seat)) }, null),
    seed: kit.game.chance === undefined ? null : 0,
    terms: { ...termsOf(kept, null), referee: kept.referee ? referee : null },
  };
  return begin(kit.game, header);
}

/** A stand-in key for an open seat: without a referee all players have keys, or none, and the one who comes may have one. */
const withKey = ({ referee, seats }: StoredInvite, seat: StoredSeat): StoredSeat =>
  !referee && seat.type === 'open' && seats.some(({ key }) => key !== null)
    ? { ...seat, key: seat.seat.toString(16).padStart(64, '7') }
    : seat;

const makeHeader = (room: Room, startedAt: string): Header => {
  const { kept, kit, registry } = room;
  const fair = isFair(room) ? fairTerms(room) : null;
  return {
    ...headerOf(kept, startedAt),
    seed: kit.game.chance === undefined || fair !== null ? null : randomInt(2 ** 31),
    terms: { ...termsOf(kept, fair), referee: kept.referee ? registry.referee.key : null },
  };
};

const termsOf = (kept: StoredInvite, fair: Terms['fair']): Omit<Terms, 'referee'> => ({
  ...NO_TERMS,
  ...inviteTerms(kept),
  nonce: kept.nonce,
  fair,
  branch: kept.branch?.from ?? null,
});

const headerOf = (
  kept: StoredInvite,
  startedAt: string | null,
): Omit<Header, 'seed' | 'terms'> => ({
  game: kept.game,
  version: kept.version,
  options: kept.options,
  players: kept.seats.map(({ seat, name, key }) => ({
    seat,
    name: name ?? '',
    ...(key === null ? {} : { key }),
  })),
  start: kept.branch?.start ?? null,
  startedAt,
  tags: {},
});

/** What all have committed to: a seat holds its chain itself, so bots and programs that make none have none. */
function fairTerms(room: Room): NonNullable<Terms['fair']> {
  const { kept } = room;
  const own = chainOf(room);
  const commitments = kept.seats.map(({ commitment }) => commitment);
  const deal =
    kept.deal === null ? null : bytesToHex(commitToDeal(kept.nonce, Buffer.from(kept.deal, 'hex')));
  return {
    commitments: own === null ? commitments : [...commitments, own.commitment],
    waitMs: kept.waitMs,
    deal,
  };
}
