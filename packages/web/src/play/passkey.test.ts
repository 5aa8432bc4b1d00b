/** The copy of a key that a passkey opens must be the key that the server names. */
import { bytesToHex, concatBytes, hexToBytes } from '@kifu/core';
import { publicKeyOf } from '@kifu/record/sign';
import { expect, test } from 'vitest';
import { openSealed } from './passkey.ts';

const opener = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
  'encrypt',
  'decrypt',
]);
const shown = { id: 'passkey', player: '', opener };
const secretOf = (byte: number) => new Uint8Array(32).fill(byte);
const keyOf = async (byte: number) => bytesToHex(await publicKeyOf(secretOf(byte)));

async function seal(secret: Uint8Array<ArrayBuffer>): Promise<string> {
  const iv = new Uint8Array(12).fill(7);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, opener, secret);
  return bytesToHex(concatBytes(iv, new Uint8Array(sealed)));
}

test('opens the secret of the key', async () => {
  const copy = { key: await keyOf(1), sealed: await seal(secretOf(1)) };
  expect(await openSealed(shown, copy)).toEqual({ ok: true, value: secretOf(1) });
});

test('refuses an older copy that the same passkey sealed', async () => {
  const older = { key: await keyOf(1), sealed: await seal(secretOf(2)) };
  expect(await openSealed(shown, older)).toMatchObject({ ok: false, fault: { rule: 'foreign' } });
});

test.each([
  ['a changed copy', async () => bytesToHex(hexToBytes(await seal(secretOf(1))).reverse())],
  ['a secret of another length', () => seal(new Uint8Array(31))],
  ['no hex', async () => 'xyz'],
  ['nothing', async () => ''],
])('refuses %s', async (_, sealed) => {
  const copy = { key: await keyOf(1), sealed: await sealed() };
  expect(await openSealed(shown, copy)).toMatchObject({ ok: false, fault: { rule: 'foreign' } });
});
