/**
 * The folder of a player: the public key, the secret key locked by its passphrase, and one SQLite file with all blocks and what is
 * private to this node. Only its owner may read it.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, type Json, type Kit, ok, type Result, unwrap } from '@kifu/core';
import { findCommitGame } from '@kifu/games/commits';
import {
  changeNamespace,
  createKeyring,
  type EndedGames,
  formatPrivate,
  fromMs,
  type Keeping,
  type KeyPair,
  type KnownGame,
  type KnownGames,
  type Namespace,
  type NamespaceChange,
  type PrivateStorage,
  parsePrivate,
  peerIdOf,
  putBlocks,
  type Reading,
  readTrees,
  type Signer,
  type Trees,
  unlock,
  withArchived,
} from '@kifu/ipgs';
import { publicKeyOf } from '@kifu/record/sign';
import type { SqliteStore } from '@kifu/stores/sqlite';
import type { Io } from '../io.ts';
import { saveBytes } from '../save.ts';
import { oneLine } from '../text.ts';
import { type PeerOptions, passphraseOf } from './ask-peer.ts';

/** What is private to this node. */
interface NodeState {
  /** The published root of the own tree; null before there is an identity. */
  readonly root: string | null;
  /** Earlier roots, newest first: all of them can still be read. */
  readonly roots: readonly string[];
  /** The newest roots of other players, by fingerprint. */
  readonly others: { readonly [fingerprint: string]: string };
  /** What was counted against players, each thing once: `fingerprint/flag/game`. */
  readonly flagged: readonly string[];
  readonly settings: NodeSettings;
  /** Addresses of peers to be connected to. */
  readonly contacts: readonly string[];
}

/** How this node does things, where a command does not say. */
export interface NodeSettings {
  /** For how many hours offers, acceptances and confirmations stand. */
  readonly hours?: number;
  /** The game whose ratings are shown. */
  readonly game?: string;
}

/** A folder that is open. */
export interface PeerFolder {
  readonly path: string;
  readonly io: Io;
  readonly reading: Keeping;
  readonly state: NodeState;
  /** This node's name among those of the player, and the Ed25519 secret behind it. */
  readonly node: string;
  readonly nodeSecret: Uint8Array;
  now(): bigint;
  kitOf(game: string): Promise<Result<Kit>>;
  /** The key, unlocked; once is enough. */
  signer(): Promise<Result<Signer>>;
  /** Unlocks the key by a passphrase, until it is locked. */
  unlock(passphrase: string): Promise<Result<null>>;
  /** Forgets the key; a passphrase that was given before is not used again. */
  lock(): void;
  /** The own tree and those of others, or what they say of one game. */
  trees(only?: string): Promise<Result<Trees>>;
  /** Changes the own tree; it is durable when this resolves. */
  publish(change: NamespaceChange): Promise<Result<NodeState>>;
  save(change: Partial<NodeState>): Promise<NodeState>;
  /** Counts what was changed since the directory was opened. */
  readonly changes: number;
  /** The newest commits of games, or of one, that the own tree may not list yet, by game; the first is that of the record. */
  noted(only?: string): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Notes the newest commits of a game; durable when this resolves. None: the tree has them. */
  note(game: string, heads: readonly string[]): Promise<void>;
  /** The name of a game in progress, by the id that people type; null if none is known. */
  gameNamed(id: string): Promise<string | null>;
  /** Stores the names of the games in progress by ID, and deletes all others. */
  nameGames(names: ReadonlyMap<string, string>): Promise<void>;
  /** Games of the player that have ended: those that were remembered, and those of the archive. */
  ended(mine: Namespace): Promise<EndedGames>;
  keepEnded(games: EndedGames): Promise<void>;
  /** Small things that the node remembers. */
  recall(name: string): Promise<string | null>;
  remember(name: string, text: string): Promise<void>;
  /** Secret of a hash chain, by the offer; created on first use. */
  chainSecret(offer: string): Promise<Uint8Array>;
  /** What the player's own nodes share and nobody else reads. Only the owner reads the folder, so that it is in the clear here. */
  private(): Promise<PrivateStorage>;
  keepPrivate(storage: PrivateStorage): Promise<void>;
  knownGames(): Promise<KnownGames>;
  keepKnown(games: KnownGames): Promise<void>;
}

const IDENTITY = 'identity.asc';
const SECRET = 'secret.asc';
/** The file with all blocks. */
export const FILE = 'ipgs.sqlite';
const OWNER_ONLY = 0o600;
/** Number of earlier roots that are stored. */
const MAX_ROOTS = 1000;
const NEW: NodeState = {
  ...{ root: null, roots: [], others: {}, flagged: [], settings: {}, contacts: [] },
};
const NOTED = 'noted-heads';
const ENDED = 'ended-games';
const GAME_IDS = 'game-ids';
const MEMORY = 'node-memory';

