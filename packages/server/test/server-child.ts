/** A server in a separate process, to be killed, stopped, starved and flooded; compares what it stored with what it acknowledged. */
import { type ChildProcess, spawn } from 'node:child_process';
import { type EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connect, type LiveMatch, makeInvite, type NewInvite } from '@kifu/client';
import { cidOf, formatCid, type Json, parseCid, sha256, unwrap } from '@kifu/core';
import { verify } from '@kifu/record';
import { decodeHeader, decodeNext, isEnding } from '@kifu/record/node';
import { loadNodes, type Stores } from '@kifu/record/store';
import { createSqliteStore } from '@kifu/stores/sqlite';
import { expect } from 'vitest';
import { autoplay, findGame, seen } from './serve.ts';

const SCRIPT = join(import.meta.dirname, 'server-process.ts');

/** How a server is started. */
export interface ChildOptions {
  /** An SQLite file, or the URL of a database. */
  readonly file: string;
  readonly port?: number;
  readonly limits?: object;
  /** For the store. */
  readonly store?: object;
  readonly execArgv?: readonly string[];
}

/** A server that runs. */
export interface ServerChild {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  /** Bytes of memory that the system gives it. */
  rss(): Promise<number>;
  /** Bytes that it really holds, in the heap and outside of it: with `--expose-gc`, after garbage is collected. */
  heldBytes(): Promise<number>;
  /** The ids of the rooms that it has in memory. */
  rooms(): Promise<readonly string[]>;
  /** What it wrote to standard error: errors, as lines of JSON, unless `KIFU_LOG` says otherwise. */
  log(): string;
  /** Ends it, and resolves when it is gone. */
  stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** Starts a server, and resolves once it listens. */
export async function startChild(options: ChildOptions): Promise<ServerChild> {
  const { file, port = 0, limits = {}, store = {}, execArgv = [] } = options;
  const child = spawn(
    process.execPath,
    [
      ...execArgv,
      ...['--conditions=source', '--no-warnings', SCRIPT, file, String(port)],
      ...[JSON.stringify(limits), JSON.stringify(store)],
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { KIFU_LOG: 'error', ...process.env },
    },
  );
  let log = '';
  child.stderr!.setEncoding('utf8').on('data', text => {
    log += text;
    if (process.env.KIFU_LOG !== undefined) process.stderr.write(text);
  });
  /** The next that it says, unless it ends before. */
  const hear = async (from: EventEmitter, event: string) => {
    const done = new AbortController();
    const answer = once(from, event, { signal: done.signal });
    const gone = once(child, 'exit', { signal: done.signal }).then(([code, signal]) => {
      throw new Error(`the server has ended: ${code ?? signal}\n${log}`);
    });
    try {
      return (await Promise.race([answer, gone]))[0];
    } finally {
      gone.catch(() => {});
      answer.catch(() => {});
      done.abort();
    }
  };
  const url = String(await hear(child.stdout!, 'data')).trim();
  const ask = (): Promise<NodeJS.MemoryUsage & { readonly ids: readonly string[] }> => {
    const answer = hear(child, 'message');
    child.send('memory');
    return answer;
  };
  return {
    url,
    port: Number(new URL(url).port),
    process: child,
    rss: async () => (await ask()).rss,
    async heldBytes() {
      const { heapUsed, external } = await ask();
      return heapUsed + external;
    },
    rooms: async () => (await ask()).ids,
    log: () => log,
    async stop(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      // all that it wrote has been read by then
      const exit = once(child, 'close');
      child.kill(signal);
      await exit;
    },
  };
}

/** Match of two people, and everything that either received. */
export interface ToldMatch {
  readonly lives: readonly LiveMatch[];
  /** Content ids of all nodes that a player received, by number. */
  readonly acked: ReadonlyMap<number, string>;
  readonly match: string;
}

const PEOPLE: NewInvite['seats'] = [
  { type: 'you', name: 'Ann' },
  { type: 'you', name: 'Bob' },
];

/** Two people who keep playing a match automatically; every answer is written down. */
export async function playAt(url: string, invite: Partial<NewInvite> & { game: string }) {
  const wanted = { seats: PEOPLE, countdownMs: 0, ...invite };
  const { invite: made, tokens } = unwrap(await makeInvite(url, wanted));
  const lives = await Promise.all(
    tokens.map(async ({ token }) =>
      unwrap(await connect(url, { match: made.id, token, findGame })),
    ),
  );
  const acked = new Map<number, string>();
  for (const live of lives) {
    await seen(live, 0);
    live.on('node', ({ replay }) => acked.set(replay.n, formatCid(replay.head)));
    autoplay(live, pick);
  }
  return { lives, acked, match: lives[0]!.invite!.match! } satisfies ToldMatch;
}

const pick = (legal: readonly Json[], n: number): Json | null =>
  legal[(n * 31) % legal.length] ?? null;

/** All that a player was ever told of is part of what the file has now, and all of it is good. Gives the words of the referee in it. */
export async function checkKept(file: string, told: ToldMatch): Promise<readonly string[]> {
  const store = await createSqliteStore(file, { readOnly: true });
  try {
    return await checkKeptIn(store, told);
  } finally {
    await store.close();
  }
}

/** The same in a store that is open. */
export async function checkKeptIn(
  store: Stores,
  { acked, match }: ToldMatch,
): Promise<readonly string[]> {
  const head = await store.heads.get(unwrap(parseCid(match)));
  const nodes = unwrap(await loadNodes(store, head!));
  const stored = nodes.map(bytes => formatCid(cidOf('dag-cbor', bytes)));
  expect(acked.size).toBeGreaterThan(0);
  for (const [n, cid] of acked) expect(stored[n]).toBe(cid);
  expect((await verify(nodes, findGame, { signatures: 'all' })).fault).toBeNull();
  return nodes.slice(1).flatMap(bytes => {
    const node = unwrap(decodeNext(bytes));
    return isEnding(node) || node.seat !== null ? [] : [node.act.type];
  });
}

/** Of all blocks in the file, no two are nodes after the same node. */
export function checkSignedOnce(file: string, least = 20): void {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db.prepare('SELECT bytes FROM blocks').all() as { bytes: Uint8Array }[];
  db.close();
  checkOneAfterEach(rows, least);
}

/** No two of the blocks are nodes after the same node, and the referee has signed all entries of matches. */
export function checkOneAfterEach(
  rows: readonly { readonly bytes: Uint8Array }[],
  least: number,
): void {
  const after = new Map<string, number>();
  const ofTournaments = digestsOfTournaments(rows);
  for (const { bytes } of rows) {
    const node = decodeNext(bytes);
    if (!node.ok) continue;
    const prev = Buffer.from(node.value.prev).toString('hex');
    after.set(prev, (after.get(prev) ?? 0) + 1);
    if (!isEnding(node.value) && !ofTournaments.has(prev))
      expect(node.value.referee).not.toBeNull();
  }
  expect(after.size).toBeGreaterThan(least);
  expect([...after.values()].filter(count => count > 1)).toEqual([]);
}

/** Tournaments are chains too, whose entries their organizer signs. */
function digestsOfTournaments(rows: readonly { readonly bytes: Uint8Array }[]): Set<string> {
  const digestOf = (bytes: Uint8Array) => Buffer.from(sha256(bytes)).toString('hex');
  const digests = new Set<string>();
  for (const { bytes } of rows) {
    const header = decodeHeader(bytes);
    if (header.ok && header.value.game === 'tournament') digests.add(digestOf(bytes));
  }
  const nodes = rows.flatMap(({ bytes }) => {
    const node = decodeNext(bytes);
    return node.ok ? [{ bytes, ...node.value }] : [];
  });
  for (const { bytes, prev } of nodes.sort((a, b) => a.n - b.n))
    if (digests.has(Buffer.from(prev).toString('hex'))) digests.add(digestOf(bytes));
  return digests;
}
