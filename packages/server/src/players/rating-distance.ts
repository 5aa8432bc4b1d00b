/** How far the ratings of players are apart, for pairing: players without a rating count as newcomers. */
import type { Invite } from '@kifu/client';
import { NEWCOMER } from '@kifu/core/glicko2';
import { speedOf } from '@kifu/record/ratings';
import type { RoomRegistry } from '../rooms/room-registry.ts';

/** How far off a player without a rating is taken to be: a guest, or one who never played a rated match. */
const UNKNOWN = 350;

type Rated = Pick<Invite, 'game' | 'clock'> & {
  readonly seats: readonly { readonly type: string; readonly player?: string }[];
};

/** Returns a function that measures how far the players of an invite are from a player, in the rating pool of the invite. */
export async function ratingDistance(
  { ratings }: Pick<RoomRegistry, 'ratings'>,
  player: string | null,
): Promise<(invite: Rated) => number> {
  const pools = (await ratings?.ladders()) ?? [];
  return ({ game, clock, seats }) => {
    const speed = speedOf(clock);
    const pool = pools.find(one => one.game === game && one.speed === speed);
    const ratingOf = (id: string | null | undefined): number | undefined =>
      pool?.standings.find(standing => standing.id === id)?.rating.R;
    const own = ratingOf(player) ?? NEWCOMER.R;
    return Math.max(
      ...seats.flatMap(({ type, player: other }) => {
        if (type === 'open') return [];
        const rating = ratingOf(other);
        return [rating === undefined ? UNKNOWN : Math.abs(rating - own)];
      }),
    );
  };
}

/** Whether a player may join: no other player of the invite is farther away than its range. */
export const isInRange = async (
  registry: Pick<RoomRegistry, 'ratings'>,
  invite: Rated & Pick<Invite, 'within'>,
  player: string | null,
): Promise<boolean> =>
  invite.within === undefined || (await ratingDistance(registry, player))(invite) <= invite.within;
