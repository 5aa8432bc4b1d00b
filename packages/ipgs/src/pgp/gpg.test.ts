/** What we sign, stock gpg verifies, and what it signs verifies here: keys of every kind, locked, expired, revoked, split up. */
import { unwrap } from '@kifu/core';
import { afterAll, describe, expect, test } from 'vitest';
import { createGpg } from '../../test/gpg.ts';
import { checkNodeList, signNodeList } from '../node-list.ts';
import { parseTimestamp } from '../timestamp.ts';
import { createKeyring } from './keyring.ts';
import { createKeyPair, lockSecret, unlock } from './secret-key.ts';
import { checkSignature } from './signature.ts';

const gpg = createGpg();
afterAll(gpg.close);

const keyring = createKeyring();
const utf8 = new TextEncoder();
const bytes = utf8.encode('2024-03-01T10:00:00Z|challenge-offer|…\n');
const at = (text: string): bigint => unwrap(parseTimestamp(text));
/** gpg's clock is fixed at a moment: `20240301T100000!`. */
const faked = (text: string): string[] => ['--faked-system-time', `${text.replace(/[-:Z]/g, '')}!`];
const NODE = '12D3KooWK99VoVxNE7XzyBwXEzW7xhK7Gpv85r9F3V3fyKSUKPH5';

test('a key made here is taken by gpg, which verifies, signs and decrypts with it', async () => {
  const now = at('2024-03-01T10:00:00.5Z');
  const made = unwrap(
    await createKeyPair({
      name: 'Ann Example',
      email: 'ann@ipgs.invalid',
      passphrase: 'so',
      at: now,
    }),
  );
  expect(made.secret).not.toContain('PUBLIC');
  const signer = unwrap(await unlock(made, 'so'));
  gpg.run(['--import', gpg.file('ann.asc', made.file.bytes)]);
  const signature = unwrap(await signer.sign(bytes, now));
  gpg.file('data', bytes);
  gpg.file('data.asc', signature);
  gpg.run([...faked('2024-03-01T10:00:01Z'), '--verify', 'data.asc', 'data']);
  const list = unwrap(await signNodeList(signer, [NODE, NODE], now));
  gpg.file('my-nodes.txt', list.text);
  gpg.file('my-nodes.sig', list.signature);
  gpg.run([...faked('2024-03-01T10:00:01Z'), '--verify', 'my-nodes.sig', 'my-nodes.txt']);
  expect(await checkNodeList(keyring, made.file, list)).toMatchObject({ value: { nodes: [NODE] } });
  // the secret key goes to gpg too, locked as it is
  gpg.run(['--passphrase', 'so', '--import', gpg.file('ann-secret.asc', made.secret)]);
  const theirs = gpg.run(
    [
      ...faked('2024-03-01T10:01:00Z'),
      '--passphrase',
      'so',
      '-u',
      made.file.fingerprint,
      '--armor',
      '--detach-sign',
    ],
    bytes,
  );
  expect(
    await checkSignature(keyring, {
      file: made.file,
      bytes,
      signature: `${theirs}`,
      at: at('2024-03-01T10:01:00Z'),
    }),
  ).toMatchObject({ ok: true });
  expect(await unlock(made, 'wrong')).toMatchObject({ fault: { rule: 'passphrase' } });
});

/** A key of gpg whose primary part only certifies, with subkeys for signing (100 days) and encryption. */
function makeKey(userId: string, passphrase: string) {
  const began = faked('2024-01-01T00:00:00Z');
  const locked = ['--passphrase', passphrase];
  gpg.run([...began, ...locked, '--quick-gen-key', userId, 'ed25519', 'cert', '0']);
  const fingerprintsOf = (kind: string) =>
    [
      ...`${gpg.run(['--with-colons', '--list-keys', userId])}`.matchAll(
        new RegExp(`^${kind}:.*\\nfpr:+([0-9A-F]{40}):$`, 'gm'),
      ),
    ].map(found => found[1]!);
  const [fingerprint] = fingerprintsOf('pub') as [string];
  gpg.run([...began, ...locked, '--quick-add-key', fingerprint, 'ed25519', 'sign', '100d']);
  gpg.run([...began, ...locked, '--quick-add-key', fingerprint, 'cv25519', 'encr']);
  return {
    fingerprint,
    locked,
    signing: fingerprintsOf('sub')[0]!,
    exported: () => gpg.run(['--armor', '--export', fingerprint]),
    signAt: (text: string): string =>
      `${gpg.run([...faked(text), ...locked, '-u', fingerprint, '--armor', '--detach-sign'], bytes)}`,
  };
}

const DURING = '2024-02-01T00:00:00Z';