/** A folder whose blocks and notes are in these stores. */
export async function openFolder(
  io: Io,
  options: PeerOptions,
  path: string,
  { blocks, vault }: Pick<SqliteStore, 'blocks' | 'vault'>,
): Promise<PeerFolder> {
  const reading: Keeping = {
    blocks,
    keyring: createKeyring(),
    findGame: findCommitGame(io.games.load),
  };
  const load = async (): Promise<NodeState> => {
    const kept = await vault.get('peer', 'state');
    return typeof kept === 'string' ? { ...NEW, ...JSON.parse(kept) } : NEW;
  };
  let state = await load();
  let changes = 0;
  const save = async (change: Partial<NodeState>) => {
    changes++;
    state = { ...state, ...change };
    await vault.put('peer', 'state', JSON.stringify(state));
    return state;
  };
  const secretOf = async (kind: string, name: string) => {
    const known = await vault.get(kind, name);
    if (typeof known === 'string') return Buffer.from(known, 'hex');
    const secret = randomBytes(32);
    await vault.put(kind, name, secret.toString('hex'));
    return secret;
  };
  const now = () => fromMs(io.now());
  const nodeSecret = await secretOf('peer', 'node-key');
  const node = peerIdOf(await publicKeyOf(nodeSecret));
  const noted = async (only?: string) => {
    const read = async (game: string): Promise<readonly [string, readonly string[]][]> => {
      const heads = await vault.get(NOTED, game);
      return typeof heads === 'string' ? [[game, JSON.parse(heads)]] : [];
    };
    const games = only === undefined ? await vault.names(NOTED) : [only];
    return new Map((await Promise.all(games.map(read))).flat());
  };
  const keepEnded = (games: EndedGames) => vault.put('peer', ENDED, JSON.stringify([...games]));
  let unlocking: Promise<Result<Signer>> | null = null;
  return {
    ...{ path, io, reading, now, save },
    get state() {
      return state;
    },
    node,
    nodeSecret,
    noted,
    get changes() {
      return changes;
    },
    async note(game, heads) {
      changes++;
      if (heads.length === 0) await vault.remove(NOTED, game);
      else await vault.put(NOTED, game, JSON.stringify(heads));
    },
    async gameNamed(id) {
      const name = await vault.get(GAME_IDS, id);
      return typeof name === 'string' ? name : null;
    },
    async nameGames(names) {
      const known = new Set(await vault.names(GAME_IDS));
      for (const [id, name] of names) if (!known.has(id)) await vault.put(GAME_IDS, id, name);
      for (const id of known) if (!names.has(id)) await vault.remove(GAME_IDS, id);
    },
    async ended(mine) {
      const text = await vault.get('peer', ENDED);
      const known: EndedGames = new Map(typeof text === 'string' ? JSON.parse(text) : []);
      const all = await withArchived(reading, mine, known);
      if (all !== known) await keepEnded(all);
      return all;
    },
    keepEnded,
    async recall(name) {
      const text = await vault.get(MEMORY, name);
      return typeof text === 'string' ? text : null;
    },
    remember: (name, text) => vault.put(MEMORY, name, text),
    kitOf: game => io.games.load(game),
    signer() {
      unlocking ??= unlockFolder(path, reading, () => passphraseOf(io, options));
      return unlocking;
    },
    async unlock(passphrase) {
      const unlocked = await unlockFolder(path, reading, async () => ok(passphrase));
      if (!unlocked.ok) return unlocked;
      unlocking = Promise.resolve(unlocked);
      return ok(null);
    },
    lock() {
      unlocking = Promise.resolve(LOCKED);
    },
    async trees(only) {
      const trees = await readTrees(reading, state, only);
      return trees.ok ? ok(withNoted(trees.value, await noted(only))) : trees;
    },
    async publish(change) {
      const made = await changeNamespace(reading, state.root, change, now());
      if (!made.ok) return made;
      await putBlocks(blocks, made.value.blocks);
      const { root } = made.value;
      const roots = state.root === null ? [] : [state.root, ...state.roots].slice(0, MAX_ROOTS);
      return ok(await save({ root, roots }));
    },
    async private() {
      const text = await vault.get('peer', 'private');
      return typeof text === 'string' ? unwrap(parsePrivate(text)) : { node, at: 0n, entries: {} };
    },
    keepPrivate: storage => vault.put('peer', 'private', formatPrivate(storage)),
    chainSecret: offer => secretOf('chance', offer),
    async knownGames() {
      const games: KnownGames = new Map();
      for (const cid of await vault.names('known-game'))
        games.set(cid, fromStored(await vault.get('known-game', cid)));
      return games;
    },
    async keepKnown(games) {
      const before = new Set(await vault.names('known-game'));
      for (const [cid, game] of games)
        if (!before.has(cid)) await vault.put('known-game', cid, toStored(game));
    },
  };
}

