/** Identities that come from gpg, and identities that are used on several devices. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGpg } from '../../../ipgs/test/gpg.ts';
import { DAY_MS, folderPlayers } from '../../test/folder-players.ts';

const { as, clock, env, FOLDER, json, send, tryAs } = folderPlayers();

const gpg = createGpg();
afterAll(gpg.close);

/** Makes a key without a passphrase; returns the files that gpg exports. */
function makeKey(name: string, kind: string, usage: string, how: 'keys' | 'subkeys' = 'keys') {
  const began = ['--faked-system-time', '20260101T000000!', '--passphrase', ''];
  gpg.run([...began, '--quick-gen-key', `${name}@ipgs.invalid`, kind, usage, '0']);
  const [file, secret] = [join(FOLDER, `${name}.asc`), join(FOLDER, `${name}-secret.asc`)];
  writeFileSync(file, gpg.run(['--armor', '--export', name]));
  writeFileSync(secret, gpg.run(['--armor', `--export-secret-${how}`, name]));
  return [file, secret] as const;
}

describe('a key that gpg exported without a passphrase', () => {
  const [file, secret] = makeKey('open', 'ed25519', 'sign');
  const stored = join(FOLDER, 'open/secret.asc');
  const withPassphrase = (passphrase: string) => ({ ...env, KIFU_PASSPHRASE: passphrase });
  const offer = ['challenge', 'offer', 'chess'];

  test('is locked by the passphrase when it is imported', async () => {
    await as('open', 'id', 'import', file, secret);
    const packets = `${gpg.run(['--list-packets', stored])}`;
    expect(packets).toMatch(/iter\+salt S2K/);
    expect(packets).not.toMatch(/skey\[2\]: [0-9A-F]/);
    expect(statSync(stored).mode & 0o77).toBe(0);
    const { err } = await tryAs('open', offer, withPassphrase('completely-wrong'));
    expect(err).toContain('the passphrase does not open the secret key');
    expect(await as('open', ...offer)).toContain('challenge');
  });

  test('is not imported without a passphrase, nor with an empty one', async () => {
    const none = await tryAs('none', ['id', 'import', file, secret], { KIFU_HOME: env.KIFU_HOME });
    expect(none.err).toContain('the secret key needs a passphrase');
    const empty = await tryAs('none', ['id', 'import', file, secret], withPassphrase(''));
    expect(empty.err).toContain('an empty passphrase does not lock the secret key');
    expect(existsSync(join(FOLDER, 'none'))).toBe(false);
  });

  test('that an older version stored as it was is locked by kifu id lock, and signs nothing before', async () => {
    writeFileSync(stored, readFileSync(secret));
    const { err } = await tryAs('open', offer);
    expect(err).toContain('is not locked by a passphrase; lock it with kifu id lock');
    expect(await as('open', 'id', 'lock')).toContain('is now locked with the passphrase');
    expect(await as('open', 'id', 'lock')).toContain('already');
    expect(await as('open', ...offer)).toContain('challenge');
    expect((await tryAs('open', offer, withPassphrase('x'))).err).toContain('does not open');
  });
});

describe('a refused import says why and leaves no folder', () => {
  test.each<[string, Parameters<typeof makeKey>, RegExp]>([
    ['stubs alone', ['stub', 'ed25519', 'sign', 'subkeys'], /holds only stubs of secret keys/],
    ['a key that only certifies', ['certifies', 'ed25519', 'cert'], /is not made for signing/],
    ['a weak key', ['weak', 'rsa1024', 'sign'], /is too weak: RSA needs 2048 bits/],
    ['another curve', ['brainpool', 'brainpoolP256r1', 'sign'], /that is not supported/],
  ])('%s', async (_what, made, why) => {
    const { code, err } = await tryAs(made[0], ['id', 'import', ...makeKey(...made)]);
    expect(err).toMatch(why);
    expect(code).toBe(1);
    expect(existsSync(join(FOLDER, made[0]))).toBe(false);
  });

  test('a new identity with a name that cannot be', async () => {
    expect((await tryAs('nobody', ['id', 'new', 'a<b'])).err).toContain('a name has letters');
    expect(existsSync(join(FOLDER, 'nobody'))).toBe(false);
  });
});

describe('an identity on a second device', () => {
  const nodesOf = async (folder: string): Promise<string[]> =>
    (await json(folder, 'id', 'show')).nodes;
  const copyKey = async (from: string, to: string) => {
    const [file, secret] = [join(FOLDER, `${to}.asc`), join(FOLDER, `${to}-secret.asc`)];
    await as(from, 'id', 'export', '-o', file);
    await as(from, 'id', 'export', '--secret', '-o', secret);
    return as(to, 'id', 'import', file, secret);
  };

  let phone: string;

  beforeAll(async () => {
    await as('home', 'id', 'new', 'Ann');
    clock.now += DAY_MS;
  });

  test('joins the list of the first and drops no device', async () => {
    expect(await copyKey('home', 'laptop')).toContain('joins it');
    const [home, laptop] = [(await nodesOf('home'))[0]!, (await nodesOf('laptop'))[0]!];
    // the first hears of the second: its list stays
    await send('laptop', 'home');
    expect(await nodesOf('home')).toEqual([home]);
    // the second hears of the first
    await send('home', 'laptop');
    expect(await nodesOf('laptop')).toEqual([home, laptop].sort());
    await send('laptop', 'home');
    expect(await nodesOf('home')).toEqual([home, laptop].sort());
    for (const folder of ['home', 'laptop'])
      expect(await as(folder, 'namespace', 'check')).toContain('good');
  });

  test('waits for the passphrase, and says so', async () => {
    await copyKey('home', 'phone');
    await send('home');
    const file = join(FOLDER, 'home.car');
    const locked = { KIFU_HOME: env.KIFU_HOME };
    const { out } = await tryAs('phone', ['namespace', 'import', file], locked);
    expect(out).toContain('devices: this one is not in your list yet, the key is locked');
    [phone] = (await nodesOf('phone')) as [string];
    await as('phone', 'game', 'list');
    expect(await nodesOf('phone')).toHaveLength(3);
    await send('phone', 'home', 'laptop');
    expect(await nodesOf('laptop')).toHaveLength(3);
  });

  test('stays out once it was removed, and a change of the key drops none', async () => {
    await as('home', 'id', 'node', phone, '--remove');
    await send('home', 'laptop', 'phone');
    for (const folder of ['home', 'laptop', 'phone'])
      expect(await nodesOf(folder)).not.toContain(phone);
    await send('phone', 'home');
    expect(await nodesOf('home')).not.toContain(phone);
    await as('laptop', 'id', 'update', join(FOLDER, 'phone.asc'));
    expect(await nodesOf('laptop')).toHaveLength(2);
  });
});
