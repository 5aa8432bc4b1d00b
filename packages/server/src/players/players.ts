/** The players of a server: accepts, stores and finds what they signed about themselves. */
import { NAME } from '@kifu/client/protocol';
import { bytesToHex, DAY_MS, fail, hexToBytes, ok, type Result, sha256, unwrap } from '@kifu/core';
import {
  decodePlayerFile,
  decodeStatement,
  encodePlayerFile,
  foldPlayer,
  handlesOf,
  hasPlainWords,
  looksOf,
  nameHandle,
  type Player,
  presentKeys,
  storedHandles,
  takeStatement,
  type VacationState,
  vacationAt,
} from '@kifu/record/player';
import type { PlayerStore, Vault } from '@kifu/record/store';

/** All players. */
export interface Players {
  /** Returns a player by id; null if there is none. */
  get(id: string): Promise<Player | null>;
  /** Finds a player by id, by any current or former key, or by name. */
  find(word: string): Promise<Player | null>;
  /** Returns the player who has the name, or one that looks like it; null if it is free. */
  ownerOfName(name: string): Promise<Player | null>;
  /** Reserves names that look like the player's; needed for players from before names were compared by looks. */
  claimLooks(player: Player): Promise<void>;
  /** Accepts and stores a statement; returns the player with it. */
  take(statement: Uint8Array): Promise<Result<Player>>;
  /** All statements as one file; null if the player does not exist. */
  file(id: string): Promise<Uint8Array | null>;
  /** Returns the vacation status of a player. */
  vacation(player: Player): VacationState;
  /** When the vacation of a player ends; null if the player is not on vacation or does not exist. */
  awayUntil(id: string): Promise<number | null>;
  remove(id: string): Promise<void>;
}

const KEY = /^[0-9a-f]{64}$/;
/** How far in the future a statement may be dated: it would block later ones until then. */
const MAX_SKEW_MS = 600_000;
/** Players in memory, folded. */
const MOST = 5000;

/** Player, and the file that they were read from. */
interface ReadPlayer {
  readonly file: Uint8Array;
  readonly statements: readonly Uint8Array[];
  readonly player: Player;
}

/** Opens the players of a store. */
export function createPlayers(
  store: PlayerStore,
  vault: Vault,
  now: () => number,
  vacationDays: number,
): Players {
  const folded = new Map<string, ReadPlayer>();

  const read = async (id: string): Promise<ReadPlayer | null> => {
    const file = await store.get(id);
    if (file === null) return null;
    const known = folded.get(id);
    if (known !== undefined && Buffer.compare(known.file, file) === 0) return known;
    const statements = unwrap(decodePlayerFile(file));
    const made = { file, statements, player: unwrap(await foldPlayer(statements)) };
    if (folded.size >= MOST) folded.delete(folded.keys().next().value!);
    folded.set(id, made);
    return made;
  };

  const byHandle = async (handle: string): Promise<Player | null> => {
    const id = await store.find(handle);
    return id === null ? null : ((await read(id))?.player ?? null);
  };

  const players: Players = {
    get: async id => (KEY.test(id) ? ((await read(id))?.player ?? null) : null),
    find: word => byHandle(KEY.test(word) ? word : nameHandle(word)),
    async ownerOfName(name) {
      for (const handle of [nameHandle(name), ...looksOf(name)]) {
        const owner = await byHandle(handle);
        if (owner !== null) return owner;
      }
      return null;
    },
    async claimLooks({ id }) {
      const known = await read(id);
      if (known === null) return;
      const handles = await storedHandles(known.player, store.find);
      const owners = await Promise.all(handles.map(handle => store.find(handle)));
      if (owners.includes(null))
        await store.put({ id, file: known.file, handles }, sha256(known.file));
    },
    async take(bytes) {
      const signed = decodeStatement(bytes);
      if (!signed.ok) return signed;
      const { statement } = signed.value;
      if (Math.abs(statement.at - now()) > MAX_SKEW_MS)
        return fail(
          'past-time',
          'the time of the statement is not the current time; check your clock',
        );
      const isNamed = statement.type !== 'profile' || NAME.test(statement.name);
      if (!isNamed) return fail('malformed', 'the name is not one line of visible text');
      // a key of a player changes that player; any other key creates a new one
      const owner = await store.find(statement.key);
      const before = owner === null ? null : await read(owner);
      const isGoing = statement.type === 'vacation' && statement.isAway && before !== null;
      if (isGoing && players.vacation(before.player).leftMs === 0) return NO_DAYS;
      if (before === null && statement.at <= (await deletedAt(statement.key))) return DELETED;
      const taken = await takeStatement(before?.player ?? null, bytes);
      if (!taken.ok) return taken;
      const player = taken.value;
      const isRenamed = player.name !== before?.player.name;
      if (isRenamed && !hasPlainWords(player.name)) return MIXED;
      const file = encodePlayerFile([...(before?.statements ?? []), bytes]);
      const handles = isRenamed
        ? [...handlesOf(player), ...looksOf(player.name)]
        : await storedHandles(player, store.find);
      const stored = { id: player.id, file, handles };
      const came = await store.put(stored, before && sha256(before.file));
      if (came === 'kept') return ok(player);
      if (came === 'changed') return CHANGED;
      const named = await players.ownerOfName(player.name);
      return (named ?? player).id === player.id ? KEY_TAKEN : NAME_TAKEN;
    },
    file: id => store.get(id),
    vacation: player => vacationAt(player, now(), vacationDays * DAY_MS),
    async awayUntil(id) {
      const player = await players.get(id);
      return player === null ? null : players.vacation(player).until;
    },
    async remove(id) {
      const known = await read(id);
      if (known === null) return;
      // statements are public: no one may recreate the account by sending them again
      await vault.put(DELETED_PLAYER, hashOf(id), { at: known.player.at });
      await store.remove(id);
      folded.delete(id);
    },
  };

  /** Returns when the last statement was signed before the account was deleted; -1 if it was not. */
  const deletedAt = async (id: string): Promise<number> => {
    const value = await vault.get(DELETED_PLAYER, hashOf(id));
    return (value as { readonly at?: number } | undefined)?.at ?? -1;
  };

  return players;
}

/** Kind in the vault; the id itself is not stored. */
const DELETED_PLAYER = 'deleted-player';
const hashOf = (id: string): string => bytesToHex(sha256(hexToBytes(id)));

const DELETED = fail(
  'past-time',
  'the account was deleted after this was signed; sign a new profile to create another',
);

const MIXED = fail(
  'malformed',
  'a word of the name mixes look-alike letters of several scripts; write each word in one script',
  { rule: 'script' },
);
const NO_DAYS = fail('too-large', 'no vacation days left this year', { rule: 'vacation' });
const CHANGED = fail(
  'conflict',
  'another statement of the player came first; reload and sign again',
);
const NAME_TAKEN = fail('exists', 'that name, or one that looks like it, is taken', {
  rule: 'name',
});
const KEY_TAKEN = fail('exists', 'the key belongs to another player', { rule: 'key' });

/** Whether the player may play with a key now. */
export const isPresentKey = (player: Player, key: string): boolean =>
  presentKeys(player).includes(key);
