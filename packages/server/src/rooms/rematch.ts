/** Rematch: another match of the same people, with the same tokens and rotated seats. */
import { randomBytes } from 'node:crypto';
import { fail } from '@kifu/core';
import { freshId, freshSecret } from '../tokens.ts';
import { sendRefusal, tell } from './broadcast.ts';
import type { Member, Room } from './room.ts';
import type { StoredInvite, StoredSeat } from './stored-invite.ts';

/** Offers a rematch for a seat; once all people have, it is created. */
export async function offerRematch(room: Room, member: Member): Promise<void> {
  const { stored, registry, rematch, kit } = room;
  if (member.seat === null || stored.phase !== 'ended') {
    sendRefusal({ member }, TOO_EARLY.fault);
    return;
  }
  if (rematch.has(member.seat)) return;
  const people = stored.seats.filter(({ type }) => type === 'person');
  const isLast = people.every(({ seat }) => seat === member.seat || rematch.has(seat));
  rematch.add(member.seat);
  if (isLast) {
    const next = turned(room);
    // stored before members are notified; if that fails, the player may ask again
    const opened = await registry.open(kit, next).catch(cause => {
      rematch.delete(member.seat!);
      throw cause;
    });
    if (opened === null) {
      rematch.delete(member.seat);
      sendRefusal({ member }, TOO_MANY.fault);
      return;
    }
    room.next = next;
  }
  for (const other of room.members) sendRematch(room, other);
  const message = { type: 'rematch', by: [...rematch], ...nextOf(room) } as const;
  registry.cluster?.tell({ type: 'said', id: room.id, message });
}

const nextOf = ({ next }: Room) => (next === null ? {} : { invite: next.id });

/** Sends a member who offers a rematch, and its address once it exists; nothing if no player offers one. */
export function sendRematch(room: Room, member: Member): void {
  const { rematch, stored, next } = room;
  if (rematch.size === 0) return;
  const seat = next?.seats.find(
    ({ token }) => token !== null && token === tokenOf(stored, member.seat),
  );
  tell(member, {
    type: 'rematch',
    by: [...rematch],
    ...nextOf(room),
    ...(seat === undefined ? {} : { seat: seat.seat }),
  });
}

/** A guest has as many open matches as allowed. */
export const TOO_MANY = fail('too-large', 'too many open matches; finish some first');
const TOO_EARLY = fail(
  'unsupported',
  'no rematch: the match has not ended, or you did not play it',
);

const tokenOf = ({ seats }: StoredInvite, seat: number | null): string | null =>
  seats.find(other => other.seat === seat)?.token ?? null;

function turned({ stored: { tournament: _, ...stored }, kit, registry }: Room): StoredInvite {
  // another match of the same pairing is not part of the tournament
  const { seats } = stored;
  const isHidden = kit.game.secrets !== undefined;
  return {
    ...stored,
    id: freshId(),
    phase: 'open',
    match: null,
    outcome: null,
    branch: null,
    createdAt: new Date(registry.now()).toISOString(),
    nonce: randomBytes(16).toString('hex'),
    chain: freshSecret(),
    deal: isHidden ? freshSecret() : null,
    seats: seats.map(
      ({ seat }, i): StoredSeat => ({
        ...seats[(i + 1) % seats.length]!,
        ...{ seat, commitment: null },
        isReady: seats[(i + 1) % seats.length]!.type === 'bot',
      }),
    ),
  };
}
