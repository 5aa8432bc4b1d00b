/** Records in a block store: read from their newest commit back to the offer, checked, and replayed. */
import { type Cid, cidOf, type Fail, fail, formatCid, ok, parseCid, type Result } from '@kifu/core';
import type { Block } from '@kifu/record/node';
import { type Ask, BlockNotFoundError, type BlockStore } from '@kifu/record/store';
import {
  type Commit,
  checkCommit,
  decodeCommit,
  MAX_PAYLOAD_BYTES,
  type SignedCommit,
} from './commit.ts';
import type { BlockReader } from './given-blocks.ts';
import { hashOfFile, MAX_OBJECT_BYTES } from './ipld.ts';
import { advance } from './life/advance.ts';
import { beginRecord } from './life/challenge.ts';
import type { GameRecord, PeerGame } from './life/game-record.ts';
import { parseOffer } from './payload.ts';
import { type KeyFile, MAX_KEY_FILE_BYTES } from './pgp/key-file.ts';
import type { Keyring } from './pgp/keyring.ts';

/** Finds a game by its name, with its spelling in commits. */
export type FindPeerGame = (name: string) => Promise<Result<PeerGame>>;

/** What records are read with. */
export interface Reading extends Ask {
  readonly blocks: BlockReader;
  readonly keyring: Keyring;
  readonly findGame: FindPeerGame;
  /** How many commits may still be read for the player whose tree lists them; absent where each record has only its own limit. */
  readonly walk?: CommitBudget;
  /** Commits whose signatures were found valid before, by content ID; long-running processes pass them. */
  readonly checked?: CheckedCommits;
}

/** Whether a record is the one that is looked for, going by its offer and its acceptance, neither of them checked yet. */
export type IsWanted = (offer?: Commit, accept?: Commit) => boolean;

/** Remembers commits that were checked and are in the store, with all that they link, and how far records were replayed. */
export interface CheckedCommits {
  get(cid: string): SignedCommit | undefined;
  set(cid: string, signed: SignedCommit): void;
  /** The record that its commits alone make up to this one, if it was replayed. */
  recordAt(cid: string): GameRecord | undefined;
  /** Notes such a record by its newest commit. */
  noteRecord(record: GameRecord): void;
}

/** Counts down as commits are read. */
export interface CommitBudget {
  left: number;
}

/** What records are read with, and stored in. */
export interface Keeping extends Reading {
  readonly blocks: BlockStore;
}

/** Longer records are refused. IPGS §17. */
const MAX_COMMITS = 10_000;
/** No rules need more. */
const MAX_RULES_BYTES = 64 * 1024;
/** How many signatures are checked concurrently; each waits for the platform. */
const AT_ONCE = 32;

/** A block that something links; a fault where it is missing, spoiled or too large. */
export async function readBlock(
  { blocks, signal }: Pick<Reading, 'blocks' | 'signal'>,
  link: string | Cid,
  maxBytes: number,
): Promise<Result<Uint8Array>> {
  const cid = typeof link === 'string' ? parseCid(link) : ok(link);
  if (!cid.ok) return cid;
  const at = { path: `/blocks/${formatCid(cid.value)}` };
  try {
    const bytes = await blocks.get(cid.value, signal === undefined ? {} : { signal });
    return bytes.length <= maxBytes
      ? ok(bytes)
      : fail('too-large', `the block is too large: ${maxBytes} bytes at most`, { at });
  } catch (cause) {
    signal?.throwIfAborted();
    return cause instanceof BlockNotFoundError
      ? fail('not-found', 'missing block', { at })
      : fail('broken-chain', 'unreadable block', { at });
  }
}

/** A commit as it was read, before its signature is checked. */
export interface ReadCommit {
  readonly commit: Commit;
  readonly block: Block;
}

async function readCommit(reading: Reading, link: string): Promise<Result<ReadCommit>> {
  const known = reading.checked?.get(link);
  if (known !== undefined) return ok(known);
  const cid = parseCid(link);
  if (!cid.ok) return cid;
  const bytes = await readBlock(reading, cid.value, MAX_OBJECT_BYTES);
  if (!bytes.ok) return bytes;
  const commit = decodeCommit(cid.value, bytes.value);
  if (!commit.ok) return commit;
  return ok({ commit: commit.value, block: { cid: cid.value, bytes: bytes.value } });
}

/** Reads the key file that a commit or another object links. */
export async function readKeyAt(reading: Reading, link: string): Promise<Result<KeyFile>> {
  const bytes = await readBlock(reading, link, MAX_KEY_FILE_BYTES);
  return bytes.ok ? reading.keyring.read(bytes.value) : bytes;
}

/** Reads a commit with what it links, and checks its signature. */
export async function readSigned(reading: Reading, link: string): Promise<Result<SignedCommit>> {
  const read = await readCommit(reading, link);
  return read.ok ? checkRead(reading, read.value) : read;
}

async function checkRead(
  reading: Reading,
  { commit, block }: ReadCommit,
): Promise<Result<SignedCommit>> {
  const known = reading.checked?.get(commit.cid);
  if (known !== undefined) return ok(known);
  const file = await readKeyAt(reading, commit.key);
  if (!file.ok) return file;
  const payload = await readBlock(reading, commit.data, MAX_PAYLOAD_BYTES);
  if (!payload.ok) return payload;
  const signed = await checkWith(reading, { commit, block }, file.value, payload.value);
  if (signed.ok) reading.checked?.set(commit.cid, signed.value);
  return signed;
}

