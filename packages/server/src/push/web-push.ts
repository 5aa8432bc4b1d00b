/**
 * Web Push: a message that only one browser can read (RFC 8291, aes128gcm), and the server's identity at the push service (VAPID,
 * RFC 8292).
 */
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

/** What a browser gives a page that may send it messages. */
export interface PushSubscription {
  /** Where the push service takes messages for this browser. */
  readonly endpoint: string;
  /** Base64url: a point of P-256, uncompressed, and 16 secret bytes. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Identity of a server at push services. */
export interface PushKey {
  /** The point of P-256 in base64url: what a page subscribes with. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** Randomness of one message; given in tests with published values. */
export interface PushSecrets {
  /** Private key of the sender, used once. */
  readonly secret: Uint8Array;
  readonly salt: Uint8Array;
}

const CURVE = 'prime256v1';
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const RECORD_BYTES = 4096;
/** The delimiter of the last record (RFC 8188 §2). */
const LAST = Uint8Array.of(2);
/** How long a token is valid; push services take at most a day. */
const TOKEN_SECONDS = 12 * 3600;

/** Whether text is the keys of a subscription: a point of the curve and a secret of the right length. */
export function areSubscriptionKeys({ p256dh, auth }: PushSubscription['keys']): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES)
    return false;
  try {
    sharedSecret(createSender(), point);
    return true;
  } catch {
    return false; // the point is not on the curve
  }
}

/** Encrypts a message for one subscription: the body of the request to its endpoint. */
export function encryptPush(
  { keys }: PushSubscription,
  message: Uint8Array,
  { secret, salt }: Partial<PushSecrets> = {},
): Buffer {
  const sender = createSender(secret);
  const receiverKey = Buffer.from(keys.p256dh, 'base64url');
  const senderKey = sender.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]);
  const shared = sharedSecret(sender, receiverKey);
  const keying = derive(shared, Buffer.from(keys.auth, 'base64url'), info, 32);
  const used = salt ?? randomBytes(16);
  const key = derive(keying, used, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(keying, used, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES);
  sizes[4] = senderKey.length;
  return Buffer.concat([
    ...[used, sizes, senderKey],
    ...[cipher.update(message), cipher.update(LAST), cipher.final(), cipher.getAuthTag()],
  ]);
}

/** Makes the identity from the secret of a key of P-256. */
export function pushKeyOf(secret: Uint8Array): PushKey {
  const point = createSender(secret).getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part =>
    part.toString('base64url'),
  );
  const d = Buffer.from(secret).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: x!, y: y!, d };
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
  };
}

/** The `Authorization` header for one push service. `subject` is where its operator reaches ours: an `https:` or `mailto:` URL. */
export function vapidHeader(
  { publicKey, privateKey }: PushKey,
  endpoint: string,
  subject: string,
  nowMs: number,
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(nowMs / 1000) + TOKEN_SECONDS,
    sub: subject,
  };
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}

function createSender(secret?: Uint8Array) {
  const sender = createECDH(CURVE);
  if (secret === undefined) sender.generateKeys();
  else sender.setPrivateKey(secret);
  return sender;
}

const sharedSecret = (sender: ReturnType<typeof createSender>, point: Uint8Array): Buffer =>
  sender.computeSecret(point);

const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));
