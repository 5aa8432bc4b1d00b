/** From an invite to a match: once all players are ready and, with provably fair randomness, have committed to their hash chains. */

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
import { agreeAll, wakeBots } from './bots.ts';
import { broadcastInvite, broadcastNode } from './broadcast.ts';
import { askLinks, chainOf } from './chance.ts';
import { indexLive } from './list.ts';
import { pushStart } from './push-turns.ts';
import type { Room } from './room.ts';
import type { StoredInvite, StoredSeat } from './stored-invite.ts';
import { followVacations } from './vacations.ts';

/** Whether the players create the randomness of the match together. */
export const isFair = ({ stored, kit }: Room): boolean =>
  kit.game.chance !== undefined && stored.chance === 'fair';

/** Whether the invite can still change: not once its header is being created. */
export const isOpen = ({ stored, isBusy, isForgotten }: Room): boolean =>
  stored.phase === 'open' && !isBusy && !isForgotten;

/** Whether the match is starting or ending, so that only `beginNow` or `finish` may change the stored room. */
export const isInBetween = (room: Room): boolean =>
  room.stored.phase === 'open' ? !isOpen(room) : isEnding(room);

const isEnding = ({ stored, chain }: Room): boolean =>
  stored.phase === 'live' && chain?.table.outcome != null;

/** Refusal in the meantime; the client may retry. */
export const IN_BETWEEN = fail('conflict', 'the match is starting or ending; retry');

/** Starts the match if nothing is missing. */
export async function beginIfReady(room: Room): Promise<void> {
  const { stored } = room;
  if (!isOpen(room) || !stored.seats.every(isThere)) return;
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
  wakeBots(room);
  pump(room);
  await followVacations(room);
}

/** Whether a seat is taken and ready. */
export const isThere = ({ type, isReady }: StoredSeat): boolean => type !== 'open' && isReady;

async function beginNow(room: Room): Promise<void> {
  const { registry, kit } = room;
  const startMs = Math.floor(registry.now()) + room.stored.countdownMs;
  const header = makeHeader(room, new Date(startMs).toISOString());
  const deal = room.stored.deal === null ? null : Buffer.from(room.stored.deal, 'hex');
  const begun = await beginMatch(room.stores, kit.game, header, {
    deal,
    referee: registry.referee.sign,
  });
  if (!begun.ok) throw new Error(`a match cannot start: ${begun.fault.message}`);
  const { chain, parts } = begun.value;
  room.startMs = startMs;
  await saveAs(room, { ...room.stored, phase: 'live', match: formatCid(headOf(chain)) });
  room.match = begun.value;
  broadcastInvite(room);
  broadcastNode(room, parts);
  pushStart(room);
  const { id, match, game } = room.stored;
  registry.log.info({ room: id, match, game, players: header.players.length }, 'a match started');
  await indexLive(room);
}

/** Stores a changed room. If that fails, the room stays as it was: members do not know the change yet. */
export async function saveAs(room: Room, after: StoredInvite): Promise<void> {
  const before = room.stored;
  room.stored = after;
  try {
    await room.registry.storedRooms.save(room);
  } catch (cause) {
    if (room.stored === after) room.stored = before;
    throw cause;
  }
}

/** Checks whether a match could start with these seats, options and terms, randomness aside. */
export function tryOut(kit: Kit, stored: StoredInvite, referee: string): Result<unknown> {
  const header = {
    ...headerOf({ ...stored, seats: stored.seats.map(seat => withKey(stored, seat)) }, null),
    seed: kit.game.chance === undefined ? null : 0,
    terms: { ...termsOf(stored, null), referee: stored.referee ? referee : null },
  };
  return begin(kit.game, header);
}

/** A placeholder key for an open seat: without a referee, either all players have keys or none, and the player who joins may have one. */
const withKey = ({ referee, seats }: StoredInvite, seat: StoredSeat): StoredSeat =>
  !referee && seat.type === 'open' && seats.some(({ key }) => key !== null)
    ? { ...seat, key: seat.seat.toString(16).padStart(64, '7') }
    : seat;

const makeHeader = (room: Room, startedAt: string): Header => {
  const { stored, kit, registry } = room;
  const fair = isFair(room) ? fairTerms(room) : null;
  return {
    ...headerOf(stored, startedAt),
    seed: kit.game.chance === undefined || fair !== null ? null : randomInt(2 ** 31),
    terms: { ...termsOf(stored, fair), referee: stored.referee ? registry.referee.key : null },
  };
};

const termsOf = (stored: StoredInvite, fair: Terms['fair']): Omit<Terms, 'referee'> => ({
  ...NO_TERMS,
  ...inviteTerms(stored),
  nonce: stored.nonce,
  fair,
  branch: stored.branch?.from ?? null,
});

const headerOf = (
  stored: StoredInvite,
  startedAt: string | null,
): Omit<Header, 'seed' | 'terms'> => ({
  game: stored.game,
  version: stored.version,
  options: stored.options,
  players: stored.seats.map(({ seat, name, key }) => ({
    seat,
    name: name ?? '',
    ...(key === null ? {} : { key }),
  })),
  start: stored.branch?.start ?? null,
  startedAt,
  tags: {},
});

/** Returns all commitments. A seat holds its own hash chain, so bots and programs without one have none. */
function fairTerms(room: Room): NonNullable<Terms['fair']> {
  const { stored } = room;
  const own = chainOf(room);
  const commitments = stored.seats.map(({ commitment }) => commitment);
  const deal =
    stored.deal === null
      ? null
      : bytesToHex(commitToDeal(stored.nonce, Buffer.from(stored.deal, 'hex')));
  return {
    commitments: own === null ? commitments : [...commitments, own.commitment],
    waitMs: stored.waitMs,
    deal,
  };
}
