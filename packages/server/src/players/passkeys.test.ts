/** Keys that passkeys open, as a server keeps them: for their players, few and small, and gone with them. */
import {
  deleteAccount,
  exportAccount,
  findWrappedKey,
  listPasskeys,
  removePasskey,
  sayOfPlayer,
  signIn,
  storeWrappedKey,
} from '@kifu/client/account';
import { type Result, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyOf } from '../../test/rated.ts';
import { inMemory, type Served, serve } from '../../test/serve.ts';

let served: Served;
const stores = inMemory();
beforeAll(async () => {
  served = await serve({ stores, limits: { signInBurst: 10_000, requestBurst: 10_000 } });
});
afterAll(() => served.close());

const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.fault.code);
const ID = 'V1tTghjnaTXVIwnbvKJT4gEo4_zHlgtnvas9EI09t7M';
const SEALED = 'ab'.repeat(60);
const passkey = (id = ID) => ({ id, label: 'Linux', sealed: SEALED });

/** Creates a player with a name, who is signed in. */
async function join(name: string) {
  const key = await keyOf(name);
  const profile = { type: 'profile', name, about: '' } as const;
  const player = unwrap(await sayOfPlayer(served.url, null, profile, [key]));
  return { key, player, token: unwrap(await signIn(served.url, key, null)).token };
}

test('a wrapped key is stored for its player, listed, returned by the id of its passkey, and deleted', async () => {
  const { key, player, token } = await join('Ann');
  expect(unwrap(await listPasskeys(served.url, token))).toEqual([]);
  const stored = unwrap(await storeWrappedKey(served.url, token, passkey()));
  expect(stored).toEqual([{ id: ID, label: 'Linux', key: key.key, at: expect.any(Number) }]);
  expect(unwrap(await listPasskeys(served.url, token))).toEqual(stored);
  const found = { key: key.key, sealed: SEALED };
  expect(unwrap(await findWrappedKey(served.url, player.id, ID))).toEqual(found);
  // the same passkey again takes the place of the first
  const again = { ...passkey(), sealed: 'cd'.repeat(60) };
  expect(unwrap(await storeWrappedKey(served.url, token, again))).toHaveLength(1);
  expect(unwrap(await findWrappedKey(served.url, player.id, ID)).sealed).toBe(again.sealed);

  expect(unwrap(await exportAccount(served.url, token))).toMatchObject({
    passkeys: [{ id: ID, sealed: again.sealed }],
  });
  expect(unwrap(await removePasskey(served.url, token, ID))).toEqual([]);
  expect(codeOf(await findWrappedKey(served.url, player.id, ID))).toBe('not-found');
});

test('a sealed key is given only for its own player, and goes with the account', async () => {
  const [bob, cid] = [await join('Bob'), await join('Cid')];
  unwrap(await storeWrappedKey(served.url, bob.token, passkey()));
  expect(codeOf(await findWrappedKey(served.url, cid.player.id, ID))).toBe('not-found');
  expect(codeOf(await findWrappedKey(served.url, bob.player.id, `${ID}A`))).toBe('not-found');
  expect(unwrap(await removePasskey(served.url, cid.token, ID))).toEqual([]);
  expect(codeOf(await findWrappedKey(served.url, bob.player.id, ID))).toBe('ok');
  unwrap(await deleteAccount(served.url, bob.token));
  expect(codeOf(await findWrappedKey(served.url, bob.player.id, ID))).toBe('not-found');
  expect(await stores.vault.get('player-passkeys', bob.player.id)).toBeUndefined();
});

test('a sealed key is not given after its key was revoked', async () => {
  const [{ key, player, token }, other] = [await join('Dee'), await keyOf('Dee’s phone')];
  unwrap(await storeWrappedKey(served.url, token, passkey()));
  const added = { type: 'key', other: other.key, label: 'phone' } as const;
  const two = unwrap(await sayOfPlayer(served.url, player, added, [key, other]));
  expect(codeOf(await findWrappedKey(served.url, player.id, ID))).toBe('ok');
  unwrap(await sayOfPlayer(served.url, two, { type: 'revoked', other: key.key }, [other]));
  expect(codeOf(await findWrappedKey(served.url, player.id, ID))).toBe('not-found');
});

test('a player has ten; guests and those who have not signed in have none', async () => {
  const { token } = await join('Eve');
  const idOf = (i: number) => `${'A'.repeat(22)}${i}`;
  for (let i = 0; i < 10; i++) unwrap(await storeWrappedKey(served.url, token, passkey(idOf(i))));
  expect(codeOf(await storeWrappedKey(served.url, token, passkey(idOf(10))))).toBe('too-large');
  expect(unwrap(await listPasskeys(served.url, token))).toHaveLength(10);
  unwrap(await removePasskey(served.url, token, idOf(3)));
  expect(codeOf(await storeWrappedKey(served.url, token, passkey(idOf(10))))).toBe('ok');

  const guest = unwrap(await signIn(served.url, await keyOf('guest'), null)).token;
  expect(codeOf(await storeWrappedKey(served.url, guest, passkey()))).toBe('not-found');
  expect(codeOf(await listPasskeys(served.url, 'A'.repeat(32)))).toBe('bad-signature');
});

test('any garbage is refused as malformed', async () => {
  const { token } = await join('Fay');
  const send = async (payload: object) => {
    const answer = await served.server.app.inject({
      ...{ method: 'POST', url: '/api/me/passkeys', payload },
      headers: { authorization: `Bearer ${token}` },
    });
    return [answer.statusCode, answer.json().fault?.code];
  };
  const isGood = (value: object): boolean => {
    const { id, label, sealed, ...more } = value as Record<string, unknown>;
    return (
      Object.keys(more).length === 0 &&
      /^[A-Za-z0-9_-]{22,1364}$/.test(String(id)) &&
      String(label).length <= 40 &&
      /^[0-9a-f]{120}$/.test(String(sealed))
    );
  };
  await fc.assert(
    fc.asyncProperty(
      fc.record(
        {
          id: fc.oneof(fc.constant(ID), fc.string({ maxLength: 1400 }), fc.jsonValue()),
          label: fc.oneof(fc.constant('Linux'), fc.string({ minLength: 41 }), fc.jsonValue()),
          sealed: fc.oneof(fc.constant(SEALED.slice(1)), fc.string(), fc.jsonValue()),
          more: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
      async payload => {
        fc.pre(!isGood(payload));
        expect(await send(payload)).toEqual([400, 'malformed']);
      },
    ),
    { numRuns: 100 },
  );
  expect(await send(JSON.parse('{"id":{"__proto__":1}}'))).toEqual([400, 'malformed']);
  expect(unwrap(await listPasskeys(served.url, token))).toEqual([]);
  expect(await send(passkey())).toEqual([201, undefined]);
  for (const path of [
    `x/passkey?id=${ID}`,
    `${'a'.repeat(64)}/passkey`,
    `${'a'.repeat(64)}/passkey?id=%00`,
  ]) {
    const answer = await served.server.app.inject(`/api/accounts/${path}`);
    expect([path, answer.statusCode]).toEqual([path, 400]);
  }
});
