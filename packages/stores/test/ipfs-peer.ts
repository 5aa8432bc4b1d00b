/**
 * A peer in a separate process: puts a number of linked blocks into an SQLite file, prints its address and the last block, and
 * stays or leaves on request.
 */
import { type Cid, cidOf, encodeCid, formatCid } from '@kifu/core';
import { createIpfsStore } from '../src/ipfs/index.ts';
import { createSqliteStore } from '../src/sqlite/index.ts';

const [path, count, stays] = process.argv.slice(2) as [string, string, 'stay' | 'leave'];
const file = await createSqliteStore(path);
const peer = await createIpfsStore({ blocks: file.blocks });
let last: Cid | null = null;
for (let i = 0; i < Number(count); i++) {
  const bytes: Uint8Array = Uint8Array.from([i, ...(last === null ? [] : encodeCid(last))]);
  last = cidOf('dag-cbor', bytes);
  await peer.blocks.put(last, bytes);
}
console.log(peer.addresses[0]);
console.log(last === null ? 'none' : formatCid(last));
if (stays === 'leave') {
  await peer.close();
  await file.close();
  console.log('closed');
}
