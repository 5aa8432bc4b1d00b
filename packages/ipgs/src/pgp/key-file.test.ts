/** Key files from strangers. */
import { unwrap } from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTimestamp } from '../timestamp.ts';
import { MAX_KEY_FILE_BYTES, readKeyFile } from './key-file.ts';
import { createKeyring } from './keyring.ts';
import { createKeyPair, unlock } from './secret-key.ts';
import { checkSignature } from './signature.ts';

const at = unwrap(parseTimestamp('2024-03-01T10:00:00Z'));
const passphrase = 'so';
const ann = unwrap(await createKeyPair({ name: ' Ann ', passphrase, at }));
const utf8 = new TextEncoder();
const armored = new TextDecoder().decode(ann.file.bytes);

/** What a block of ASCII armor holds, between its first and last lines. */
const armorOf = (text: string) => text.split('\n').slice(2, -2).join('\n');

test.each<[why: string, text: string, code: string]>([
  ['empty', '', 'malformed'],
  ['not armored', 'hello', 'malformed'],
  ['a secret key', ann.secret, 'malformed'],
  ['two keys', armored + armored, 'malformed'],
  ['half a key', armored.slice(0, armored.length >> 1), 'malformed'],
  ['a signature', armored.replaceAll('PUBLIC KEY BLOCK', 'SIGNATURE'), 'malformed'],
  ['no base64', armored.replace(armorOf(armored), '!!!!'), 'malformed'],
  ['a key and megabytes of blanks', armored + '\n'.repeat(MAX_KEY_FILE_BYTES), 'too-large'],
  [
    'a million lines of armor headers',
    `${armored.split('\n')[0]}\n${'Comment: x\n'.repeat(20_000)}`,
    'malformed',
  ],
])('refuses a key file that is %s', async (_why, text, code) => {
  expect(await readKeyFile(utf8.encode(text))).toMatchObject({ ok: false, fault: { code } });
});

test('refuses a key with more user ids than the limit', async () => {
  const { generateKey } = await import('openpgp');
  const { publicKey } = await generateKey({
    type: 'ecc',
    curve: 'ed25519Legacy',
    userIDs: Array.from({ length: 65 }, (_, i) => ({ name: `Ann ${i}` })),
    subkeys: [],
  });
  expect(await readKeyFile(utf8.encode(publicKey))).toMatchObject({ fault: { code: 'too-large' } });
});

test('reading a key file never throws', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(armored.length - 1), fc.string({ maxLength: 20 }), async (i, text) => {
      await readKeyFile(utf8.encode(armored.slice(0, i) + text + armored.slice(i + 20)));
    }),
    { numRuns: 50 },
  );
});

test('refuses malformed signatures, and those of another key', async () => {
  const signer = unwrap(await unlock(ann, passphrase));
  const bytes = utf8.encode('x');
  const good = unwrap(await signer.sign(bytes, at));
  const keyring = createKeyring();
  const check = (signature: string | Uint8Array) =>
    checkSignature(keyring, { file: ann.file, bytes, signature, at });
  expect(await check(good)).toMatchObject({ ok: true });
  for (const [signature, rule] of [
    ['', 'signature'],
    [armored, 'signature'],
    [good + good, 'signature'],
    ['x'.repeat(20_000), 'signature'],
    [Uint8Array.of(0x88), 'signature'],
    [new Uint8Array(100).fill(0xff), 'signature'],
  ] as const)
    expect(await check(signature)).toMatchObject({ ok: false, fault: { rule } });
  const other = unwrap(await createKeyPair({ name: 'Mallory', passphrase, at }));
  const forged = unwrap(await unwrap(await unlock(other, passphrase)).sign(bytes, at));
  expect(await check(forged)).toMatchObject({ fault: { rule: 'foreign-key' } });
  expect(await unlock({ file: ann.file, secret: other.secret }, passphrase)).toMatchObject({
    fault: { rule: 'secret-key' },
  });
});

test.each(['', '<b>', 'a (b)', 'a\nb', 'x'.repeat(201)])(
  'makes no key for the name %j',
  async name => {
    expect(await createKeyPair({ name, passphrase, at })).toMatchObject({
      fault: { rule: 'secret-key' },
    });
  },
);

test('makes no key without a passphrase', async () => {
  expect(await createKeyPair({ name: 'Ann', passphrase: '', at })).toMatchObject({ ok: false });
});
