/** A player's public tree as it is read: whose it is, and what it lists. IPGS §2. */
import { type Fail, fail, ok, type Result } from '@kifu/core';
import { checkNodeList, type NodeList } from '../node-list.ts';
import type { KeyFile } from '../pgp/key-file.ts';
import { type Reading, readBlock, readKeyAt } from '../read-record.ts';
import { parseTimestamp } from '../timestamp.ts';
import { findEntry, listDirectory, readNode } from '../unixfs/directory.ts';
import type { DirectoryEntry } from '../unixfs/entry.ts';
import { isDirectory, lookUp } from '../unixfs/tree.ts';
import { parseChallengeName, parseGameName } from './names.ts';

/** The entry of the published root that is ours; others may exist too. */
export const SYSTEM = 'interplanetary-game-system';
/** The version of the protocol that is spoken here. */
const PROTOCOL_VERSION = '1.1.0';
const MAJOR = 1;

/** A player's tree. Lists lead from names to content IDs. */
export interface Namespace {
  /** The content ID of the tree itself, below the root. */
  readonly cid: string;
  readonly identity: KeyFile;
  /** The file that names the player: the first one that was published. */
  readonly root: KeyFile;
  readonly nodes: NodeList;
  /** Null if it is not stated. */
  readonly lastUpdated: bigint | null;
  /** Whether games can be played: it speaks the same version, or we know no better. */
  readonly isPlayable: boolean;
  readonly challenges: ReadonlyMap<string, string>;
  readonly currentGames: ReadonlyMap<string, string>;
  readonly finishedGames: ReadonlyMap<string, string>;
  /** From players to what the author publishes about them. */
  readonly players: ReadonlyMap<string, string>;
}

/** Longer lists are cut off. IPGS §17. */
const MAX_CHALLENGES = 100;
const MAX_GAMES = 1000;
const MAX_PLAYERS = 1 << 16;
const MAX_TEXT_BYTES = 64 * 1024;

const wrong = (rule: string, message: string): Fail => fail('malformed', message, { rule });

/** The tree below a published root. */
export async function findTree(reading: Reading, root: string): Promise<Result<string>> {
  const tree = await findEntry(reading, root, SYSTEM);
  if (!tree.ok) return tree;
  if (tree.value !== null) return ok(tree.value.cid);
  return fail('not-found', `${SYSTEM} not found in the root`, { rule: 'namespace' });
}

/**
 * Reads a tree. The player's list of nodes must be signed; that a node is in it is for `acceptTree`. With `only` its lists have that game
 * alone, so that reading it costs the same however long they are.
 */
export async function readNamespace(
  reading: Reading,
  cid: string,
  only?: string,
): Promise<Result<Namespace>> {
  const top = await listDirectory(reading, cid, 1000);
  if (!top.ok) return top;
  const entries = top.value;
  const identity = await keyAt(reading, entries, 'identity.asc');
  if (!identity.ok) return identity;
  const first = entries.has('identity-root.asc')
    ? await keyAt(reading, entries, 'identity-root.asc')
    : identity;
  if (!first.ok) return first;
  if (first.value.fingerprint !== identity.value.fingerprint)
    return wrong('identity', 'the first key file belongs to another player');
  const nodes = await nodesOf(reading, entries, identity.value);
  if (!nodes.ok) return nodes;
  const version = await textOf(reading, entries.get('version'));
  const updated =
    (await textOf(reading, entries.get('last-updated'))) ?? (await timeBeside(reading, cid));
  const lists = await readLists(reading, entries, only);
  if (!lists.ok) return lists;
  // the source document has a file, data of the root, or a string
  const at = updated === null ? null : parseTimestamp(updated.trim().replace(/^"(.*)"$/, '$1'));
  return ok({
    ...{ cid, identity: identity.value, root: first.value, nodes: nodes.value },
    lastUpdated: at?.ok ? at.value : null,
    isPlayable: majorOf(version) === MAJOR,
    ...lists.value,
  });
}

type Entries = ReadonlyMap<string, DirectoryEntry>;

async function keyAt(reading: Reading, entries: Entries, name: string): Promise<Result<KeyFile>> {
  const entry = entries.get(name);
  return entry === undefined
    ? fail('not-found', `${name} not found in the tree`, { rule: 'identity' })
    : readKeyAt(reading, entry.cid);
}

async function nodesOf(
  reading: Reading,
  entries: Entries,
  identity: KeyFile,
): Promise<Result<NodeList>> {
  const [text, signature] = [entries.get('my-nodes.txt'), entries.get('my-nodes.sig')];
  if (text === undefined || signature === undefined)
    return fail('not-found', 'signed list of nodes not found in the tree', { rule: 'nodes' });
  const bytes = await readBlock(reading, text.cid, MAX_TEXT_BYTES);
  if (!bytes.ok) return bytes;
  const signed = await readBlock(reading, signature.cid, MAX_TEXT_BYTES);
  if (!signed.ok) return signed;
  return checkNodeList(reading.keyring, identity, { text: bytes.value, signature: signed.value });
}

async function textOf(reading: Reading, entry: DirectoryEntry | undefined): Promise<string | null> {
  const bytes = entry && (await readBlock(reading, entry.cid, MAX_TEXT_BYTES));
  return bytes?.ok ? new TextDecoder().decode(bytes.value) : null;
}

async function timeBeside(reading: Reading, cid: string): Promise<string | null> {
  const node = await readNode(reading, cid);
  return node.ok ? node.value.text : null;
}

