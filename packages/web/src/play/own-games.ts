/** Matches on the server at which this browser has a seat: which of them wait for its player. */
import { ask, type Invite, lookAtInvite } from '@kifu/client';
import type { Seat } from '@kifu/core';
import { playerKey } from './player-key.ts';
import { keptSeats, seatToken } from './saved-seats.ts';

/** A match in progress, or one that waits for players. */
export interface OwnGame {
  readonly invite: Invite;
  /** Null where no seat has the key of this browser, so that it is not known which is its own. */
  readonly seat: Seat | null;
  readonly isTurn: boolean;
}

/** More are not asked for. */
const MOST = 20;
/** What is over, or gone, is asked for once. */
const past = new Set<string>();

/** All of them, those first that wait for the player. */
export async function findOwnGames(): Promise<readonly OwnGame[]> {
  const { key } = await playerKey();
  const ids = keptSeats().filter(id => !past.has(id));
  const found = await Promise.all(ids.slice(0, MOST).map(id => findOwnGame(id, key)));
  return found.filter(game => game !== null).sort((a, b) => Number(b.isTurn) - Number(a.isTurn));
}

async function findOwnGame(id: string, key: string): Promise<OwnGame | null> {
  const server = location.origin;
  const token = seatToken(id)!;
  const invite = await lookAtInvite(server, id, token);
  if (!invite.ok || invite.value.phase === 'ended') {
    // a server that did not answer is asked later
    if (invite.ok || invite.fault.code === 'not-found') past.add(id);
    return null;
  }
  const seat = invite.value.seats.find(other => other.key === key)?.seat ?? null;
  if (seat === null || invite.value.phase === 'open')
    return { invite: invite.value, seat, isTurn: false };
  const path = `/api/matches/${encodeURIComponent(id)}/state`;
  const state = await ask<{ readonly active: readonly Seat[] }>(server, 'GET', path, { token });
  return { invite: invite.value, seat, isTurn: state.ok && state.value.active.includes(seat) };
}
