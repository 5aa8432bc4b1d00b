/** Certificates of keys that sign native records. */
import { formatCid, unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { makeReading, putAll } from '../test/games.ts';
import { makePlayer, START } from '../test/players.ts';
import { encodeObject, fileBlock, toLink } from './ipld.ts';
import { certifyKey, readCertificate } from './record-key.ts';

test('certificates name a person, and are good for one key and one person only', async () => {
  const [ann, bob] = [await makePlayer('Ann'), await makePlayer('Bob')];
  const reading = makeReading();
  const key = 'ab'.repeat(32);
  const block = unwrap(await certifyKey(ann.signer, key, START));
  await putAll(reading.blocks, [
    block,
    fileBlock(ann.pair.file.bytes),
    fileBlock(bob.pair.file.bytes),
  ]);
  expect(unwrap(await readCertificate(reading, formatCid(block.cid)))).toMatchObject({
    key,
    identity: { name: 'Ann' },
    at: START,
  });
  const { signature } = JSON.parse(new TextDecoder().decode(block.bytes));
  const forged = async (change: object) => {
    const made = encodeObject({
      ...{
        key,
        'player-public-key': toLink(ann.pair.file.hash),
        signature,
        timestamp: '2024-03-01T10:00:00Z',
      },
      ...change,
    });
    await putAll(reading.blocks, [made]);
    return readCertificate(reading, formatCid(made.cid));
  };
  expect(await forged({})).toMatchObject({ ok: true });
  for (const change of [
    { key: 'cd'.repeat(32) },
    { 'player-public-key': toLink(bob.pair.file.hash) },
    { timestamp: '2024-03-01T10:00:01Z' },
    { signature: '' },
  ])
    expect(await forged(change)).toMatchObject({ fault: { code: 'bad-signature' } });
  expect(await forged({ key: 1 })).toMatchObject({ fault: { rule: 'record-key' } });
  expect(await certifyKey(ann.signer, 'AB', START)).toMatchObject({
    fault: { rule: 'record-key' },
  });
});
