/**
 * Certificates: an identity vouches for the Ed25519 key with which a person signs native records, on a server or in a browser. With
 * one, the verdict of a record can name the person, and not a key alone.
 */
import { type Fail, fail, ok, parseCid, type Result } from '@kifu/core';
import type { Block } from '@kifu/record/node';
import { decodeObject, encodeObject, linkOf, toLink } from './ipld.ts';
import type { KeyFile } from './pgp/key-file.ts';
import type { Signer } from './pgp/secret-key.ts';
import { checkSignature } from './pgp/signature.ts';
import { type Reading, readBlock, readKeyAt } from './read-record.ts';
import { formatTimestamp, parseTimestamp } from './timestamp.ts';

/** A key of native records, and its player. */
export interface CertifiedKey {
  /** 64 hex digits. */
  readonly key: string;
  readonly identity: KeyFile;
  readonly at: bigint;
}

const MAX_BYTES = 16 * 1024;

const wrong = (message: string): Fail => fail('malformed', message, { rule: 'record-key' });

/** What is signed: for this purpose only, so that no signature of another kind can stand for it. */
const stringToSign = (timestamp: string, player: string, key: string): Uint8Array =>
  new TextEncoder().encode(`${['record-key', timestamp, player, key].join('|')}\n`);

/** Vouches for a key. */
export async function certifyKey(signer: Signer, key: string, at: bigint): Promise<Result<Block>> {
  if (!/^[0-9a-f]{64}$/.test(key)) return wrong('a record key must be 64 hex digits');
  const timestamp = formatTimestamp(at);
  const { hash } = signer.file;
  const signature = await signer.sign(stringToSign(timestamp, hash, key), at);
  if (!signature.ok) return signature;
  const player = toLink(hash);
  return ok(
    encodeObject({ key, 'player-public-key': player, signature: signature.value, timestamp }),
  );
}

/** Reads a certificate and checks it. */
export async function readCertificate(
  reading: Reading,
  link: string,
): Promise<Result<CertifiedKey>> {
  const cid = parseCid(link);
  if (!cid.ok) return cid;
  const bytes = await readBlock(reading, cid.value, MAX_BYTES);
  if (!bytes.ok) return bytes;
  const object = decodeObject(cid.value, bytes.value);
  if (!object.ok) return object;
  const { key, signature, timestamp, 'player-public-key': player } = object.value;
  const hash = linkOf(player);
  const at = typeof timestamp === 'string' ? parseTimestamp(timestamp) : null;
  const isGood = typeof key === 'string' && typeof signature === 'string';
  if (!isGood || hash === null || at?.ok !== true) return wrong('not a certificate of a key');
  const file = await readKeyAt(reading, hash);
  if (!file.ok) return file;
  const signed = stringToSign(timestamp as string, hash, key);
  const good = await checkSignature(reading.keyring, {
    ...{ file: file.value, bytes: signed, signature, at: at.value },
  });
  return good.ok ? ok({ key, identity: file.value, at: at.value }) : good;
}