describe('a key that gpg made', () => {
  const bob = makeKey('Bob (the second) <bob@ipgs.invalid>', 'pass');
  const { fingerprint, locked } = bob;
  const first = bob.exported();
  const signature = bob.signAt(DURING);
  const read = async (file: Buffer) => unwrap(await keyring.read(file));

  test('names its player, and what it signs is good', async () => {
    const file = await read(first);
    expect(file).toMatchObject({ name: 'Bob', fingerprint, isRevoked: false });
    expect(await checkSignature(keyring, { file, bytes, signature, at: at(DURING) })).toMatchObject(
      {
        ok: true,
        value: { fingerprint: bob.signing },
      },
    );
  });

  test('subkeys sign under a primary key whose secret stays at home', async () => {
    const secret = `${gpg.run([...locked, '--armor', '--export-secret-subkeys', fingerprint])}`;
    const file = await read(first);
    const signer = unwrap(await unlock({ file, secret }, 'pass'));
    gpg.file('data', bytes);
    gpg.file('data.asc', unwrap(await signer.sign(bytes, at(DURING))));
    gpg.run([...faked(DURING), '--verify', 'data.asc', 'data']);
    // the subkey is over by then, and the secret of the primary key is not here
    expect(await signer.sign(bytes, at('2025-01-01T00:00:00Z'))).toMatchObject({
      fault: { rule: 'invalid-key' },
    });
  });

  test('expires: what was signed before stays good, what is signed later needs the new file', async () => {
    const file = await read(first);
    const late = '2024-06-01T00:00:00Z';
    gpg.run([...faked(late), ...locked, '--quick-set-expire', fingerprint, '0', bob.signing]);
    const renewed = await read(bob.exported());
    expect(renewed.fingerprint).toBe(file.fingerprint);
    expect(renewed.hash).not.toBe(file.hash);
    const lateSignature = bob.signAt(late);
    const check = (one: typeof file, made: string, when: string) =>
      checkSignature(keyring, { file: one, bytes, signature: made, at: at(when) });
    expect(await check(renewed, lateSignature, late)).toMatchObject({ ok: true });
    expect(await check(file, lateSignature, late)).toMatchObject({
      fault: { rule: 'invalid-key' },
    });
    expect(await check(file, signature, DURING)).toMatchObject({ ok: true });
  });
});

test.each<[reason: string, code: string, isGoodBefore: boolean]>([
  ['superseded', '2', true],
  ['retired', '3', true],
  ['compromised', '1', false],
  ['no reason', '0', false],
])('signatures of a key that was revoked as %s', async (reason, code, isGoodBefore) => {
  const carl = makeKey(`Carl ${code} <carl@ipgs.invalid>`, '');
  const first = carl.exported();
  const after = '2024-03-20T00:00:00Z';
  const [signature, lateSignature] = [carl.signAt(DURING), carl.signAt(after)];
  gpg.run(
    [...faked('2024-03-01T00:00:00Z'), '--command-fd', '0', '--edit-key', carl.fingerprint],
    `key 1\nrevkey\ny\n${code}\n\ny\nsave\n`,
  );
  const ring = createKeyring();
  const [file, revoked] = [
    unwrap(await ring.read(first)),
    unwrap(await ring.read(carl.exported())),
  ];
  expect(revoked.isRevoked, reason).toBe(true);
  const check = (one: typeof file, when: string, made: string) =>
    checkSignature(ring, { file: one, bytes, signature: made, at: at(when) });
  const gone = { ok: false, fault: { rule: 'revoked-key' } };
  // in whichever order they are asked for, and whichever file of the player a commit links
  for (const one of [file, revoked, file]) {
    expect(await check(one, after, lateSignature)).toMatchObject(gone);
    expect(await check(one, DURING, signature)).toMatchObject(isGoodBefore ? { ok: true } : gone);
  }
});

test('keys of gpg for RSA and P-256 sign both ways', async () => {
  const now = '2024-03-01T00:00:00Z';
  for (const kind of ['rsa2048', 'nistp256']) {
    const name = `${kind}@ipgs.invalid`;
    gpg.run([...faked(now), '--passphrase', '', '--quick-gen-key', name, kind, 'sign', '0']);
    const file = unwrap(await keyring.read(gpg.run(['--armor', '--export', name])));
    const signature = `${gpg.run([...faked(now), '-u', name, '--armor', '--detach-sign'], bytes)}`;
    expect(await checkSignature(keyring, { file, bytes, signature, at: at(now) })).toMatchObject({
      ok: true,
    });
    const secret = `${gpg.run(['--armor', '--export-secret-keys', name])}`;
    const signer = unwrap(await unlock({ file, secret }, ''));
    gpg.file('data', bytes);
    gpg.file('data.asc', unwrap(await signer.sign(bytes, at(now))));
    gpg.run([...faked(now), '--verify', 'data.asc', 'data']);
  }
});

