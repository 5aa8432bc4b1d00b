/**
 * Puts blocks until the disk is full, and prints how many were stored and why it ended:
 *
 *     node --conditions=source sqlite-filler.ts <file>
 */
import { createSqliteStore } from '../src/sqlite/index.ts';
import { node } from './blocks.ts';

const [path] = process.argv.slice(2) as [string];
const store = await createSqliteStore(path);
let kept = 0;
const fill = async (): Promise<Error> => {
  for (;;)
    try {
      const { cid, bytes } = node(kept, 10_000);
      await store.blocks.put(cid, bytes);
      kept++;
    } catch (error) {
      return error as Error;
    }
};
const error = await fill();
// stored blocks can still be read
for (let n = 0; n < kept; n++) await store.blocks.get(node(n, 10_000).cid);
console.log(`${kept} ${error.name}`);
// it does not close the store, and ends all the same
