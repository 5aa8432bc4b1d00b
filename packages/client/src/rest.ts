/** Invites over HTTP: made, looked at, joined. */
import { FAULTS, type Fault, fail, ok, type Result, type Seat } from '@kifu/core';
import type { Invite, NewInvite, NewSeat } from './protocol/messages.ts';

/** An invite that was made: the tokens of the seats that are yours, and for private ones what others need to join. */
export interface MadeInvite {
  readonly invite: Invite;
  /** Where people join. */
  readonly url: string;
  readonly tokens: readonly { readonly seat: Seat; readonly token: string }[];
  readonly joinToken: string | null;
}

/** A seat that was taken. */
export interface TakenSeat {
  readonly invite: Invite;
  readonly seat: Seat;
  readonly token: string;
}

/** Makes an invite. */
export const makeInvite = (server: string, invite: NewInvite): Promise<Result<MadeInvite>> =>
  ask(server, 'POST', '/api/invites', { body: invite });

/** Looks at an invite; a private one needs a token. */
export async function lookAtInvite(
  server: string,
  id: string,
  token?: string,
): Promise<Result<Invite>> {
  const path = `/api/invites/${encodeURIComponent(id)}`;
  const found = await ask<{ readonly invite: Invite }>(
    server,
    'GET',
    path,
    token === undefined ? {} : { token },
  );
  return found.ok ? ok(found.value.invite) : found;
}

/** Takes an open seat of an invite. */
export const takeSeat = (server: string, id: string, seat: NewSeat): Promise<Result<TakenSeat>> =>
  ask(server, 'POST', `/api/invites/${encodeURIComponent(id)}/seats`, { body: seat });

/** Cancels an open invite by the token of its creator's seat, or aborts a match if that is possible. */
export const callOff = (
  server: string,
  id: string,
  token: string,
  /** Refuses if another player has joined. */
  isUnjoined = false,
): Promise<Result<unknown>> => {
  const path = `/api/invites/${encodeURIComponent(id)}${isUnjoined ? '?unjoined=true' : ''}`;
  return ask(server, 'DELETE', path, { token });
};

/** Public invites and matches in progress. */
export async function listLive(server: string): Promise<Result<readonly Invite[]>> {
  const found = await ask<{ readonly matches: readonly Invite[] }>(server, 'GET', '/api/live', {});
  return found.ok ? ok(found.value.matches) : found;
}

/** Asks a server for JSON; what it refuses, and that it does not answer, is a fault. */
export async function ask<Answer>(
  server: string,
  method: string,
  path: string,
  { body, token }: { readonly body?: unknown; readonly token?: string },
): Promise<Result<Answer>> {
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(new URL(path, server), {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    answer = response.status === 204 ? null : await response.json();
  } catch (cause) {
    return fail('unreadable', `${server} is not responding: ${reasonOf(cause)}`);
  }
  return response.ok
    ? ok(answer as Answer)
    : { ok: false, fault: faultOf(answer, response.status) };
}

/** The fault of a problem; servers of others may send anything. */
function faultOf(problem: unknown, status: number): Fault {
  const fault = (problem as { readonly fault?: Partial<Fault> } | null)?.fault;
  const isFault =
    typeof fault?.code === 'string' &&
    Object.hasOwn(FAULTS, fault.code) &&
    typeof fault.message === 'string';
  return isFault
    ? (fault as Fault)
    : { code: 'unreadable', message: `the server answered with status ${status}` };
}

const reasonOf = (cause: unknown): string => {
  const { cause: inner, message } = cause as { readonly cause?: Error; readonly message: string };
  return inner?.message ?? message;
};
