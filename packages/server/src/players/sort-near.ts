/** Pairing by strength: open invites of players with ratings close to the reader's come first. */
import type { Invite } from '@kifu/client';
import { NEWCOMER } from '@kifu/core/glicko2';
import { type RatingPool, speedOf } from '@kifu/record/ratings';
import type { RoomRegistry } from '../rooms/room-registry.ts';

/** Rating difference that is assumed for a guest, or a player without rated matches. */
const UNKNOWN = 350;

/** Sorts open invites by how close the ratings of their players are; live matches follow in their order. */
export async function sortNear(
  { players, ratings }: Pick<RoomRegistry, 'players' | 'ratings'>,
  invites: readonly Invite[],
  near: string,
): Promise<readonly Invite[]> {
  const player = (await players?.find(near)) ?? null;
  const ladders = (await ratings?.ladders()) ?? [];
  const distanceOf = (invite: Invite): number => {
    const speed = speedOf(invite.clock);
    const ladder = ladders.find(one => one.game === invite.game && one.speed === speed);
    const own = player === null ? undefined : ratingIn(ladder, player.id);
    return Math.max(
      ...invite.seats.flatMap(({ type, player: id }) => {
        if (type === 'open') return [];
        const other = id === undefined ? undefined : ratingIn(ladder, id);
        return other === undefined ? [UNKNOWN] : [Math.abs(other - (own ?? NEWCOMER.R))];
      }),
    );
  };
  return invites
    .map(invite => ({ invite, isOpen: invite.phase === 'open', distance: distanceOf(invite) }))
    .sort((a, b) => Number(b.isOpen) - Number(a.isOpen) || (a.isOpen ? a.distance - b.distance : 0))
    .map(({ invite }) => invite);
}

const ratingIn = (ladder: RatingPool | undefined, id: string): number | undefined =>
  ladder?.standings.find(standing => standing.id === id)?.rating.R;
