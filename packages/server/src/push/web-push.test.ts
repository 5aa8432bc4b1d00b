/** Web Push by the published example of RFC 8291 (appendix A), and as a browser reads it. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areSubscriptionKeys, encryptPush, pushKeyOf, vapidHeader } from './web-push.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');
const EXAMPLE = {
  endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
  keys: {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};
/** Private key of the receiver in the example. */
const RECEIVER = bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94');

/** Reads a message as a browser does. */
function decrypt(body: Buffer, receiver = RECEIVER, auth = EXAMPLE.keys.auth): Buffer {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(receiver);
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 86)];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const keying = hkdfSync('sha256', ecdh.computeSecret(sender), bytes(auth), info, 32);
  const part = (name: string, length: number) =>
    Buffer.from(
      hkdfSync('sha256', Buffer.from(keying), salt, `Content-Encoding: ${name}\0`, length),
    );
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
  decipher.setAuthTag(body.subarray(-16));
  const text = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
  expect(text.at(-1)).toBe(2);
  return text.subarray(0, -1);
}

test('encrypts the example of RFC 8291 to its published bytes', () => {
  const body = encryptPush(EXAMPLE, Buffer.from('When I grow up, I want to be a watermelon'), {
    secret: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  });
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('a browser reads any message, and no two are alike', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), message => {
      const [one, two] = [encryptPush(EXAMPLE, message), encryptPush(EXAMPLE, message)];
      expect(decrypt(one).equals(message)).toBe(true);
      expect(one.equals(two)).toBe(false);
    }),
    { numRuns: 20 },
  );
});

test.each<[string, { p256dh: string; auth: string }, boolean]>([
  ['those of the example', EXAMPLE.keys, true],
  ['nothing', { p256dh: '', auth: '' }, false],
  ['a short secret', { ...EXAMPLE.keys, auth: 'AAAA' }, false],
  ['a short point', { ...EXAMPLE.keys, p256dh: EXAMPLE.keys.p256dh.slice(4) }, false],
  [
    'a point off the curve',
    { ...EXAMPLE.keys, p256dh: `${EXAMPLE.keys.p256dh.slice(0, -2)}AA` },
    false,
  ],
  ['zeros', { ...EXAMPLE.keys, p256dh: Buffer.alloc(65).toString('base64url') }, false],
])('keys of a subscription: %s', (_, keys, good) => expect(areSubscriptionKeys(keys)).toBe(good));

describe('the identity of the server', () => {
  const key = pushKeyOf(Buffer.alloc(32, 7));

  test('is a token for one push service that its key verifies', () => {
    const header = vapidHeader(key, EXAMPLE.endpoint, 'https://kifu.example', 1_700_000_000_000);
    const [, token, point] = /^vapid t=([^,]+), k=(.+)$/.exec(header)!;
    const [head, claims, signature] = token!.split('.');
    expect(JSON.parse(bytes(head!).toString())).toEqual({ typ: 'JWT', alg: 'ES256' });
    expect(JSON.parse(bytes(claims!).toString())).toEqual({
      aud: 'https://push.example.net',
      exp: 1_700_043_200,
      sub: 'https://kifu.example',
    });
    expect(point).toBe(key.publicKey);
    const [x, y] = [bytes(point!).subarray(1, 33), bytes(point!).subarray(33)];
    const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    const signed = Buffer.from(`${head}.${claims}`);
    const by = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', signed, by, bytes(signature!))).toBe(true);
    expect(verify('sha256', Buffer.from(`${head}.x`), by, bytes(signature!))).toBe(false);
  });
});
