/** Accounts on a server, by key: signing in, the player's statements, and what is stored about an account. */
import { bytesToHex, fail, type Json, ok, type Result } from '@kifu/core';
import {
  encodeStatement,
  type Player,
  type SignInChallenge,
  type Statement,
  type StatementBody,
  signInMessage,
  statementMessage,
  type VacationState,
} from '@kifu/record/player';
import { ask } from './rest.ts';

/** A key that can sign. */
export interface AccountKey {
  /** The public key, in hex. */
  readonly key: string;
  sign(message: Uint8Array): Promise<Uint8Array>;
}

/** A session that has begun. */
export interface Session {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly key: string;
  /** Null if the key has no account yet. */
  readonly player: Player | null;
}

/** A session that a client began itself: `server` is the key to remember for the next sign-in at that address. */
export interface OwnSession extends Session {
  readonly server: string;
}

/**
 * Signs in to a server. The client signs the address that the caller dialed, so that no server in between can pass on another
 * server's question, and the server's key. `serverKey` is the key that the client remembers of that address, null the first time;
 * the client signs nothing for another key.
 */
export async function signIn(
  server: string,
  key: AccountKey,
  serverKey: string | null,
): Promise<Result<OwnSession>> {
  const asked = await ask<SignInChallenge>(server, 'POST', '/api/session/challenge', { body: {} });
  if (!asked.ok) return asked;
  const { nonce, expiresAt, server: shownKey } = asked.value;
  const { origin } = new URL(server);
  if (asked.value.origin !== origin)
    return fail(
      'unsupported',
      `cannot sign in at ${origin}: the server is at ${asked.value.origin}`,
    );
  if (!/^[0-9a-f]{64}$/.test(shownKey))
    return fail('unsupported', `cannot sign in at ${origin}: it does not name its key`);
  if (serverKey !== null && shownKey !== serverKey)
    return fail(
      'conflict',
      `${origin} has another key than when you first signed in: it was set up again, or it is another server (now ${shownKey}, before ${serverKey})`,
      { rule: 'server-key' },
    );
  const signature = await key.sign(signInMessage({ origin, server: shownKey, nonce, expiresAt }));
  const begun = await ask<Session>(server, 'POST', '/api/session', {
    body: { key: key.key, nonce, expiresAt, signature: bytesToHex(signature) },
  });
  return begun.ok ? ok({ ...begun.value, server: shownKey }) : begun;
}

/** Who has signed in with a token. */
export const whoAmI = (
  server: string,
  token: string,
): Promise<Result<Pick<Session, 'key' | 'player'>>> =>
  ask(server, 'GET', '/api/session', { token });

/** Ends a session. */
export const signOut = (server: string, token: string): Promise<Result<null>> =>
  ask(server, 'DELETE', '/api/session', { token });

/** Signs something about a player after all that was said before, and has the server keep it. */
export async function sayOfPlayer(
  server: string,
  player: Player | null,
  body: StatementBody,
  keys: readonly [AccountKey, ...AccountKey[]],
): Promise<Result<Player>> {
  const statement: Statement = {
    ...body,
    key: keys[0].key,
    prev: player?.head ?? null,
    // never before the newest statement, even where the own clock is behind
    at: Math.max(Date.now(), player?.at ?? 0),
  };
  const message = statementMessage(statement);
  const signatures = await Promise.all(keys.map(key => key.sign(message)));
  const taken = await ask<{ readonly player: Player }>(server, 'POST', '/api/accounts', {
    body: { statement: bytesToHex(encodeStatement(statement, signatures)) },
  });
  return taken.ok ? ok(taken.value.player) : taken;
}

/** A player by name, key or id. */
export async function findPlayer(server: string, word: string): Promise<Result<Player>> {
  const path = `/api/accounts/${encodeURIComponent(word)}`;
  const found = await ask<{ readonly player: Player }>(server, 'GET', path, {});
  return found.ok ? ok(found.value.player) : found;
}

/** The player of a name, a key or an ID; null if it belongs to no player. */
export async function playerOf(server: string, word: string): Promise<Result<Player | null>> {
  const path = `/api/accounts?of=${encodeURIComponent(word)}`;
  const found = await ask<{ readonly players: readonly Player[] }>(server, 'GET', path, {});
  return found.ok ? ok(found.value.players[0] ?? null) : found;
}

