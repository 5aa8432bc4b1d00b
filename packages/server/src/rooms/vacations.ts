/** Vacations: the referee pauses correspondence matches of a player who is away; the others see why, and until when. */
import type { Invite } from '@kifu/client';
import { breakDown, doNow } from './acts.ts';
import { saveAs } from './begin.ts';
import { broadcastInvite } from './broadcast.ts';
import { isPausedByReferee } from './referee-pause.ts';
import type { Room } from './room.ts';
import { isCorrespondence } from './stored-invite.ts';
import { mayDecree, schedule } from './wake.ts';

type Vacations = NonNullable<Invite['vacations']>;

/** Returns the players of a room who are on vacation, as far as is known. */
export const vacationsIn = ({ stored }: Room): Vacations => stored.vacations ?? [];

/** Returns when to look again: at the end of the first vacation; null if no player is away. */
export const vacationMs = (room: Room): number | null => {
  const ends = vacationsIn(room).map(({ until }) => until);
  return ends.length === 0 || room.vacationChecks > 0 ? null : Math.min(...ends);
};

/** Looks up who of a match is on vacation, and pauses or resumes it. */
export function followVacations(room: Room): Promise<void> {
  if (room.registry.players === null || !canBePaused(room)) return Promise.resolve();
  room.vacationChecks++;
  const asked = room.asked
    .then(() => updateVacations(room))
    .finally(() => {
      room.vacationChecks--;
      if (!room.isBusy) schedule(room);
    });
  room.asked = asked.catch(() => {});
  return asked;
}

/** As above, on its own: a failure breaks the room down. */
export const followVacationsSafely = (room: Room): Promise<void> =>
  followVacations(room).catch(cause => breakDown(room, cause));

const canBePaused = ({ stored, chain, isBroken }: Room): boolean =>
  stored.phase === 'live' &&
  !isBroken &&
  chain !== null &&
  chain.table.outcome === null &&
  mayDecree(chain.table) &&
  isCorrespondence(stored);

async function updateVacations(room: Room): Promise<void> {
  const now = await playersOnVacation(room);
  if (!canBePaused(room)) return;
  const before = vacationsIn(room);
  if (JSON.stringify(before) !== JSON.stringify(now)) {
    await saveAs(room, { ...room.stored, vacations: now });
    broadcastInvite(room);
  }
  if (now.length > 0) pauseForVacation(room);
  else if (before.length > 0) goOn(room);
}

async function playersOnVacation({ stored, registry }: Room): Promise<Vacations> {
  const found = await Promise.all(
    stored.seats.map(async ({ seat, player, isProven }) => {
      if (player === undefined || isProven !== true) return [];
      const until = await registry.players!.awayUntil(player);
      return until === null ? [] : [{ seat, until }];
    }),
  );
  return found.flat();
}

/** Pauses a match in progress if a player is on vacation. */
export function pauseForVacation(room: Room): void {
  if (vacationsIn(room).length === 0) return;
  doNow(room, null, () => {
    const { isPaused } = room.chain!.table.talk;
    return isPaused || vacationsIn(room).length === 0 ? null : { type: 'pause' };
  });
}

/** Resumes a match after a vacation. A pause that the players had agreed on before continues. */
function goOn(room: Room): void {
  doNow(room, null, () => {
    const { isPaused, isOpening } = room.chain!.table.talk;
    const isOurs = isPaused && !isOpening && isPausedByReferee(room.chain!);
    return isOurs && vacationsIn(room).length === 0 ? { type: 'resume' } : null;
  });
}