/** What was noted of games, as if other nodes of the player listed it: each may list one commit of a game. */
function withNoted(trees: Trees, noted: ReadonlyMap<string, readonly string[]>): Trees {
  const { mine, others } = trees;
  const most = Math.max(0, ...[...noted.values()].map(heads => heads.length));
  const none = new Map<string, string>();
  const lists = Array.from({ length: most }, (_, i) => ({
    ...{ ...mine, challenges: none, finishedGames: none, players: none },
    currentGames: new Map(
      [...noted].flatMap(([game, heads]) => (i < heads.length ? [[game, heads[i]!] as const] : [])),
    ),
  }));
  return { ...trees, others: [...others, ...lists] };
}

/** Nanoseconds are more than JSON has room for. */
const toStored = (game: KnownGame | null): Json =>
  JSON.stringify(game, (_key, value) => (typeof value === 'bigint' ? `${value}ns` : value));

const fromStored = (value: Json | undefined): KnownGame | null =>
  typeof value !== 'string'
    ? null
    : JSON.parse(value, (_key, each) =>
        typeof each === 'string' && /^\d+ns$/.test(each) ? BigInt(each.slice(0, -2)) : each,
      );

/** Writes the two keys of an identity; a secret that is there is never replaced by another's. */
export async function keepKeys(
  path: string,
  identity: Uint8Array,
  secret: string | null,
): Promise<Result<string>> {
  if (secret !== null) {
    const kept = await saveBytes(join(path, SECRET), secret, false, OWNER_ONLY);
    if (!kept.ok) return kept;
  }
  return saveBytes(join(path, IDENTITY), identity, true);
}

/** The secret key as it is stored: locked. */
export const secretFile = (path: string): Promise<string> => readFile(join(path, SECRET), 'utf8');

/** Replaces the secret key by the same one, locked. */
export const replaceSecret = (path: string, secret: string): Promise<Result<string>> =>
  saveBytes(join(path, SECRET), secret, true, OWNER_ONLY);

/** The two keys of an identity as they are stored. */
export async function storedPair(path: string, { keyring }: Reading): Promise<Result<KeyPair>> {
  let identity: Uint8Array;
  let secret: string;
  try {
    identity = await readFile(join(path, IDENTITY));
    secret = await secretFile(path);
  } catch {
    return fail('not-found', `no identity in ${path}; create one with kifu id new`);
  }
  const file = await keyring.read(identity);
  return file.ok ? ok({ file: file.value, secret }) : file;
}

async function unlockFolder(
  path: string,
  reading: Reading,
  passphraseFor: () => Promise<Result<string>>,
): Promise<Result<Signer>> {
  const pair = await storedPair(path, reading);
  if (!pair.ok) return pair;
  const passphrase = await passphraseFor();
  if (!passphrase.ok) return passphrase;
  const signer = await unlock(pair.value, passphrase.value);
  // stored by an older version, which took keys as they came
  return !signer.ok && signer.fault.rule === 'unlocked'
    ? fail('conflict', `${signer.fault.message}; lock it with kifu id lock`, { rule: 'unlocked' })
    : signer;
}

const LOCKED = fail('unreadable', 'the key is locked; unlock it with kifu peer unlock', {
  rule: 'passphrase',
});

/** The last letters of a content id: what people type to mean it. */
export const shortId = (cid: string): string => cid.slice(-8);

/** How one of several items is picked that a name may mean. */
interface PickOptions<T> {
  /** Whether an item fits what is to be done with it; the only one that does is meant. */
  fits?(item: T): boolean;
  /** What the user may type for it, and how to tell it from the others. */
  describe(item: T): string;
}

/** Number of candidates that are listed. */
const MAX_NAMED = 10;

/** The item of a list that the user means by a name or id, or by a part of one: three letters of a name stand in many an id. */
export function pick<T>(
  list: readonly T[],
  typed: string,
  namesOf: (item: T) => readonly string[],
  what: string,
  { fits = () => true, describe }: PickOptions<T>,
): Result<T> {
  const exact = list.filter(item => namesOf(item).includes(typed));
  const found =
    exact.length > 0
      ? exact
      : list.filter(item => namesOf(item).some(name => name.includes(typed)));
  if (found.length === 0) return fail('not-found', `no ${what} ${typed}`);
  const fitting = found.filter(fits);
  const [only, ...others] = fitting.length > 0 ? fitting : found;
  if (others.length === 0) return ok(only!);
  const all = [only!, ...others];
  const named = all.slice(0, MAX_NAMED).map(item => oneLine(describe(item)));
  const more = all.length > MAX_NAMED ? `, and ${all.length - MAX_NAMED} more` : '';
  return fail(
    'not-found',
    `ambiguous ${what} ${typed}, ${all.length} match; use an ID: ${named.join(', ')}${more}`,
    { rule: 'ambiguous' },
  );
}
