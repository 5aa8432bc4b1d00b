/**
 * Passkeys that unlock the player's key. Each has its own secret (WebAuthn's PRF), which encrypts a copy of the key. The server stores the
 * copy and cannot decrypt it; the device or password manager syncs the passkey.
 */
import { bytesToHex, concatBytes, fail, hexToBytes, ok, type Result } from '@kifu/core';
import type { Player } from '@kifu/record/player';
import { publicKeyOf } from '@kifu/record/sign';
import type { PlayerKey } from './player-key.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A copy of a key, and the passkey that opens it. */
export interface WrappedKey {
  /** Of the passkey, in base64url. */
  readonly id: string;
  /** Nonce, ciphertext and tag of AES-GCM: 60 bytes in hex. */
  readonly sealed: string;
}

/** A passkey that was shown. */
export interface ShownPasskey {
  readonly id: string;
  /** The id of the player, which it was made with. */
  readonly player: string;
  readonly opener: CryptoKey;
}

const TAG = new TextEncoder().encode('kifu/passkey/1');
const NONCE_BYTES = 12;
/** EdDSA, ECDSA and RSA, as any passkey has one of: what it signs is never checked. */
const ALGORITHMS = [-8, -7, -257];
/** A passkey gives another secret when it has not verified its user: it always has to. */
const VERIFIED = { userVerification: 'required' } as const;
const EXTENSIONS = { prf: { eval: { first: TAG } } };

const NO_BROWSER = fail('unsupported', 'this browser has no passkeys that can keep a key', {
  rule: 'browser',
});
const NO_SECRET = fail('unsupported', 'this passkey cannot keep a key', { rule: 'no-secret' });
const CALLED_OFF = fail('unreachable', 'the request was canceled or timed out', {
  rule: 'called-off',
});
const HAS_ONE = fail('exists', 'there is a passkey of yours on this device', { rule: 'has-one' });
const FOREIGN = fail('bad-signature', 'the passkey does not open what the server has kept', {
  rule: 'foreign',
});

/** Whether it is worth asking: a browser may still find that none of its passkeys can do it. */
export async function hasPasskeys(): Promise<boolean> {
  if (typeof PublicKeyCredential === 'undefined') return false;
  const can = await PublicKeyCredential.getClientCapabilities?.().catch(() => null);
  return can?.['extension:prf'] !== false;
}

/** Makes a passkey and seals the key by it. Where the player has one of `others` on the device already, it is not made. */
export async function makePasskey(
  { id, name }: Player,
  key: PlayerKey,
  others: readonly string[],
): Promise<Result<WrappedKey>> {
  const made = await asking(() =>
    navigator.credentials.create({
      publicKey: {
        rp: { name: 'Kifu' },
        user: { id: hexToBytes(id) as Bytes, name, displayName: name },
        challenge: unchecked(),
        pubKeyCredParams: ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
        excludeCredentials: others.map(listed),
        authenticatorSelection: { residentKey: 'required', ...VERIFIED },
        extensions: EXTENSIONS,
      },
    }),
  );
  if (!made.ok) return made;
  // some authenticators return the secret only on a second request
  const isAble = made.value.getClientExtensionResults().prf?.enabled === true;
  const asked =
    secretOf(made.value) !== null || !isAble ? made : await getPasskey([listed(made.value.id)]);
  const secret = asked.ok ? secretOf(asked.value) : null;
  if (secret === null) {
    forgetPasskey(made.value.id);
    return asked.ok ? NO_SECRET : asked;
  }
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const opener = await openerOf(secret);
  const box = { name: 'AES-GCM', iv: nonce };
  const sealed = await crypto.subtle.encrypt(box, opener, key.secret as Bytes);
  return ok({ id: made.value.id, sealed: bytesToHex(concatBytes(nonce, new Uint8Array(sealed))) });
}

/** Asks for any passkey of this site. */
export async function showPasskey(): Promise<Result<ShownPasskey>> {
  const shown = await getPasskey([]);
  if (!shown.ok) return shown;
  const secret = secretOf(shown.value);
  const { userHandle } = shown.value.response as AuthenticatorAssertionResponse;
  if (secret === null || userHandle === null) return NO_SECRET;
  const player = bytesToHex(new Uint8Array(userHandle));
  return ok({ id: shown.value.id, player, opener: await openerOf(secret) });
}

/** Opens the copy of a key, which must be the secret of `key`: a server may give an older copy that the same passkey sealed. */
export async function openSealed(
  { opener }: ShownPasskey,
  { key, sealed }: { readonly key: string; readonly sealed: string },
): Promise<Result<Bytes>> {
  try {
    const bytes = hexToBytes(sealed) as Bytes;
    const box = { name: 'AES-GCM', iv: bytes.subarray(0, NONCE_BYTES) };
    const opened = await crypto.subtle.decrypt(box, opener, bytes.subarray(NONCE_BYTES));
    const secret = new Uint8Array(opened);
    return bytesToHex(await publicKeyOf(secret)) === key ? ok(secret) : FOREIGN;
  } catch {
    return FOREIGN;
  }
}

/** Tells the browser that a passkey opens nothing any more, so that it need not be offered; not every browser listens. */
export function forgetPasskey(credentialId: string): void {
  const rpId = location.hostname;
  void PublicKeyCredential.signalUnknownCredential?.({ rpId, credentialId }).catch(() => {});
}

const getPasskey = (allowCredentials: PublicKeyCredentialDescriptor[]) =>
  asking(() =>
    navigator.credentials.get({
      publicKey: { challenge: unchecked(), allowCredentials, extensions: EXTENSIONS, ...VERIFIED },
    }),
  );

/** What the browser refuses, as a fault. */
async function asking(ask: () => Promise<Credential | null>): Promise<Result<PublicKeyCredential>> {
  try {
    const given = await ask();
    return given === null ? CALLED_OFF : ok(given as PublicKeyCredential);
  } catch (cause) {
    const { name } = cause as DOMException;
    if (name === 'InvalidStateError') return HAS_ONE;
    return name === 'NotAllowedError' || name === 'AbortError' ? CALLED_OFF : NO_BROWSER;
  }
}

/** Bytes for a passkey to sign; the signature is not checked: what counts is the secret that the passkey gives. */
const unchecked = (): Bytes => crypto.getRandomValues(new Uint8Array(32));

const listed = (id: string): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: Uint8Array.from(atob(id.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0)),
});

const secretOf = (credential: PublicKeyCredential): BufferSource | null =>
  credential.getClientExtensionResults().prf?.results?.first ?? null;

async function openerOf(secret: BufferSource): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: TAG },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}
