/** Vacations: the referee pauses correspondence matches of a player who is away; the others see why, and until when. */
import type { Invite } from '@kifu/client';
import { breakDown, doNow } from './acts.ts';
import { keepAs } from './begin.ts';
import { tellInvite } from './broadcast.ts';
import { isPausedByReferee } from './referee-pause.ts';
import type { Room } from './room.ts';
import { isCorrespondence } from './stored-invite.ts';
import { mayDecree, schedule } from './wake.ts';

type Vacations = NonNullable<Invite['vacations']>;

/** The players of a room who are on vacation, as far as is known. */
export const vacationsIn = ({ kept }: Room): Vacations => kept.vacations ?? [];

/** When it is to be looked again: the first vacation is over then; null where no player is away. */
export const vacationMs = (room: Room): number | null => {
  const ends = vacationsIn(room).map(({ until }) => until);
  return ends.length === 0 || room.asking > 0 ? null : Math.min(...ends);
};

/** Looks up who of a match is on vacation, and pauses or resumes it. */
export function followVacations(room: Room): Promise<void> {
  if (room.registry.players === null || !canStandStill(room)) return Promise.resolve();
  room.asking++;
  const asked = room.asked
    .then(() => lookAgain(room))
    .finally(() => {
      room.asking--;
      if (!room.isBusy) schedule(room);
    });
  room.asked = asked.catch(() => {});
  return asked;
}

/** As above, on its own: a failure breaks the room down. */
export const followVacationsSafely = (room: Room): Promise<void> =>
  followVacations(room).catch(cause => breakDown(room, cause));

const canStandStill = ({ kept, chain, isBroken }: Room): boolean =>
  kept.phase === 'live' &&
  !isBroken &&
  chain !== null &&
  chain.table.outcome === null &&
  mayDecree(chain.table) &&
  isCorrespondence(kept);

async function lookAgain(room: Room): Promise<void> {
  const now = await askPlayers(room);
  if (!canStandStill(room)) return;
  const before = vacationsIn(room);
  if (JSON.stringify(before) !== JSON.stringify(now)) {
    await keepAs(room, { ...room.kept, vacations: now });
    tellInvite(room);
  }
  if (now.length > 0) standStill(room);
  else if (before.length > 0) goOn(room);
}

async function askPlayers({ kept, registry }: Room): Promise<Vacations> {
  const found = await Promise.all(
    kept.seats.map(async ({ seat, player, isProven }) => {
      if (player === undefined || isProven !== true) return [];
      const until = await registry.players!.awayUntil(player);
      return until === null ? [] : [{ seat, until }];
    }),
  );
  return found.flat();
}

/** Pauses a match in progress if a player is on vacation. */
export function standStill(room: Room): void {
  if (vacationsIn(room).length === 0) return;
  doNow(room, null, () => {
    const { isPaused } = room.chain!.table.talk;
    return isPaused || vacationsIn(room).length === 0 ? null : { type: 'pause' };
  });
}

/** A pause on which the players had agreed before stays one. */
function goOn(room: Room): void {
  doNow(room, null, () => {
    const { isPaused, isOpening } = room.chain!.table.talk;
    const isOurs = isPaused && !isOpening && isPausedByReferee(room.chain!);
    return isOurs && vacationsIn(room).length === 0 ? { type: 'resume' } : null;
  });
}
