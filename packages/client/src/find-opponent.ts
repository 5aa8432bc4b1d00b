/**
 * Finds an opponent: joins an open challenge on the same terms, or keeps one open and joins an older one as soon as there is one. The
 * challenge of the pool is a plain public invite, so that every process of a server, and players who browse challenges, see it.
 */
import {
  canonicalText,
  fail,
  INVITE_TERMS,
  type InviteTerms,
  inviteTerms,
  type Json,
  type JsonObject,
  ok,
  type Result,
  type Seat,
} from '@kifu/core';
import type { Invite } from './protocol/messages.ts';
import { ask, callOff, lookAtInvite, type MadeInvite, makeInvite, takeSeat } from './rest.ts';

/** What a player wants to play. */
export interface Seek extends InviteTerms {
  readonly game: string;
  /** As the server stores them: with a default of the game for players who need not hurry. */
  readonly options: JsonObject;
  readonly seats: number;
  /** How far the opponent's rating may be away; absent for any. */
  readonly within?: number;
  readonly name: string;
  /** Public key in hex. */
  readonly key: string;
}

/** A seat that a player has. */
export interface FoundSeat {
  readonly invite: Invite;
  readonly seat: Seat;
  readonly token: string;
}

/** The player's own challenge while it is open. */
export interface OpenChallenge extends FoundSeat {
  readonly isJoined: false;
}

/** A seat of a challenge that has an opponent: of another player, or the player's own. */
export interface JoinedChallenge extends FoundSeat {
  readonly isJoined: true;
}

/** How many challenges are tried before a player opens one: others may be quicker each time. */
const MAX_TRIES = 5;

/**
 * Looks for an opponent once: returns the seat that was taken, or the player's own open challenge. Call it again every few seconds with
 * that challenge, until it is joined: two players who start to look at the same moment find each other, since the younger challenge
 * gives way to the older. A challenge that the server has removed meanwhile is made again.
 */
export async function findOpponent(
  server: string,
  seek: Seek,
  own: OpenChallenge | null,
): Promise<Result<OpenChallenge | JoinedChallenge>> {
  if (own === null) return joinOrOpen(server, seek, null);
  const seen = await lookAtInvite(server, own.invite.id, own.token);
  if (!seen.ok) return seen.fault.code === 'not-found' ? joinOrOpen(server, seek, null) : seen;
  const isJoined = seen.value.phase !== 'open' || hasOpponent(own, seen.value);
  return isJoined ? ok({ ...own, invite: seen.value, isJoined }) : joinOrOpen(server, seek, own);
}

const hasOpponent = ({ seat }: OpenChallenge, { seats }: Invite): boolean =>
  seats.some(other => other.seat !== seat && other.type === 'person');

/** Joins an older challenge, giving up the player's own; or keeps that, or makes it. */
async function joinOrOpen(
  server: string,
  seek: Seek,
  own: OpenChallenge | null,
): Promise<Result<OpenChallenge | JoinedChallenge>> {
  const listed = await challengesFor(server, seek);
  if (!listed.ok) return listed;
  const older = listed.value.filter(
    ({ id, createdAt }) =>
      own === null ||
      createdAt < own.invite.createdAt ||
      (createdAt === own.invite.createdAt && id < own.invite.id),
  );
  const others = older.filter(
    invite => invite.id !== own?.invite.id && invite.seats.every(({ key }) => key !== seek.key),
  );
  if (own !== null) {
    const isThere = await isStillOpen(server, seek, others[0]);
    if (!isThere) return ok(own);
    // given up before another seat is taken, so that a player is never part of two matches; refused where an opponent has come
    const given = await callOff(server, own.invite.id, own.token, true);
    if (!given.ok) return ok(own);
  }
  for (const { id } of others.slice(0, MAX_TRIES)) {
    const taken = await takeSeat(server, id, { name: seek.name, key: seek.key });
    if (taken.ok) return ok({ ...taken.value, isJoined: true });
  }
  const made = await makeInvite(server, challengeOf(seek));
  return made.ok ? ok(ownSeat(made.value)) : made;
}

/** Whether a listed challenge can still be joined: a list may be behind, where a server has several processes. */
async function isStillOpen(
  server: string,
  seek: Seek,
  listed: Invite | undefined,
): Promise<boolean> {
  if (listed === undefined) return false;
  const seen = await lookAtInvite(server, listed.id);
  return seen.ok && isOnTerms(seen.value, seek);
}

/** Stops looking; refuses where an opponent has joined. */
export const stopLooking = (server: string, own: OpenChallenge): Promise<Result<unknown>> =>
  callOff(server, own.invite.id, own.token, true);

/** How many open challenges there are on the terms of each of some seeks. */
export const countWaiting = (invites: readonly Invite[], seeks: readonly Seek[]): number[] =>
  seeks.map(seek => invites.filter(invite => isOnTerms(invite, seek)).length);

/** Open challenges on the same terms that the player may join, those of players of about the same rating first. */
async function challengesFor(server: string, seek: Seek): Promise<Result<readonly Invite[]>> {
  const query = new URLSearchParams({ game: seek.game, near: seek.key });
  if (seek.within !== undefined) query.set('within', `${seek.within}`);
  const found = await ask<{ readonly matches: readonly Invite[] }>(
    server,
    'GET',
    `/api/live?${query}`,
    {},
  );
  if (!found.ok) return found;
  if (!Array.isArray(found.value.matches))
    return fail('unreadable', `${server} sent no list of challenges`);
  return ok(found.value.matches.filter(invite => isOnTerms(invite, seek)));
}

/** Whether an invite is an open challenge that differs in nothing from what the player wants. */
const isOnTerms = (invite: Invite, seek: Seek): boolean =>
  invite.phase === 'open' &&
  invite.game === seek.game &&
  invite.visibility === 'public' &&
  invite.referee &&
  !invite.mayCancel &&
  invite.branch === null &&
  invite.tournament === undefined &&
  invite.seats.length === seek.seats &&
  invite.seats.some(({ type }) => type === 'open') &&
  invite.seats.every(({ type }) => type !== 'bot') &&
  INVITE_TERMS.every(name => isSame(invite[name], seek[name])) &&
  isSame(invite.options, seek.options);

const isSame = (one: unknown, other: unknown): boolean =>
  canonicalText(one as Json) === canonicalText(other as Json);

/** The player on a seat by lot, all others open. */
const challengeOf = (seek: Seek) => {
  const { game, options, seats, within, name, key } = seek;
  const own = crypto.getRandomValues(new Uint8Array(1))[0]! % seats;
  return {
    ...{ game, options, ...inviteTerms(seek) },
    visibility: 'public' as const,
    ...(within === undefined ? {} : { within }),
    seats: Array.from({ length: seats }, (_, seat) =>
      seat === own ? ({ type: 'you', name, key } as const) : ({ type: 'open' } as const),
    ),
  };
};

const ownSeat = ({ invite, tokens }: MadeInvite): OpenChallenge => ({
  invite,
  ...tokens[0]!,
  isJoined: false,
});
