/** Detached signatures, checked by the rules of IPGS §3: which keys may sign, when they are valid, which hashes are good. */
import { type Fail, fail, ok, type Result } from '@kifu/core';
import type { Key, Signature, SignaturePacket, Subkey } from 'openpgp';
import { SECOND, toDate } from '../timestamp.ts';
import { isOneBlock, type KeyFile, parseArmored } from './key-file.ts';
import type { Keyring } from './keyring.ts';

/** A signature that is good. */
export interface GoodSignature {
  /** Of the key that made it, primary or subkey, in capitals. */
  readonly fingerprint: string;
  /** Its own time; whole seconds. */
  readonly createdAt: bigint;
}

/** What was signed, by whom, when. */
export interface SignedBytes {
  readonly file: KeyFile;
  readonly bytes: Uint8Array;
  /** In ASCII armor, or binary. */
  readonly signature: string | Uint8Array;
  /** The moment at which keys are judged, near which it must have been made; null if only the signature gives a time. */
  readonly at: bigint | null;
}

/** Larger signatures are ignored; RSA of 16,384 bits takes 3 KiB. */
const MAX_SIGNATURE_BYTES = 16 * 1024;
/** How far the time in a signature may lie from that of its commit. */
const MAX_SKEW = 300n * SECOND;
/** SHA-256, SHA-384, SHA-512 as OpenPGP numbers them. RFC 9580 §9.5. */
const HASHES: readonly (number | null)[] = [8, 9, 10];
/** RSA, ECDSA, EdDSA of old, Ed25519. RFC 9580 §9.1. */
const ALGORITHMS: readonly (number | null)[] = [1, 19, 22, 27];
/** Of bytes, of text. RFC 9580 §5.2.1. */
const TYPES: readonly (number | null)[] = [0x00, 0x01];

const bad = (rule: string, message: string): Fail => fail('bad-signature', message, { rule });

/** Whether a signature is good; where it is not, why. */
export async function checkSignature(
  keyring: Keyring,
  { file, bytes, signature, at }: SignedBytes,
): Promise<Result<GoodSignature>> {
  const read = await readSignature(signature);
  if (!read.ok) return read;
  const [packet] = read.value.packets as unknown as [SignaturePacket];
  const wrong = findWrong(packet, at);
  if (wrong !== null) return wrong;
  const created = packet.created!;
  const key = file.isRevoked ? await parseArmored(file.bytes) : ok(file.key);
  if (!key.ok) return key;
  const [part] = key.value.getKeys(packet.issuerKeyID);
  if (part === undefined)
    return bad(
      'foreign-key',
      `the signature is by a key that is not in the key file of ${file.name}`,
    );
  const invalid = await findInvalid(keyring, file, key.value, part, [
    created,
    ...(at === null ? [] : [toDate(at)]),
  ]);
  if (invalid !== null) return invalid;
  if (!(await isMadeBy(part, packet, bytes, created)))
    return bad('bytes', 'the signature is for other bytes');
  const fingerprint = part.getFingerprint().toUpperCase();
  return ok({ fingerprint, createdAt: BigInt(created.getTime()) * 1_000_000n });
}

async function readSignature(signature: string | Uint8Array): Promise<Result<Signature>> {
  if (signature.length > MAX_SIGNATURE_BYTES)
    return fail('too-large', `the signature is too large: ${MAX_SIGNATURE_BYTES} bytes at most`, {
      rule: 'signature',
    });
  const openpgp = await import('openpgp');
  try {
    const isText = typeof signature === 'string';
    const read = isText
      ? await openpgp.readSignature({ armoredSignature: signature })
      : await openpgp.readSignature({ binarySignature: signature });
    if (read.packets.length === 1 && (!isText || isOneBlock(signature))) return ok(read);
  } catch {
    // one fault for all errors of OpenPGP.js
  }
  return bad('signature', 'not a single detached OpenPGP signature');
}

/** What is wrong with a signature before any key is examined. */
function findWrong(packet: SignaturePacket, at: bigint | null): Fail | null {
  const { version, signatureType, hashAlgorithm, publicKeyAlgorithm, created } = packet;
  if ((version !== 4 && version !== 6) || !TYPES.includes(signatureType) || created === null)
    return bad('signature', 'unsupported signature; expected version 4 or 6, of bytes or text');
  if (!HASHES.includes(hashAlgorithm))
    return bad('hash', 'unsupported hash of the signature; expected SHA-256, SHA-384 or SHA-512');
  if (!ALGORITHMS.includes(publicKeyAlgorithm))
    return bad(
      'algorithm',
      'unsupported algorithm of the signature; expected RSA, ECDSA, EdDSA or Ed25519',
    );
  if (at === null) return null;
  const skew = BigInt(created.getTime()) * 1_000_000n - at;
  return skew > MAX_SKEW || -skew > MAX_SKEW
    ? bad('time', 'the signature was made more than 300 s before or after the time it states')
    : null;
}

/** Why a key could not sign at some moment. */
async function findInvalid(
  keyring: Keyring,
  file: KeyFile,
  key: Key,
  part: Key | Subkey,
  moments: readonly Date[],
): Promise<Fail | null> {
  for (const moment of moments) {
    // a revocation first: its reason says more than that a key is of no use
    for (const { bytes } of keyring.revocations(file)) {
      const other = await parseArmored(bytes);
      if (other.ok && (await isRevoked(other.value, part, moment)))
        return bad('revoked-key', `the key of ${file.name} was revoked`);
    }
    if (!(await couldSign(key, part, moment)))
      return bad('invalid-key', `the key of ${file.name} could not sign at that time`);
  }
  return null;
}

/** Whether, by a file, a key, or the primary key above it, is revoked at a moment. The file must have been read for this. */
async function isRevoked(key: Key, part: Key | Subkey, moment: Date): Promise<boolean> {
  if (await key.isRevoked(undefined, undefined, moment)) return true;
  const same = key.subkeys.find(subkey => subkey.getFingerprint() === part.getFingerprint());
  for (const binding of same?.bindingSignatures ?? [])
    if (await same!.isRevoked(binding, undefined as never, moment)) return true;
  return false;
}

/** What was found out of parts of keys last, each at some second: OpenPGP counts in those, and many signatures are of one. */
const abilities = new WeakMap<
  Key | Subkey,
  { readonly second: number; readonly is: Promise<boolean> }
>();

/** Whether a part of a key could sign at a moment. */
function couldSign(key: Key, part: Key | Subkey, moment: Date): Promise<boolean> {
  const second = Math.floor(moment.getTime() / 1000);
  const known = abilities.get(part);
  if (known?.second === second) return known.is;
  const is = key.getSigningKey(part.getKeyID(), moment).then(
    able => able.getFingerprint() === part.getFingerprint(),
    // expired, not yet made, not made for signing, not bound to its primary key
    () => false,
  );
  abilities.set(part, { second, is });
  return is;
}

/** Whether a part of a key, which could sign then, made a signature of some bytes. */
async function isMadeBy(
  part: Key | Subkey,
  packet: SignaturePacket,
  bytes: Uint8Array,
  created: Date,
): Promise<boolean> {
  const { createMessage, enums } = await import('openpgp');
  const { packets } = await createMessage({ binary: bytes });
  const data = packets.findPacket(enums.packet.literalData)!;
  try {
    await packet.verify(part.keyPacket, packet.signatureType!, data, created, true);
    return part.getCreationTime() <= created;
  } catch {
    return false;
  }
}
