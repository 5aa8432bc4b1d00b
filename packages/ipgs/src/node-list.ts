/** `my-nodes.txt`: the peers through which a player publishes, signed by the player. IPGS §2.3. */
import { fail, ok, type Result } from '@kifu/core';
import { base32 } from 'multiformats/bases/base32';
import { base36 } from 'multiformats/bases/base36';
import { base58btc } from 'multiformats/bases/base58';
import { CID } from 'multiformats/cid';
import { decode as decodeDigest } from 'multiformats/hashes/digest';
import type { KeyFile } from './pgp/key-file.ts';
import type { Keyring } from './pgp/keyring.ts';
import type { Signer } from './pgp/secret-key.ts';
import { checkSignature } from './pgp/signature.ts';

/** A list as it is published. */
export interface SignedNodeList {
  /** `my-nodes.txt`. */
  readonly text: Uint8Array;
  /** `my-nodes.sig`: binary, or in ASCII armor. */
  readonly signature: Uint8Array;
}

/** A list that its player signed. */
export interface NodeList {
  /** Peer ids in base58, in order. */
  readonly nodes: readonly string[];
  readonly signedAt: bigint;
}

const MAX_NODES = 100;
const MAX_LIST_BYTES = 16 * 1024;
/** Numbers from the multicodec table: keys of libp2p, and the two ways in which peer ids hold them. */
const LIBP2P_KEY = 0x72;
const IDENTITY = 0x00;
const SHA_256 = 0x12;
/** A key that is short enough stands in its peer id itself. */
const MAX_IDENTITY_BYTES = 42;

/** A peer id in its one spelling (base58), from any of the usual ones; null where it is none. */
export function parsePeerId(text: string): string | null {
  if (text.length > 128) return null;
  try {
    const bytes = /^(?:1|Qm)/.test(text) ? base58btc.baseDecode(text) : keyDigest(text);
    const { code, size } = decodeDigest(bytes);
    const isPeer = code === SHA_256 ? size === 32 : code === IDENTITY && size <= MAX_IDENTITY_BYTES;
    return isPeer ? base58btc.baseEncode(bytes) : null;
  } catch {
    return null;
  }
}

/** The peer id of a node by its Ed25519 public key, which stands in it as it is (libp2p peer id specification). */
export const peerIdOf = (publicKey: Uint8Array): string =>
  base58btc.baseEncode(Uint8Array.of(IDENTITY, 36, 0x08, 0x01, 0x12, 32, ...publicKey));

function keyDigest(text: string): Uint8Array {
  const cid = text.startsWith('k') ? CID.parse(text, base36) : CID.parse(text, base32);
  if (cid.code !== LIBP2P_KEY) throw new Error('not the ID of a key');
  return cid.multihash.bytes;
}

/** Writes a list: sorted by bytes, each peer once, each followed by a line feed. */
export const formatNodeList = (nodes: readonly string[]): string =>
  [...new Set(nodes)]
    .sort()
    .map(node => `${node}\n`)
    .join('');

/** Reads a list as strangers write them: other spellings of peer ids, other line ends, blank lines. */
export function parseNodeList(text: string): Result<readonly string[]> {
  const lines = text.split('\n').map(line => line.trim());
  const nodes = lines.filter(line => line !== '').map(parsePeerId);
  if (nodes.length > MAX_NODES)
    return fail('too-large', `too many nodes: ${MAX_NODES} at most`, { rule: 'nodes' });
  const known = nodes.filter(node => node !== null);
  if (known.length < nodes.length)
    return fail('malformed', 'a list of nodes must have one peer ID per line', {
      rule: 'nodes',
      at: { line: lines.findIndex(line => line !== '' && parsePeerId(line) === null) + 1 },
    });
  return ok([...new Set(known)].sort());
}

/** Signs a list; the signature is binary, as `gpg --detach-sign` makes it. */
export async function signNodeList(
  signer: Signer,
  nodes: readonly string[],
  at: bigint,
): Promise<Result<SignedNodeList>> {
  const text = new TextEncoder().encode(formatNodeList(nodes));
  const armored = await signer.sign(text, at);
  if (!armored.ok) return armored;
  const { readSignature } = await import('openpgp');
  const signature = await readSignature({ armoredSignature: armored.value });
  return ok({ text, signature: signature.write() as Uint8Array });
}

/** Reads a list and checks that the player of a key signed it. */
export async function checkNodeList(
  keyring: Keyring,
  file: KeyFile,
  { text, signature }: SignedNodeList,
): Promise<Result<NodeList>> {
  if (text.length > MAX_LIST_BYTES || signature.length > MAX_LIST_BYTES)
    return fail('too-large', `the list of nodes is too large: ${MAX_LIST_BYTES} bytes at most`, {
      rule: 'nodes',
    });
  const nodes = parseNodeList(new TextDecoder().decode(text));
  if (!nodes.ok) return nodes;
  const good = await checkSignature(keyring, {
    file,
    bytes: text,
    signature: isArmored(signature) ? new TextDecoder().decode(signature) : signature,
    at: null,
  });
  return good.ok ? ok({ nodes: nodes.value, signedAt: good.value.createdAt }) : good;
}

/** The first bit of every packet is set, that of every letter is not. */
const isArmored = ([first = 0]: Uint8Array): boolean => first < 0x80;

/** Of several lists by one player the one that was signed last counts: any node can show an old one again. */
export const newestNodeList = (lists: readonly NodeList[]): NodeList | null =>
  lists.reduce<NodeList | null>(
    (newest, list) => (newest === null || list.signedAt > newest.signedAt ? list : newest),
    null,
  );
