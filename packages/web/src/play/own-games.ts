/** Games on the server at which this browser has a seat: which of them wait for its player. They stay in the list while the server is silent. */
import { ask, lookAtInvite } from '@kifu/client';
import type { Seat, TimeControl } from '@kifu/core';
import { readItem, writeItem } from '../site/browser-store.ts';
import { playerKey } from './player-key.ts';
import { forgetSeat, keptSeats, seatToken } from './saved-seats.ts';

/** A game in progress, or one that waits for players. */
export interface OwnGame {
  readonly id: string;
  readonly game: string;
  readonly clock: TimeControl | null;
  /** The names of the other players; null for an open seat. */
  readonly others: readonly (string | null)[];
  readonly isOpen: boolean;
  readonly isTurn: boolean;
  /** The position, as the address of a picture; null where it is not known. */
  readonly picture: string | null;
  /** Whether the server did not answer: the rest is as it was last known. */
  readonly isSilent: boolean;
}

/** More are not asked for. */
const MOST = 20;
/** What is over, or gone, is asked for once. */
const past = new Set<string>();
const LAST_KEY = 'kifu-own-games';
/** Pictures by the head of the game that they show. */
const pictures = new Map<string, string>();

/** All of them, those first that wait for the player. */
export async function findOwnGames(): Promise<readonly OwnGame[]> {
  const { key } = await playerKey();
  const ids = keptSeats().filter(id => !past.has(id));
  const last = lastKnown();
  const found = await Promise.all(
    ids.slice(0, MOST).map(id =>
      findOwnGame(
        id,
        key,
        last.find(game => game.id === id),
      ),
    ),
  );
  const games = found.filter(game => game !== null);
  writeItem(LAST_KEY, JSON.stringify(games.map(game => ({ ...game, picture: null }))));
  return games.sort((a, b) => Number(b.isTurn) - Number(a.isTurn));
}

/** The games as they were last known; what cannot be read is none. */
function lastKnown(): readonly OwnGame[] {
  try {
    const games: unknown = JSON.parse(readItem(LAST_KEY) ?? '[]');
    return Array.isArray(games) ? games.filter(isOwnGame) : [];
  } catch {
    return [];
  }
}

const isOwnGame = (value: unknown): value is OwnGame => {
  const { id, game, others } = (value ?? {}) as Partial<OwnGame>;
  return typeof id === 'string' && typeof game === 'string' && Array.isArray(others);
};

async function findOwnGame(
  id: string,
  key: string,
  last: OwnGame | undefined,
): Promise<OwnGame | null> {
  const server = location.origin;
  const token = seatToken(id)!;
  const found = await lookAtInvite(server, id, token);
  if (!found.ok) {
    if (found.fault.code !== 'not-found')
      return last === undefined ? null : { ...last, isTurn: false, isSilent: true, picture: null };
    past.add(id);
    // the server no longer has it, and never will again
    forgetSeat(id);
    return null;
  }
  const invite = found.value;
  if (invite.phase === 'ended') {
    past.add(id);
    return null;
  }
  const seat = invite.seats.find(other => other.key === key)?.seat ?? null;
  const base = {
    ...{ id, game: invite.game, clock: invite.clock, isOpen: invite.phase === 'open' },
    others: invite.seats.filter(other => other.seat !== seat).map(({ name }) => name),
    ...{ isTurn: false, picture: null, isSilent: false },
  };
  if (base.isOpen) return base;
  const path = `/api/matches/${encodeURIComponent(id)}`;
  const state = await ask<State>(server, 'GET', `${path}/state`, { token });
  if (!state.ok) return base;
  const { active, head } = state.value;
  const isTurn = seat !== null && active.includes(seat);
  return { ...base, isTurn, picture: await pictureOf(path, head, token) };
}

interface State {
  readonly head: string;
  readonly active: readonly Seat[];
}

/** The picture of a position; asked for with the token of the seat, since strangers may not see private games. */
async function pictureOf(path: string, head: string, token: string): Promise<string | null> {
  const drawn = pictures.get(head);
  if (drawn !== undefined) return drawn;
  try {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${path}/position.svg?head=${head}`, { headers });
    if (!answer.ok) return null;
    const picture = `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
    if (pictures.size >= MOST) pictures.delete(pictures.keys().next().value!);
    pictures.set(head, picture);
    return picture;
  } catch {
    return null;
  }
}
