/** Keys of an identity: created, imported from gpg, locked. A failure leaves no directory behind. */
import { encodeBase64, ok, type Result } from '@kifu/core';
import {
  createKeyPair,
  createKeyring,
  firstSigning,
  fromMs,
  type KeyPair,
  lockSecret,
  unlock,
} from '@kifu/ipgs';
import type { Io } from '../io.ts';
import { findKey } from '../keys.ts';
import { readInput, readInputText } from '../read-input.ts';
import type { CommandReport } from '../run-command.ts';
import { askPeer, type PeerOptions, passphraseOf } from './ask-peer.ts';

/** Longer key files are refused. */
export const MAX_KEY_BYTES = 1 << 20;

/** Creates an identity. */
export async function newIdentity(
  io: Io,
  name: string,
  options: PeerOptions & { readonly email?: string },
): Promise<Result<CommandReport>> {
  const passphrase = await passphraseOf(io, options, LOCKS);
  if (!passphrase.ok) return passphrase;
  const { email } = options;
  const at = fromMs(io.now());
  const pair = await createKeyPair({
    ...{ name, passphrase: passphrase.value, at },
    ...(email === undefined ? {} : { email }),
  });
  if (!pair.ok) return pair;
  const signer = await unlock(pair.value, passphrase.value);
  return signer.ok ? create(io, options, pair.value, passphrase.value, at, false) : signer;
}

const LOCKS =
  'the secret key needs a passphrase; give one in KIFU_PASSPHRASE, or in a file with --passphrase-file';

/** Takes over a key that gpg exported: the public key as it is published, and the secret key or its subkeys, which the passphrase locks if nothing did. */
export async function importIdentity(
  io: Io,
  publicFile: string,
  secretPath: string,
  options: PeerOptions,
): Promise<Result<CommandReport>> {
  const bytes = await readInput(io, publicFile, MAX_KEY_BYTES);
  if (!bytes.ok) return bytes;
  const given = await readInputText(io, secretPath, MAX_KEY_BYTES);
  if (!given.ok) return given;
  const keyring = createKeyring();
  const file = await keyring.read(bytes.value);
  if (!file.ok) return file;
  const passphrase = await passphraseOf(io, options, LOCKS);
  if (!passphrase.ok) return passphrase;
  const secret = await lockSecret({ file: file.value, secret: given.value }, passphrase.value);
  if (!secret.ok) return secret;
  const pair = { file: file.value, secret: secret.value };
  const signer = await unlock(pair, passphrase.value);
  if (!signer.ok) return signer;
  // a list as old as the key: it is never newer than that of another device
  const listedAt = await firstSigning(keyring, signer.value, fromMs(io.now()));
  if (!listedAt.ok) return listedAt;
  return create(io, options, pair, passphrase.value, listedAt.value, true);
}

const create = (
  io: Io,
  options: PeerOptions,
  { file, secret }: KeyPair,
  passphrase: string,
  listedAt: bigint,
  isShared: boolean,
): Promise<Result<CommandReport>> =>
  askPeer(io, options, 'identity.create', {
    ...{ identity: encodeBase64(file.bytes), secret, passphrase },
    ...{ listedAt: `${listedAt}`, isShared },
  });

/** Locks a secret key that was stored without a passphrase. */
export async function lockIdentity(io: Io, options: PeerOptions): Promise<Result<CommandReport>> {
  const passphrase = await passphraseOf(io, options, LOCKS);
  return passphrase.ok
    ? askPeer(io, options, 'identity.lock', { passphrase: passphrase.value })
    : passphrase;
}

/** Vouches for a key that signs native records. */
export async function certify(
  io: Io,
  name: string,
  options: PeerOptions,
): Promise<Result<CommandReport>> {
  const key = /^[0-9a-f]{64}$/.test(name) ? ok({ key: name }) : await findKey(io, name);
  return key.ok ? askPeer(io, options, 'identity.certify', { key: key.value.key }) : key;
}
