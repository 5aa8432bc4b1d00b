/** Links in blocks of every kind, against encoders of others. */
import { encode } from '@ipld/dag-cbor';
import { encode as encodeJson } from '@ipld/dag-json';
import { type Cid, type CidCodec, cidOf, encodeCid } from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cids, foreignCid as foreign } from '../../../stores/test/blocks.ts';
import { linksOf } from './links.ts';

const CODECS: readonly CidCodec[] = ['raw', 'dag-pb', 'dag-cbor', 'dag-json'];
const links = (codec: CidCodec, bytes: Uint8Array) => linksOf({ codec } as Cid, bytes);

test.each([
  ['dag-cbor', encode],
  ['dag-json', encodeJson],
] as const)('%s: links are found wherever they stand, in order', (codec, write) => {
  const json = fc
    .jsonValue({ maxDepth: 3 })
    // what looks like a link but is none cannot be written
    .filter(value => !JSON.stringify(value).includes('"/"'));
  fc.assert(
    fc.property(fc.array(fc.tuple(json, cids)), list => {
      const bytes = write(list.map(([value, cid]) => ({ value, cid: foreign(cid) })));
      // an encoder of maps puts the key cid first, so links precede the values
      expect(links(codec, bytes)).toEqual(list.map(([, cid]) => cid));
    }),
  );
});

test('what only looks like a link of DAG-JSON is a string', () => {
  const { length } = links(
    'dag-json',
    encodeJson({ a: `{"/":"${foreign(cidOf('raw', encode(1)))}"}` }),
  );
  expect(length).toBe(0);
});

test('links of DAG-PB, which files in pieces have, are found too', () => {
  const link = (cid: Cid) => {
    const id = encodeCid(cid);
    // a link of id, name and size, as field 2
    const inner = [0x0a, id.length, ...id, 0x12, 0, 0x18, 5];
    return [0x12, inner.length, ...inner];
  };
  const leaf = cidOf('raw', Uint8Array.of(1));
  const wanted: Cid[] = [
    leaf,
    { ...leaf, codec: 'dag-json' },
    { ...leaf, codec: 'dag-pb', version: 0 },
  ];
  const bytes = Uint8Array.from([...wanted.flatMap(link), 0x0a, 2, 8, 1]);
  expect(links('dag-pb', bytes)).toEqual(wanted);
  expect(links('raw', bytes)).toEqual([]);
});

test('any bytes are read to an end without a throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
      for (const codec of CODECS) links(codec, bytes);
    }),
    { numRuns: 2000 },
  );
  const huge = Uint8Array.of(0x9b, 255, 255, 255, 255, 255, 255, 255, 255, 1);
  expect(links('dag-cbor', huge)).toEqual([]);
  const cut = encode([foreign(cidOf('raw', huge))]).subarray(0, -1);
  expect(links('dag-cbor', cut)).toEqual([]);
});
