/**
 * Records many matches at once into a PostgreSQL database until it is killed, continues those that it finds there, and prints what
 * was acknowledged as durable, one line each. A separate program:
 *
 *     node --conditions=source postgres-recorder.ts <url> <schema> <first match> <matches>
 */
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { formatCid } from '@kifu/core';
import { createPostgresStore } from '../src/postgres/index.ts';
import { recordTable } from './record-tables.ts';
import { findChess } from './short-matches.ts';

const [url, schema, first, count] = process.argv.slice(2) as [string, string, string, string];
// what has ended is packed meanwhile
const store = await createPostgresStore(url, { schema, findGame: findChess.find });

/** Prints together what was acknowledged together. */
let lines = '';
function say(line: string): void {
  if (lines === '')
    setImmediate(() => {
      for (let rest = Buffer.from(lines); rest.length > 0; ) rest = rest.subarray(write(rest));
      lines = '';
    });
  lines += `${line}\n`;
}

/** How many bytes were taken: none while the test does not read. */
function write(bytes: Uint8Array): number {
  try {
    return writeSync(1, bytes);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
    throw cause;
  }
}

say('open');
flushCompileCache(); // who is killed does not do so at the end
await Promise.all(
  Array.from({ length: Number(count) }, async (_, i) => {
    const table = Number(first) + i;
    for (;;)
      await recordTable(store, table, (round, n, head) =>
        say(`${table} ${round} ${n} ${formatCid(head)}`),
      );
  }),
);