async function checkWith(
  reading: Reading,
  { commit, block }: ReadCommit,
  file: KeyFile,
  payload: Uint8Array,
): Promise<Result<SignedCommit>> {
  const good = await checkCommit(reading.keyring, commit, file, payload);
  return good.ok ? ok({ commit, file, payload, block }) : good;
}

/** Checks a commit that a node sent with its payload; its key file is read from the store. A caller that stores it may note it as good. */
export async function checkSent(
  reading: Reading,
  bytes: Uint8Array,
  payload: Uint8Array,
): Promise<Result<SignedCommit>> {
  if (bytes.length > MAX_OBJECT_BYTES)
    return fail('too-large', `the commit is too large: ${MAX_OBJECT_BYTES} bytes at most`, {
      rule: 'commit',
    });
  const block = { cid: cidOf('dag-json', bytes), bytes };
  const commit = decodeCommit(block.cid, bytes);
  if (!commit.ok) return commit;
  if (commit.value.data !== hashOfFile(payload))
    return fail('malformed', 'the payload is not the one the commit links to', { rule: 'commit' });
  const file = await readKeyAt(reading, commit.value.key);
  return file.ok ? checkWith(reading, { commit: commit.value, block }, file.value, payload) : file;
}

/** A record's commits, oldest first, as their parents lead; their signatures are not checked. */
export async function chainTo(reading: Reading, head: string): Promise<Result<ReadCommit[]>> {
  const chain: ReadCommit[] = [];
  for (let link: string | null = head; link !== null; ) {
    if (chain.length >= MAX_COMMITS)
      return fail('too-large', `too many commits in the record: ${MAX_COMMITS} at most`, {
        rule: 'length',
      });
    if (reading.walk !== undefined && reading.walk.left-- <= 0)
      return fail('too-large', 'too many commits listed', { rule: 'length' });
    const read: Result<ReadCommit> = await readCommit(reading, link);
    if (!read.ok) return read;
    chain.push(read.value);
    link = read.value.commit.parent;
  }
  return ok(chain.reverse());
}

/**
 * Reads the commits of a record, oldest first, each with its signature checked. A fault names the number of the commit. Before any
 * signature is checked, which takes the time, `isWanted` may look at what the first two say.
 */
export async function readCommits(
  reading: Reading,
  head: string,
  isWanted: IsWanted = () => true,
): Promise<Result<SignedCommit[]>> {
  const chain = await chainTo(reading, head);
  if (!chain.ok) return chain;
  if (!isWanted(...chain.value.slice(0, 2).map(({ commit }) => commit)))
    return fail('conflict', 'the record is of a different game than its name', { rule: 'record' });
  const commits: SignedCommit[] = [];
  for (let i = 0; i < chain.value.length; i += AT_ONCE) {
    reading.signal?.throwIfAborted();
    const some = chain.value.slice(i, i + AT_ONCE);
    for (const signed of await Promise.all(some.map(read => checkRead(reading, read)))) {
      if (!signed.ok) return within(commits.length, signed);
      commits.push(signed.value);
    }
  }
  return ok(commits);
}

/** A fault with the number of the commit it lies in. */
function within(n: number, { fault }: Fail): Fail {
  const path = `/commits/${n}${fault.at?.path ?? ''}`;
  return { ok: false, fault: { ...fault, at: { ...fault.at, path } } };
}

/** The text of the rules that an offer names: built in, or from the store. */
export async function readRules(
  reading: Reading,
  { form }: PeerGame,
  link: string,
): Promise<Result<string>> {
  const known = form.rules.find(text => hashOfText(text) === link);
  if (known !== undefined) return ok(known);
  const bytes = await readBlock(reading, link, MAX_RULES_BYTES);
  return bytes.ok ? ok(new TextDecoder().decode(bytes.value)) : bytes;
}

const hashOfText = (text: string): string => hashOfFile(new TextEncoder().encode(text));

/** Begins a record from its offer. */
export async function openRecord(
  reading: Reading,
  offer: SignedCommit,
): Promise<Result<GameRecord>> {
  const parsed = parseOffer(offer.payload);
  if (!parsed.ok) return parsed;
  const peer = await reading.findGame(parsed.value.game);
  if (!peer.ok) return peer;
  const rules = await readRules(reading, peer.value, parsed.value.rules);
  return rules.ok ? beginRecord(peer.value, rules.value, offer) : rules;
}

/** Plays commits through from an offer on. */
export async function playCommits(
  reading: Reading,
  commits: readonly SignedCommit[],
): Promise<Result<GameRecord>> {
  const [offer, ...others] = commits;
  if (offer === undefined) return fail('not-found', 'the record has no commits');
  const opened = await openRecord(reading, offer);
  if (!opened.ok) return within(0, opened);
  let record = opened.value;
  for (const [i, commit] of others.entries()) {
    const next = advance(record, { do: 'commit', commit });
    if (!next.ok) return within(i + 1, next);
    record = next.value.record;
  }
  return ok(record);
}

/** Reads a record from its newest commit, checks every signature and every step. */
export async function readRecord(reading: Reading, head: string): Promise<Result<GameRecord>> {
  const commits = await readCommits(reading, head);
  return commits.ok ? playCommits(reading, commits.value) : commits;
}
