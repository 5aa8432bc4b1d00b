/** Private storage: between the nodes of one player, and nobody else. */
import { unwrap } from '@kifu/core';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createGpg } from '../test/gpg.ts';
import { makePlayer, START } from '../test/players.ts';
import {
  mergePrivate,
  openPrivate,
  type PrivateStorage,
  sealPrivate,
  setPrivate,
} from './private-storage.ts';

const gpg = createGpg();
afterAll(gpg.close);
const ann = await makePlayer('Ann');
const empty: PrivateStorage = { node: 'n1', at: START, entries: {} };
const storage = setPrivate(setPrivate(empty, 'trust/x', START, 0.5), 'note/x', START + 1n);

test('private storage is opened by its player alone, and by gpg', async () => {
  const sealed = unwrap(await sealPrivate(ann.signer, storage));
  expect(unwrap(await openPrivate(ann.signer, sealed))).toEqual(storage);
  const bob = await makePlayer('Bob');
  expect(await openPrivate(bob.signer, sealed)).toMatchObject({ fault: { code: 'unreadable' } });
  // without its passphrase, which gpg would take seconds to check
  gpg.run(['--import', gpg.file('ann.asc', ann.signer.key.armor())]);
  const plain = gpg.run(['--decrypt', gpg.file('private.pgp', sealed)]);
  expect(plain.length % 4096).toBe(0);
  expect(JSON.parse(`${plain}`)).toMatchObject({
    'ipgs-private': 1,
    node: 'n1',
    entries: { 'trust/x': { v: 0.5 }, 'note/x': {} },
  });
});

test('private storage that was changed, is not signed or is too large is refused', async () => {
  const sealed = unwrap(await sealPrivate(ann.signer, storage));
  for (const i of [0, 10, sealed.length >> 1, sealed.length - 1]) {
    const changed = sealed.slice();
    changed[i]! ^= 1;
    expect((await openPrivate(ann.signer, changed)).ok).toBe(false);
  }
  const { createMessage, encrypt } = await import('openpgp');
  const message = await createMessage({ text: '{"ipgs-private":1}' });
  const unsigned = await encrypt({
    message,
    encryptionKeys: ann.signer.file.key,
    format: 'binary',
  });
  expect(await openPrivate(ann.signer, unsigned)).toMatchObject({ fault: { code: 'unreadable' } });
  expect(await openPrivate(ann.signer, new Uint8Array(300_000))).toMatchObject({
    fault: { code: 'too-large' },
  });
  const large = setPrivate(storage, 'note/y', START, 'x'.repeat(300_000));
  expect(await sealPrivate(ann.signer, large)).toMatchObject({ fault: { code: 'too-large' } });
});

test('merging gives the same in any order and grouping', () => {
  const entry = fc.record({ at: fc.bigInt(0n, 3n), value: fc.nat(9) });
  const some = fc.record({
    node: fc.constantFrom('a', 'b', 'c'),
    at: fc.bigInt(0n, 3n),
    entries: fc.dictionary(fc.constantFrom('x', 'y', 'z'), entry),
  });
  const distinct = fc.uniqueArray(some, {
    minLength: 2,
    maxLength: 2,
    selector: ({ node }) => node,
  });
  fc.assert(
    fc.property(distinct, ([a, b]) => {
      expect(mergePrivate(a!, b!).entries).toEqual(mergePrivate(b!, a!).entries);
      expect(mergePrivate(a!, a!)).toEqual(a);
      for (const [key, { at }] of Object.entries(mergePrivate(a!, b!).entries))
        for (const one of [a!, b!]) expect(at >= (one.entries[key]?.at ?? 0n)).toBe(true);
    }),
  );
});
