/**
 * Moves heads that another process moves as well, and says which moves it won, one line each:
 *
 *     node --conditions=source sqlite-rival.ts <file> <number> <moves>
 */
import { formatCid } from '@kifu/core';
import { createSqliteStore } from '../src/sqlite/index.ts';
import { node } from './blocks.ts';

const [path, number, moves] = process.argv.slice(2) as [string, string, string];
const HEADS = 4;
const store = await createSqliteStore(path);
const won: string[] = [];
let next = 1_000_000 * (1 + Number(number));

async function rival(head: number): Promise<void> {
  const match = node(head).cid;
  for (let wins = 0; wins < Number(moves); ) {
    const from = await store.heads.get(match);
    // a head names a block that can be read, also when another process wrote it
    if (from !== null) await store.blocks.get(from);
    const block = from === null ? node(head) : node(next++);
    if (!(await store.append([block], match, from, block.cid))) continue;
    won.push(`${head} ${from && formatCid(from)} ${formatCid(block.cid)}`);
    wins++;
  }
}

await Promise.all(Array.from({ length: HEADS }, (_, head) => rival(head)));
await store.close();
console.log(won.join('\n'));
