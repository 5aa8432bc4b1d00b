/** Blocks to test with. */
import { type Cid, type CidCodec, cidOf, encodeCid } from '@kifu/core';
import fc from 'fast-check';
import { CID } from 'multiformats/cid';

/** A different block for each number. */
export function node(n: number, length = 20): { cid: Cid; bytes: Uint8Array } {
  // no zeros: a part that was not written must not look like one that was
  const bytes = Uint8Array.from({ length }, (_, i) => (7 * i) | 1);
  new DataView(bytes.buffer).setUint32(0, n);
  return { cid: cidOf('dag-cbor', bytes), bytes };
}

const digests = fc.uint8Array({ minLength: 32, maxLength: 32 });
const v1 = fc.record({
  version: fc.constant(1 as const),
  codec: fc.constantFrom<CidCodec>('raw', 'dag-pb', 'dag-cbor', 'dag-json'),
  digest: digests,
});
const v0 = fc.record({
  version: fc.constant(0 as const),
  codec: fc.constant('dag-pb' as const),
  digest: digests,
});

/** Content ids of every kind. */
export const cids: fc.Arbitrary<Cid> = fc.oneof(v1, v0);

/** A content id as the libraries of IPFS have it. */
export const foreignCid = (cid: Cid): CID => CID.decode(encodeCid(cid));
