/**
 * Copies a store, and says why it could not:
 *
 *     node --conditions=source sqlite-copier.ts <file> <copy>
 */
import { createSqliteStore } from '../src/sqlite/index.ts';

const [path, to] = process.argv.slice(2) as [string, string];
const store = await createSqliteStore(path, { readOnly: true });
await store.backup(to).catch((error: Error) => console.log(`${error.name}: ${error.message}`));
await store.close();