/** How a player, by name, key or id, stands with vacations on a server. */
export const lookAtVacation = (server: string, word: string): Promise<Result<VacationState>> =>
  ask(server, 'GET', `/api/accounts/${encodeURIComponent(word)}/vacation`, {});

/** Everything that a server keeps about the player who has signed in. */
export const exportAccount = (server: string, token: string): Promise<Result<Json>> =>
  ask(server, 'GET', '/api/me', { token });

/** Deletes it. What stands in records that others have part in stays. */
export const deleteAccount = (server: string, token: string): Promise<Result<null>> =>
  ask(server, 'DELETE', '/api/me', { token });

/** A passkey of a player; it opens a copy of `key`. */
export interface Passkey {
  /** Of the credential, in base64url. */
  readonly id: string;
  /** Where it was made. */
  readonly label: string;
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Passkeys of the one who has signed in, the newest first. */
export async function listPasskeys(
  server: string,
  token: string,
): Promise<Result<readonly Passkey[]>> {
  return passkeysOf(await ask(server, 'GET', PASSKEYS, { token }));
}

/** Has the server keep the key that has signed in as a passkey has sealed it (60 bytes in hex); gives all passkeys then. */
export async function storeWrappedKey(
  server: string,
  token: string,
  body: Pick<Passkey, 'id' | 'label'> & { readonly sealed: string },
): Promise<Result<readonly Passkey[]>> {
  return passkeysOf(await ask(server, 'POST', PASSKEYS, { token, body }));
}

/** Has the server forget what a passkey opens; gives those that are left. */
export async function removePasskey(
  server: string,
  token: string,
  id: string,
): Promise<Result<readonly Passkey[]>> {
  return passkeysOf(
    await ask(server, 'DELETE', `${PASSKEYS}?id=${encodeURIComponent(id)}`, { token }),
  );
}

/** The key that a passkey of a player opens, sealed. */
export const findWrappedKey = (
  server: string,
  player: string,
  id: string,
): Promise<Result<{ readonly key: string; readonly sealed: string }>> =>
  ask(server, 'GET', `/api/accounts/${player}/passkey?id=${encodeURIComponent(id)}`, {});

const PASSKEYS = '/api/me/passkeys';
const passkeysOf = (
  answer: Result<{ readonly passkeys: readonly Passkey[] }>,
): Result<readonly Passkey[]> => (answer.ok ? ok(answer.value.passkeys) : answer);

/** A player whom the account has blocked; the name is null if the player no longer exists. */
export interface BlockedPlayer {
  readonly id: string;
  readonly name: string | null;
}

/** Whom the one who has signed in has blocked. */
export async function listBlocked(
  server: string,
  token: string,
): Promise<Result<readonly BlockedPlayer[]>> {
  return blockedOf(await ask(server, 'GET', '/api/me/blocked', { token }));
}

/** Blocks a player, by name, key or id, or does so no longer; gives all who are blocked then. */
export async function blockPlayer(
  server: string,
  token: string,
  player: string,
  isBlocked: boolean,
): Promise<Result<readonly BlockedPlayer[]>> {
  const path = `/api/me/blocked/${encodeURIComponent(player)}`;
  return blockedOf(await ask(server, isBlocked ? 'PUT' : 'DELETE', path, { token }));
}

const blockedOf = (
  answer: Result<{ readonly blocked: readonly BlockedPlayer[] }>,
): Result<readonly BlockedPlayer[]> => (answer.ok ? ok(answer.value.blocked) : answer);

/** What is reported: a player by name, key or id, a match, or who sits at one of its seats. */
export interface NewReport {
  readonly player?: string;
  readonly match?: string;
  readonly seat?: number;
  readonly reason: 'cheating' | 'abuse' | 'stalling' | 'name' | 'other';
  readonly words: string;
}

/** Reports a player or a match to a server's moderators. */
export const sendReport = (
  server: string,
  token: string,
  report: NewReport,
): Promise<Result<{ readonly id: string }>> =>
  ask(server, 'POST', '/api/reports', { token, body: report });
