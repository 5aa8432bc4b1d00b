/**
 * Moves heads that another process moves as well, and says which moves it won, one line each, and how often it lost its lease. A program of
 * its own:
 *
 *     node --conditions=source postgres-rival.ts <url> <schema> <number> <moves> [lease]
 */
import { formatCid } from '@kifu/core';
import { LeaseLostError } from '@kifu/record/store';
import { createPostgresStore } from '../src/postgres/index.ts';
import { node } from './blocks.ts';

const [url, schema, number, moves, lease] = process.argv.slice(2) as string[];
const HEADS = 4;
/** So short that each is taken over while its owner still believes in it. */
const TTL_MS = 5;
const RIVALS = 3;
const store = await createPostgresStore(url!, { schema: schema! });
const won: string[] = [];
// who comes when the others are gone has no rivals
await store.vault.put('rivals', number!, null);
while ((await store.vault.names('rivals')).length < RIVALS)
  await new Promise(done => setTimeout(done, 10));
let next = 1_000_000 * (1 + Number(number));
let lost = 0;

async function rival(head: number): Promise<void> {
  const match = node(head).cid;
  let fence: number | null = null;
  for (let wins = 0; wins < Number(moves); ) {
    if (lease !== undefined && fence === null) {
      ({ fence } = await store.leases.take(match, `rival ${number}`, TTL_MS));
      if (fence === null) continue;
    }
    const from = await store.heads.get(match);
    // a head names a block that can be read, also when another process wrote it
    if (from !== null) await store.blocks.get(from);
    const block = from === null ? node(head) : node(next++);
    try {
      const ask = fence === null ? {} : { fence };
      if (!(await store.append([block], match, from, block.cid, ask))) {
        if (fence !== null) throw new Error('a process appends without a lease');
        continue;
      }
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error;
      // all of them begin with the same block
      if (from !== null && (await store.blocks.has(block.cid)))
        throw new Error('what was refused is there', { cause: error });
      fence = null;
      lost++;
      continue;
    }
    won.push(`${head} ${from && formatCid(from)} ${formatCid(block.cid)}`);
    wins++;
  }
}

await Promise.all(Array.from({ length: HEADS }, (_, head) => rival(head)));
await store.close();
console.log(`${won.join('\n')}\nlost ${lost}`);
