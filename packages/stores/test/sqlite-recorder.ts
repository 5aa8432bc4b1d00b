/**
 * Records many matches at once into an SQLite file until it is killed, continues those that it finds there, and prints what
 * was acknowledged as durable, one line each. A separate program:
 *
 *     node --conditions=source sqlite-recorder.ts <file> <first match> <matches>
 */
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { type Cid, formatCid, rngFrom, unwrap } from '@kifu/core';
import { type Chain, headOf } from '@kifu/record';
import { beginMatch, loadMatch, openMatch } from '@kifu/record/store';
import { createSqliteStore } from '../src/sqlite/index.ts';
import { findChess, headerOf, matchOf, playOn } from './short-matches.ts';

const [path, first, count] = process.argv.slice(2) as [string, string, string];
// ended matches are packed while others continue
const store = await createSqliteStore(path, { findGame: findChess.find });

/** Prints together what was acknowledged together, before the next acknowledgment. */
let lines = '';
function say(line: string): void {
  if (lines === '')
    process.nextTick(() => {
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

const sayHead = (table: number, round: number, n: number, head: Cid) =>
  say(`${table} ${round} ${n} ${formatCid(head)}`);

/** The first round at a table that is not over, and how far it is. */
async function resume(table: number): Promise<{ round: number; chain: Chain }> {
  for (let round = Number((await store.vault.get('round', `${table}`)) ?? 0); ; round++) {
    const match = matchOf(table, round);
    if ((await store.heads.get(match)) === null) {
      const header = headerOf(table, round);
      const { chain } = unwrap(await beginMatch(store, findChess.game, header));
      await store.vault.put('round', `${table}`, round);
      return { round, chain };
    }
    const { chain } = unwrap(await loadMatch(store, match, findChess.find));
    if (!chain.isEnded) return { round, chain };
  }
}

async function record(table: number): Promise<void> {
  const luck = rngFrom(table + 1);
  for (;;) {
    let { round, chain } = await resume(table);
    sayHead(table, round, chain.last.n, headOf(chain));
    while (!chain.isEnded) {
      const doing = playOn(chain, luck);
      chain =
        doing === null
          ? unwrap(await openMatch(store, chain).end())
          : unwrap(await openMatch(store, chain).append(doing)).chain;
      sayHead(table, round, chain.last.n, headOf(chain));
    }
    // and now and then all that has ended at once
    if (table % 8 === 0) await store.pack();
  }
}

say('open');
flushCompileCache(); // who is killed does not do so at the end
await Promise.all(Array.from({ length: Number(count) }, (_, i) => record(Number(first) + i)));
