/** Another match of the same people: with the same tokens, and the seats turned by one. */
import { randomBytes } from 'node:crypto';
import { fail } from '@kifu/core';
import { freshId } from '../tokens.ts';
import type { Member, Room } from './room.ts';
import type { StoredInvite, StoredSeat } from './stored-invite.ts';
import { tell, tellRefused } from './tell.ts';

/** A seat wants another match; once all people do, it is made. */
export async function offerRematch(room: Room, member: Member): Promise<void> {
  const { kept, registry, rematch, kit } = room;
  if (member.seat === null || kept.phase !== 'ended') {
    tellRefused({ member }, TOO_EARLY.fault);
    return;
  }
  if (rematch.has(member.seat)) return;
  rematch.add(member.seat);
  const people = kept.seats.filter(({ type }) => type === 'person');
  if (people.every(({ seat }) => rematch.has(seat))) {
    const next = turned(kept, kit.game.secrets !== undefined, registry.freshSecret);
    await registry.open(kit, next);
    room.next = next;
  }
  for (const other of room.members) tellRematch(room, other);
}

/** Tells a member who wants another match, and where it is once it has been made; nothing where nobody does. */
export function tellRematch({ rematch, kept, next }: Room, member: Member): void {
  if (rematch.size === 0) return;
  const seat = next?.seats.find(
    ({ token }) => token !== null && token === tokenOf(kept, member.seat),
  );
  tell(member, {
    type: 'rematch',
    by: [...rematch],
    ...(next === null ? {} : { invite: next.id }),
    ...(seat === undefined ? {} : { seat: seat.seat }),
  });
}

const TOO_EARLY = fail('unsupported', 'the match must have ended, and you must have played it');

const tokenOf = ({ seats }: StoredInvite, seat: number | null): string | null =>
  seats.find(other => other.seat === seat)?.token ?? null;

function turned(kept: StoredInvite, isHidden: boolean, freshSecret: () => string): StoredInvite {
  const { seats } = kept;
  return {
    ...kept,
    id: freshId(),
    phase: 'open',
    match: null,
    outcome: null,
    branch: null,
    createdAt: new Date().toISOString(),
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
