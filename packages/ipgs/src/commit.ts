/** Commits: signed statements of players, each on top of another, with a time. IPGS §4. */
import { type Cid, type Fail, fail, formatCid, ok, type Result } from '@kifu/core';
import type { Block } from '@kifu/record/node';
import { decodeObject, encodeObject, fileBlock, type IpldObject, linkOf, toLink } from './ipld.ts';
import type { KeyFile } from './pgp/key-file.ts';
import type { Keyring } from './pgp/keyring.ts';
import type { Signer } from './pgp/secret-key.ts';
import { checkSignature, type GoodSignature } from './pgp/signature.ts';
import { formatTimestamp, parseTimestamp } from './timestamp.ts';

/** What a commit does. */
export type CommitType = (typeof COMMIT_TYPES)[number];

const COMMIT_TYPES = [
  'challenge-offer',
  'challenge-accept',
  'challenge-confirm',
  'game-step',
] as const;

/** A commit. Content ids are texts, as they stand in what is signed. */
export interface Commit {
  readonly cid: string;
  readonly type: CommitType;
  /** The key file of the committer. */
  readonly key: string;
  /** The payload. */
  readonly data: string;
  /** Null for the first of a record. */
  readonly parent: string | null;
  readonly signature: string;
  /** As it was written, and in nanoseconds. */
  readonly timestamp: string;
  readonly at: bigint;
}

/** A commit with what it links, its signature checked. Nothing is known of its place in a record. */
export interface SignedCommit {
  readonly commit: Commit;
  readonly file: KeyFile;
  readonly payload: Uint8Array;
  /** As it is stored and sent. */
  readonly block: Block;
}

/** The contents of a commit, before it is signed. */
export interface NewCommit {
  readonly type: CommitType;
  readonly payload: Uint8Array;
  readonly parent: string | null;
  readonly at: bigint;
}

/** Larger payloads are ignored. IPGS §17. */
export const MAX_PAYLOAD_BYTES = 64 * 1024;

const wrong = (message: string, key: string): Fail =>
  fail('malformed', message, { rule: 'commit', at: { path: `/${key}` } });

/** What is signed, but for the line feed behind it: timestamp, type, key, data and parent, in this order. */
export const stringToSign = ({
  timestamp,
  type,
  key,
  data,
  parent,
}: Pick<Commit, 'timestamp' | 'type' | 'key' | 'data' | 'parent'>): string =>
  [timestamp, type, key, data, parent ?? 'none'].join('|');

/** Writes a commit. */
export const encodeCommit = (commit: Omit<Commit, 'cid' | 'at'>): Block =>
  encodeObject({
    'commit-type': commit.type,
    'committer-public-key': toLink(commit.key),
    data: toLink(commit.data),
    ...(commit.parent === null ? {} : { parent: toLink(commit.parent) }),
    signature: commit.signature,
    timestamp: commit.timestamp,
  });

/** Reads a commit. Unknown keys are ignored, and the misspelled one of the source document is read. IPGS §16. */
export function decodeCommit(cid: Cid, bytes: Uint8Array): Result<Commit> {
  const object = decodeObject(cid, bytes);
  if (!object.ok) return object;
  const { 'commit-type': type, data, parent, signature, timestamp } = object.value;
  if (!isCommitType(type)) return wrong('unknown commit type', 'commit-type');
  const key = keyOf(object.value);
  if (key === null)
    return wrong("missing or invalid link to the committer's key", 'committer-public-key');
  const payload = linkOf(data);
  if (payload === null) return wrong('missing or invalid link to the payload', 'data');
  const before = parent === undefined ? null : linkOf(parent);
  if (parent !== undefined && before === null) return wrong('the parent is not a link', 'parent');
  if (typeof signature !== 'string') return wrong('missing signature', 'signature');
  const at = typeof timestamp === 'string' ? parseTimestamp(timestamp) : null;
  if (at?.ok !== true || typeof timestamp !== 'string')
    return wrong('missing or invalid timestamp', 'timestamp');
  return ok({
    ...{ cid: formatCid(cid), type, key, data: payload, parent: before },
    ...{ signature, timestamp, at: at.value },
  });
}

const isCommitType = (type: unknown): type is CommitType =>
  COMMIT_TYPES.includes(type as CommitType);

/** The key's link; if both spellings are present, they must be equal. */
function keyOf(object: IpldObject): string | null {
  const links = ['committer-public-key', 'commiter-public-key']
    .filter(name => object[name] !== undefined)
    .map(name => linkOf(object[name]));
  return links.length > 0 && links.every(link => link === links[0]) ? links[0]! : null;
}

/**
 * Checks a commit alone: that key and payload are those it links and not too large, and that the signature is valid for the
 * time it gives. With the line feed or, as some may sign, without.
 */
export async function checkCommit(
  keyring: Keyring,
  commit: Commit,
  file: KeyFile,
  payload: Uint8Array,
): Promise<Result<GoodSignature>> {
  if (payload.length > MAX_PAYLOAD_BYTES)
    return fail('too-large', `the payload is too large: ${MAX_PAYLOAD_BYTES} bytes at most`, {
      rule: 'payload',
      at: { path: '/data' },
    });
  const { signature, at } = commit;
  const check = (text: string) =>
    checkSignature(keyring, { file, bytes: utf8.encode(text), signature, at });
  const text = stringToSign(commit);
  const good = await check(`${text}\n`);
  return good.ok || good.fault.rule !== 'bytes' ? good : check(text);
}

const utf8 = new TextEncoder();

/** Makes a commit and signs it. The caller stores it before sending it: signed again, it would be another. */
export async function makeCommit(
  signer: Signer,
  { type, payload, parent, at }: NewCommit,
): Promise<Result<SignedCommit>> {
  const key = signer.file.hash;
  const timestamp = formatTimestamp(at);
  const data = formatCid(fileBlock(payload).cid);
  const fields = { type, key, data, parent, timestamp };
  const signature = await signer.sign(utf8.encode(`${stringToSign(fields)}\n`), at);
  if (!signature.ok) return signature;
  const block = encodeCommit({ ...fields, signature: signature.value });
  const commit = { ...fields, cid: formatCid(block.cid), signature: signature.value, at };
  return ok({ commit, file: signer.file, payload, block });
}
