/** Who plays a match, as a page names and shows them. */
import type { Seat } from '@kifu/core';
import type { Match } from '@kifu/record/match';

const playerOf = ({ players }: Match, of: Seat) => players.find(({ seat }) => seat === of);

/** The name of the player on a seat; empty for an open one. */
export const nameOf = (match: Match, seat: Seat): string => playerOf(match, seat)?.name ?? '';

export const isProgram = (match: Match, seat: Seat): boolean =>
  playerOf(match, seat)?.kind === 'program';

/** Whether the player of a seat has no connection to the server; not known while this page has none itself. */
export function isOffline(match: Match, seat: Seat): boolean {
  const { connection, seats } = match;
  if (connection === null || isProgram(match, seat)) return false;
  if (!connection.isConnected) return seats.includes(seat);
  return playerOf(match, seat)?.isOnline !== true;
}
