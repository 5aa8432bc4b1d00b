/** Pairing by strength: open invites of players with ratings close to the reader's come first. */
import type { Invite } from '@kifu/client';
import type { RoomRegistry } from '../rooms/room-registry.ts';
import { ratingDistance } from './rating-distance.ts';

/**
 * Sorts open invites by how close the ratings of their players are, without those whose range, or the given one, excludes the player;
 * live matches follow in their order.
 */
export async function sortNear(
  { players, ratings }: Pick<RoomRegistry, 'players' | 'ratings'>,
  invites: readonly Invite[],
  near: string,
  within = Number.POSITIVE_INFINITY,
): Promise<readonly Invite[]> {
  const player = (await players?.find(near)) ?? null;
  const distanceOf = await ratingDistance({ ratings }, player?.id ?? null);
  const measured = invites.map(invite => ({ invite, distance: distanceOf(invite) }));
  const open = measured
    .filter(
      ({ invite, distance }) =>
        invite.phase === 'open' && distance <= Math.min(within, invite.within ?? within),
    )
    .sort((a, b) => a.distance - b.distance);
  const rest = measured.filter(({ invite }) => invite.phase !== 'open');
  return [...open, ...rest].map(({ invite }) => invite);
}