describe('a secret key without a passphrase', () => {
  const began = faked('2024-03-01T00:00:00Z');
  const name = 'open@ipgs.invalid';
  gpg.run([...began, '--passphrase', '', '--quick-gen-key', name, 'ed25519', 'sign', '0']);
  const secret = `${gpg.run(['--armor', '--export-secret-keys', name])}`;
  const read = async () => unwrap(await keyring.read(gpg.run(['--armor', '--export', name])));

  test('is opened by no other than the empty one', async () => {
    const file = await read();
    expect(await unlock({ file, secret }, '')).toMatchObject({ ok: true });
    expect(await unlock({ file, secret }, 'any')).toMatchObject({ fault: { rule: 'unlocked' } });
  });

  test('is locked by one, which gpg asks for too', async () => {
    const file = await read();
    const locked = unwrap(await lockSecret({ file, secret }, 'so'));
    for (const wrong of ['', 'completely-wrong'])
      expect(await unlock({ file, secret: locked }, wrong)).toMatchObject({
        fault: { rule: 'passphrase' },
      });
    expect(await unlock({ file, secret: locked }, 'so')).toMatchObject({ ok: true });
    expect(await lockSecret({ file, secret: locked }, 'so')).toEqual({ ok: true, value: locked });
    expect(await lockSecret({ file, secret: locked }, 'x')).toMatchObject({ ok: false });
    expect(await lockSecret({ file, secret }, '')).toMatchObject({ ok: false });
    const other = createGpg();
    try {
      const path = other.file('locked.asc', locked);
      expect(`${other.run(['--list-packets', path])}`).toMatch(/iter\+salt S2K/);
      other.run(['--passphrase', 'so', '--import', path]);
      const sign = (passphrase: string) =>
        other.run([...began, '--passphrase', passphrase, '-u', name, '--detach-sign'], bytes);
      expect(() => sign('x')).toThrow();
      expect(sign('so').length).toBeGreaterThan(0);
    } finally {
      other.close();
    }
  });
});

test.each<[kind: string, usage: string, expires: string, how: string, why: RegExp]>([
  ['ed25519', 'sign', '0', 'subkeys', /holds only stubs .* --export-secret-keys/],
  ['ed25519', 'cert', '0', 'keys', /cannot sign: [0-9A-F]{16} is not made for signing/],
  ['ed25519', 'sign', '10d', 'keys', /cannot sign: [0-9A-F]{16} has expired/],
  ['rsa1024', 'sign', '0', 'keys', /cannot sign: [0-9A-F]{16} is too weak: RSA needs 2048 bits/],
  ['dsa1024', 'sign', '0', 'keys', /cannot sign: [0-9A-F]{16} is too weak: its algorithm/],
  ['brainpoolP256r1', 'sign', '0', 'keys', /has an algorithm that is not supported/],
])('says why a secret key (%s, %s, expires %s, secret %s) cannot sign', async (...row) => {
  const [kind, usage, expires, how, why] = row;
  const id = `${row.slice(0, 4).join('-')}@ipgs.invalid`;
  const began = faked('2024-03-01T00:00:00Z');
  gpg.run([...began, '--passphrase', '', '--quick-gen-key', id, kind, usage, expires]);
  const file = unwrap(await keyring.read(gpg.run(['--armor', '--export', id])));
  const secret = `${gpg.run(['--armor', `--export-secret-${how}`, id])}`;
  const signer = await unlock({ file, secret }, '');
  const said = signer.ok ? await signer.value.sign(bytes, at('2024-06-01T00:00:00Z')) : signer;
  expect(said).toMatchObject({ fault: { message: expect.stringMatching(why) } });
});

test('says that a key was revoked', async () => {
  const dan = makeKey('Dan <dan@ipgs.invalid>', '');
  gpg.run(
    [...faked('2024-02-01T00:00:00Z'), '--command-fd', '0', '--edit-key', dan.fingerprint],
    'revkey\ny\ny\n1\n\ny\nsave\n',
  );
  const file = unwrap(await keyring.read(dan.exported()));
  const secret = `${gpg.run(['--armor', '--export-secret-keys', dan.fingerprint])}`;
  const signer = unwrap(await unlock({ file, secret }, ''));
  const said = await signer.sign(bytes, at('2024-03-01T00:00:00Z'));
  expect(said).toMatchObject({ fault: { message: expect.stringContaining('was revoked') } });
});
