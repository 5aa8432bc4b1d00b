/** The account of this user on a server, found by a key and changed by its signatures. No token is stored: the key signs in each time. */
import {
  type AccountKey,
  type BlockedPlayer,
  blockPlayer,
  deleteAccount,
  exportAccount,
  findPlayer,
  listBlocked,
  lookAtVacation,
  type Session,
  sayOfPlayer,
  signIn,
  signOut,
} from '@kifu/client/account';
import { fail, type Json, ok, type Result } from '@kifu/core';
import type { Player, StatementBody, VacationState } from '@kifu/record/player';
import { sign } from '@kifu/record/sign';
import type { Io } from '../io.ts';
import { findKey, keyNames, newKey, type StoredKey, secretOf } from '../keys.ts';
import { knownServerKey, rememberServer } from './known-servers.ts';

/** Server and key. */
export interface AccountOptions {
  readonly server?: string;
  readonly key?: string;
}

/** Default key name. */
const KEY = 'me';

const accountKey = (stored: StoredKey): AccountKey => ({
  key: stored.key,
  sign: message => sign(secretOf(stored), message),
});

/** The server that is meant. */
const serverOf = ({ server }: AccountOptions): Result<string> =>
  server === undefined
    ? fail('malformed', 'no server given; use --server URL or kifu config set server URL', {
        rule: 'no-server',
      })
    : ok(server);

/** Returns the key; creates the default one on demand. */
async function accountKeyOf(
  io: Io,
  { key = KEY }: AccountOptions,
  isMade = false,
): Promise<Result<StoredKey>> {
  if (isMade && key === KEY && !(await keyNames(io)).includes(KEY)) return newKey(io, KEY);
  return findKey(io, key);
}

/** Signs in, and creates an account if the key has none. */
export async function logIn(
  io: Io,
  options: AccountOptions & { readonly name?: string; readonly acceptServerKey?: boolean },
): Promise<Result<{ readonly player: Player; readonly isNew: boolean; readonly key: StoredKey }>> {
  const server = serverOf(options);
  if (!server.ok) return server;
  const key = await accountKeyOf(io, options, true);
  if (!key.ok) return key;
  const session = await beginSession(io, server.value, key.value, options.acceptServerKey);
  if (!session.ok) return session;
  await signOut(server.value, session.value.token);
  const { player } = session.value;
  if (player !== null) return ok({ player, isNew: false, key: key.value });
  if (options.name === undefined)
    return fail('not-found', 'this key has no account on that server; create one with --name NAME');
  const made = await sayOfPlayer(
    server.value,
    null,
    { type: 'profile', name: options.name, about: '' },
    [accountKey(key.value)],
  );
  return made.ok ? ok({ player: made.value, isNew: true, key: key.value }) : made;
}

/** Returns the player to whom a key belongs. */
export async function playerOfKey(io: Io, options: AccountOptions): Promise<Result<Player>> {
  const server = serverOf(options);
  if (!server.ok) return server;
  const key = await accountKeyOf(io, options);
  return key.ok ? findPlayer(server.value, key.value.key) : key;
}

/** Signs a statement about the player; another key may have to sign too. */
export async function say(
  io: Io,
  options: AccountOptions,
  bodyOf: (player: Player, other: StoredKey | null) => StatementBody,
  otherName: string | null = null,
): Promise<Result<Player>> {
  const server = serverOf(options);
  if (!server.ok) return server;
  const key = await accountKeyOf(io, options);
  if (!key.ok) return key;
  const other = otherName === null ? ok(null) : await findKey(io, otherName);
  if (!other.ok) return other;
  const player = await findPlayer(server.value, key.value.key);
  if (!player.ok) return player;
  const more = other.value === null ? [] : [accountKey(other.value)];
  return sayOfPlayer(server.value, player.value, bodyOf(player.value, other.value), [
    accountKey(key.value),
    ...more,
  ]);
}

/** Begins or ends a vacation, or only reads its state. */
export async function takeVacation(
  io: Io,
  options: AccountOptions,
  isAway: boolean | null,
): Promise<Result<VacationState>> {
  const player =
    isAway === null
      ? await playerOfKey(io, options)
      : await say(io, options, () => ({ type: 'vacation', isAway }));
  return player.ok ? lookAtVacation(options.server!, player.value.id) : player;
}

/** Downloads everything that the server stores about the player. */
export const exportAll = (io: Io, options: AccountOptions): Promise<Result<Json>> =>
  inSession(io, options, (server, { token }) => exportAccount(server, token));

/** Deletes everything that the server stores about the player. */
export const deleteAll = (io: Io, options: AccountOptions): Promise<Result<null>> =>
  inSession(io, options, (server, { token }) => deleteAccount(server, token));

/** Blocks or unblocks a player; returns the blocked players. */
export const block = (
  io: Io,
  options: AccountOptions,
  player: string | undefined,
  isBlocked: boolean,
): Promise<Result<readonly BlockedPlayer[]>> =>
  inSession(io, options, (server, { token }) =>
    player === undefined
      ? listBlocked(server, token)
      : blockPlayer(server, token, player, isBlocked),
  );

/** Runs work while signed in. */
export async function inSession<T>(
  io: Io,
  options: AccountOptions,
  work: (server: string, session: Session) => Promise<Result<T>>,
): Promise<Result<T>> {
  const server = serverOf(options);
  if (!server.ok) return server;
  const key = await accountKeyOf(io, options);
  if (!key.ok) return key;
  const session = await beginSession(io, server.value, key.value);
  if (!session.ok) return session;
  const done = await work(server.value, session.value);
  await signOut(server.value, session.value.token);
  return done;
}

/** Signs in. The key of the server must be the one from the first time, unless the user accepts a new one. */
async function beginSession(
  io: Io,
  server: string,
  key: StoredKey,
  isAccepted = false,
): Promise<Result<Session>> {
  const known = isAccepted ? ok(null) : await knownServerKey(io, server);
  if (!known.ok) return known;
  const session = await signIn(server, accountKey(key), known.value);
  if (!session.ok) {
    const { code, message, rule } = session.fault;
    return rule === 'server-key'
      ? fail(code, `${message}; accept it with kifu login ${server} --accept-server-key`, { rule })
      : session;
  }
  if (session.value.server !== known.value) {
    const remembered = await rememberServer(io, server, session.value.server);
    if (!remembered.ok) return remembered;
  }
  return session;
}
