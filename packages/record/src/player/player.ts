/** A player's identity, and which keys were valid when: a fold over the player's statements. */
import { fail, hexToBytes, ok, type Result } from '@kifu/core';
import { isSignedBy } from '../sign/signature.ts';
import { decodeStatement, type Statement, statementMessage } from './statement.ts';
import type { Vacation } from './vacation.ts';

/** A player, as of the newest statement. */
export interface Player {
  /** The first key, in hex: it names the player permanently, also after the key was replaced or revoked. */
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** All keys that ever were theirs, the first one first. */
  readonly keys: readonly PlayerKey[];
  /** In order; each ends before the next begins. */
  readonly vacations: readonly Vacation[];
  /** When the first and the newest statement were made, in milliseconds since 1970. */
  readonly since: number;
  readonly at: number;
  /** Digest of the newest statement, in hex. */
  readonly head: string;
  readonly count: number;
}

/** A key of a player. */
export interface PlayerKey {
  /** Hex digits. */
  readonly key: string;
  /** What the player calls it: where it lies, for example. */
  readonly label: string;
  /** When it was given to the player, in milliseconds since 1970. What it signed before is theirs as well. */
  readonly from: number;
  /** Since when it counts no longer; null while it does. */
  readonly until: number | null;
  /** Why it counts no longer: another one took its place, or it was revoked. */
  readonly gone: 'successor' | 'revoked' | null;
}

/** More than a player needs in a lifetime; a limit on what a server keeps for one. */
export const MAX_STATEMENTS = 256;

/** Adds one more statement, or returns why it is not allowed. Null is a player without statements. */
export async function takeStatement(
  player: Player | null,
  bytes: Uint8Array,
): Promise<Result<Player>> {
  const read = decodeStatement(bytes);
  if (!read.ok) return read;
  const { statement, signatures, digest } = read.value;
  const allowed = check(player, statement);
  if (!allowed.ok) return allowed;
  const message = statementMessage(statement);
  const signers = signersOf(statement);
  for (const [i, key] of signers.entries())
    if (!(await isSignedBy(hexToBytes(key), message, signatures[i]!)))
      return fail('bad-signature', `the statement is not signed by key ${short(key)}`);
  return ok({ ...apply(player, statement), head: digest, count: (player?.count ?? 0) + 1 });
}

/** Reads all statements of a player in order; the first that cannot be taken is named by its number. */
export async function foldPlayer(statements: readonly Uint8Array[]): Promise<Result<Player>> {
  let player: Player | null = null;
  for (const [i, bytes] of statements.entries()) {
    const taken: Result<Player> = await takeStatement(player, bytes);
    if (!taken.ok)
      return fail(taken.fault.code, `statement ${i}: ${taken.fault.message}`, {
        ...(taken.fault.rule === undefined ? {} : { rule: taken.fault.rule }),
      });
    player = taken.value;
  }
  return player === null ? fail('malformed', 'the player file is empty') : ok(player);
}

/** Whether a key counts as the player's at a time, in milliseconds since 1970. */
export const isKeyAt = ({ keys }: Player, key: string, atMs: number): boolean =>
  keys.some(known => known.key === key && (known.until === null || atMs < known.until));

/** The keys that count as of the newest statement. */
export const presentKeys = ({ keys }: Player): readonly string[] =>
  keys.filter(({ until }) => until === null).map(({ key }) => key);

const signersOf = (statement: Statement): readonly string[] =>
  statement.type === 'key' || statement.type === 'successor'
    ? [statement.key, statement.other]
    : [statement.key];

/** Whether it may be said at this place; signatures aside. */
function check(player: Player | null, statement: Statement): Result<null> {
  const { key, prev, at } = statement;
  if (player === null) {
    if (prev !== null || statement.type !== 'profile')
      return fail('broken-chain', 'the first statement of a player must be a profile');
    return ok(null);
  }
  if (prev !== player.head)
    return fail('broken-chain', "the statement does not follow the player's latest one");
  if (at < player.at) return fail('broken-chain', 'the statement is older than the previous one');
  if (player.count >= MAX_STATEMENTS)
    return fail('too-large', `too many statements of the player: ${MAX_STATEMENTS} at most`);
  const present = presentKeys(player);
  if (!present.includes(key))
    return fail('bad-signature', `key ${short(key)} does not belong to this player`, {
      rule: 'key',
    });
  if (statement.type === 'profile') return ok(null);
  if (statement.type === 'vacation')
    return statement.isAway || player.vacations.at(-1)?.until === null
      ? ok(null)
      : fail('not-found', 'the player is not on vacation');
  const { other } = statement;
  if (statement.type === 'revoked') {
    if (!present.includes(other))
      return fail('not-found', `key ${short(other)} does not belong to this player`);
    return present.length > 1
      ? ok(null)
      : fail('unsupported', 'cannot revoke the last key; add another one first');
  }
  return player.keys.some(known => known.key === other)
    ? fail('exists', `key ${short(other)} already belongs or belonged to this player`)
    : ok(null);
}

/** What the player is after it, chain aside. */
function apply(player: Player | null, statement: Statement): Omit<Player, 'head' | 'count'> {
  const { at } = statement;
  if (player === null) {
    const { key, name, about } = statement as Statement & { readonly type: 'profile' };
    return { id: key, name, about, keys: [newKey(key, '', at)], vacations: [], since: at, at };
  }
  switch (statement.type) {
    case 'profile':
      return { ...player, name: statement.name, about: statement.about, at };
    case 'key':
      return {
        ...player,
        keys: [...player.keys, newKey(statement.other, statement.label, at)],
        at,
      };
    case 'successor': {
      const label = player.keys.find(({ key }) => key === statement.key)!.label;
      const keys = endKey(player.keys, statement.key, 'successor', at);
      return { ...player, keys: [...keys, newKey(statement.other, label, at)], at };
    }
    case 'vacation': {
      const before = player.vacations.map(({ from, until }) => ({ from, until: until ?? at }));
      const next = statement.isAway ? [{ from: at, until: null }] : [];
      return { ...player, vacations: [...before, ...next], at };
    }
    case 'revoked':
      return { ...player, keys: endKey(player.keys, statement.other, 'revoked', at), at };
  }
}

const newKey = (key: string, label: string, from: number): PlayerKey => ({
  ...{ key, label, from },
  ...{ until: null, gone: null },
});

const endKey = (
  keys: readonly PlayerKey[],
  key: string,
  gone: NonNullable<PlayerKey['gone']>,
  until: number,
): PlayerKey[] => keys.map(known => (known.key === key ? { ...known, until, gone } : known));

const short = (key: string): string => key.slice(0, 8);
