/** The account of this user on a server: found by a key, changed by what the key signs. No token is kept: the key signs in anew. */
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

/** Where, and by which key. */
export interface AccountOptions {
  readonly server?: string;
  readonly key?: string;
}

/** The usual name of a key. */
const KEY = 'me';

const accountKey = (stored: StoredKey): AccountKey => ({
  key: stored.key,
  sign: message => sign(secretOf(stored), message),
});

/** The server that is meant. */
const serverOf = ({ server }: AccountOptions): Result<string> =>
  server === undefined
    ? fail('malformed', 'say where: --server URL, or kifu config set server URL')
    : ok(server);

/** The key that is meant; the usual one is made where there is none yet and it is wanted. */
async function accountKeyOf(
  io: Io,
  { key = KEY }: AccountOptions,
  isMade = false,
): Promise<Result<StoredKey>> {
  if (isMade && key === KEY && !(await keyNames(io)).includes(KEY)) return newKey(io, KEY);
  return findKey(io, key);
}

/** Signs in, and makes a player of a name where the key belongs to no player yet. */
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
    return fail('not-found', 'the key is nobody’s on that server yet; --name NAME makes it yours');
  const made = await sayOfPlayer(
    server.value,
    null,
    { type: 'profile', name: options.name, about: '' },
    [accountKey(key.value)],
  );
  return made.ok ? ok({ player: made.value, isNew: true, key: key.value }) : made;
}

/** The player whom a key is of. */
export async function playerOfKey(io: Io, options: AccountOptions): Promise<Result<Player>> {
  const server = serverOf(options);
  if (!server.ok) return server;
  const key = await accountKeyOf(io, options);
  return key.ok ? findPlayer(server.value, key.value.key) : key;
}

/** Signs something about the player whom a key is of; another key may have to sign as well. */
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

/** Goes on vacation, comes back, or only looks; gives how the player stands then. */
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

/** Everything that the server keeps about the player. */
export const exportAll = (io: Io, options: AccountOptions): Promise<Result<Json>> =>
  inSession(io, options, (server, { token }) => exportAccount(server, token));

/** Deletes everything that the server keeps about the player. */
export const deleteAll = (io: Io, options: AccountOptions): Promise<Result<null>> =>
  inSession(io, options, (server, { token }) => deleteAccount(server, token));

/** Blocks or unblocks a player; without one, only tells who is blocked. */
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

/** Does something while signed in. */
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
      ? fail(code, `${message}; to accept it: kifu login ${server} --accept-server-key`, { rule })
      : session;
  }
  if (session.value.server !== known.value) {
    const remembered = await rememberServer(io, server, session.value.server);
    if (!remembered.ok) return remembered;
  }
  return session;
}