/** `ipgs-protocol 1.0.0` is the first line of the document. IPGS §2.2. */
const majorOf = (document: string | null): number =>
  Number(/^ipgs-protocol (\d{1,4})\.\d+\.\d+/.exec(document ?? '')?.[1] ?? MAJOR);

type Lists = Pick<Namespace, 'challenges' | 'currentGames' | 'finishedGames' | 'players'>;

async function readLists(
  reading: Reading,
  entries: Entries,
  only: string | undefined,
): Promise<Result<Lists>> {
  const list = (name: string, isName: (name: string) => boolean, most: number) =>
    only === undefined
      ? readList(reading, entries.get(name), isName, most)
      : readItem(reading, entries.get(name), isName, only);
  const isGame = (name: string) => parseGameName(name) !== null;
  const challenges = await list(
    'challenges',
    name => parseChallengeName(name) !== null,
    MAX_CHALLENGES,
  );
  // the source document misspells it once
  const name = entries.has('current-games') ? 'current-games' : 'currnet-games';
  const currentGames = await list(name, isGame, MAX_GAMES);
  const finishedGames = await list('finished-games', isGame, MAX_GAMES);
  const players = await list('players', name => name !== 'last-updated', MAX_PLAYERS);
  for (const each of [challenges, currentGames, finishedGames, players]) if (!each.ok) return each;
  const [a, b, c, d] = [challenges, currentGames, finishedGames, players].map(each =>
    each.ok ? each.value : new Map<string, string>(),
  );
  return ok({ challenges: a!, currentGames: b!, finishedGames: c!, players: d! });
}

/** A list: names that mean something, as many as are allowed. A missing one is empty. */
async function readList(
  reading: Reading,
  entry: DirectoryEntry | undefined,
  isName: (name: string) => boolean,
  most: number,
): Promise<Result<ReadonlyMap<string, string>>> {
  if (entry === undefined) return ok(new Map());
  const all = await listDirectory(reading, entry.cid);
  if (!all.ok) return all;
  const known = [...all.value].filter(([name]) => isName(name)).slice(0, most);
  return ok(new Map(known.map(([name, { cid }]) => [name, cid])));
}

/** A list with one name of it; empty where it has no such one. */
async function readItem(
  reading: Reading,
  list: DirectoryEntry | undefined,
  isName: (name: string) => boolean,
  only: string,
): Promise<Result<ReadonlyMap<string, string>>> {
  if (list === undefined || !isName(only)) return ok(new Map());
  const found = await findEntry(reading, list.cid, only);
  return found.ok ? ok(new Map(found.value === null ? [] : [[only, found.value.cid]])) : found;
}

/** The archived games of a player in a tree: content IDs of history objects. */
export async function readArchive(
  reading: Reading,
  tree: string,
  player: string,
): Promise<Result<readonly string[]>> {
  const entry = await lookUp(reading, tree, ['archive', player]);
  if (!entry.ok) return entry;
  if (entry.value === null) return ok([]);
  const games = await listDirectory(reading, entry.value.cid);
  return games.ok
    ? ok([...games.value].flatMap(([name, { cid }]) => (name === cid ? [cid] : [])))
    : games;
}

/** The players that have games in the archive of a tree, by hash. */
export async function readArchivePlayers(
  reading: Reading,
  tree: string,
): Promise<Result<readonly string[]>> {
  const entry = await findEntry(reading, tree, 'archive');
  if (!entry.ok) return entry;
  if (entry.value === null) return ok([]);
  const players = await listDirectory(reading, entry.value.cid);
  return players.ok
    ? ok([...players.value].flatMap(([name, each]) => (isDirectory(each) ? [name] : [])))
    : players;
}

/** How many pieces of evidence are read in one tree. */
const MAX_EVIDENCE = 100;

/** The commits that a tree stores as evidence of misconduct, by the offer of their record; of those that can be read. */
export async function readEvidence(
  reading: Reading,
  tree: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const evidence = new Map<string, readonly string[]>();
  const entry = await findEntry(reading, tree, 'evidence');
  const offers = entry.ok && entry.value ? await listDirectory(reading, entry.value.cid) : null;
  for (const [offer, { cid }] of offers?.ok ? [...offers.value].slice(0, MAX_EVIDENCE) : []) {
    const commits = await listDirectory(reading, cid);
    if (commits.ok)
      evidence.set(
        offer,
        [...commits.value.values()].map(each => each.cid),
      );
  }
  return evidence;
}

/** The version document that is published here. */
export const VERSION_DOCUMENT = `ipgs-protocol ${PROTOCOL_VERSION}
InterPlanetary Game System: turn-based games between players who share no server. Every player publishes a tree of signed
commits under a mutable name; finished games become files that both players have signed. Since 1.1 the rules object of an offer may ask
for version 2 of that file, in the sides and the notation of its game.
`;

/**
 * Whether a tree found under a node is that of a player: the key file is the player's, the list of nodes is signed, and the node
 * is in it. Both vouch for each other: the node by publishing the tree, the player by the list. IPGS §2.3.
 */
export function acceptTree(
  { identity, root, nodes }: Namespace,
  node: string,
  player: string | null = null,
): Fail | null {
  if (player !== null && player !== identity.hash && player !== root.hash)
    return wrong('identity', 'the tree belongs to another player');
  return nodes.nodes.includes(node)
    ? null
    : wrong('nodes', 'the player does not vouch for the node');
}
