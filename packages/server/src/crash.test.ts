/** The server is killed at any moment: nothing acknowledged is lost, no node is signed twice, and everything goes on. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connect, type Live, makeInvite } from '@kifu/client';
import { cidOf, formatCid, type Json, parseCid, unwrap } from '@kifu/core';
import { verify } from '@kifu/record';
import { decodeNext, isEnding } from '@kifu/record/node';
import { loadNodes } from '@kifu/record/store';
import { createSqliteStore } from '@kifu/stores/sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { autoplay, findGame, seen, until } from '../test/serve.ts';

const SCRIPT = join(import.meta.dirname, '../test/server-process.ts');
const KILLS = process.env.KIFU_DEEP === '1' ? 40 : 3;

let folder: string;
let child: ChildProcess;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-crash-'));
  await startServer(0);
});
afterAll(async () => {
  await stopServer('SIGKILL');
  await rm(folder, { recursive: true });
});

async function startServer(port: number): Promise<void> {
  child = spawn(
    process.execPath,
    ['--conditions=source', '--no-warnings', SCRIPT, join(folder, 'kifu.sqlite'), String(port)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [said] = await once(child.stdout!, 'data');
  url = String(said).trim();
}

async function stopServer(signal: 'SIGKILL' | 'SIGTERM'): Promise<number> {
  const port = Number(new URL(url).port);
  if (child.exitCode !== null || child.signalCode !== null) return port;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
  return port;
}

const CLOCK = { type: 'fischer', mainMs: 600_000, incrementMs: 1000 } as const;
const PEOPLE = [
  { type: 'you', name: 'Ann' },
  { type: 'you', name: 'Bob' },
] as const;

interface Played {
  readonly lives: readonly Live[];
  /** Content ids of all nodes that somebody was told of, by number. */
  readonly acked: ReadonlyMap<number, string>;
  readonly match: string;
}

/** Two people at a match, who play on by themselves; every answer is written down. */
async function play(game: string, options: object = {}): Promise<Played> {
  const { invite, tokens } = unwrap(
    await makeInvite(url, { game, seats: [...PEOPLE], clock: CLOCK, countdownMs: 0, ...options }),
  );
  const lives = await Promise.all(
    tokens.map(async ({ token }) =>
      unwrap(await connect(url, { match: invite.id, token, findGame })),
    ),
  );
  const acked = new Map<number, string>();
  for (const live of lives) {
    await seen(live, 0);
    live.on('node', ({ followed }) => acked.set(followed.n, formatCid(followed.head)));
    autoplay(live, (legal, n) => pick(legal, n));
  }
  return { lives, acked, match: lives[0]!.invite!.match! };
}

const pick = (legal: readonly Json[], n: number): Json | null =>
  legal[(n * 31) % legal.length] ?? null;

/** What is being played: always these four, the next one where one is over. */
const GAMES = [
  () => play('chess'),
  () => play('backgammon'),
  () => play('dominos'),
  () => play('kung-fu-chess', { clock: null, options: { speed: 'lightning', hz: 30 } }),
];

test('killed while matches go on, and started again', async () => {
  const matches: Played[] = [];
  const faults: unknown[] = [];
  const current: Played[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    for (const [i, begin] of GAMES.entries()) {
      if (current[i] !== undefined && current[i].lives[0]!.followed!.outcome === null) continue;
      for (const live of current[i]?.lives ?? []) live.close();
      current[i] = await begin();
      matches.push(current[i]);
      for (const live of current[i].lives) live.on('fault', fault => faults.push(fault));
    }
    // somewhere among the entries that are being appended
    await Promise.race(
      current.map(({ lives: [live] }) => {
        const { n } = live!.followed!;
        return until(
          live!,
          ({ followed }) => followed!.n > n + 3 + (kill % 7) || followed!.outcome !== null,
        );
      }),
    );
    const port = await stopServer('SIGKILL');
    await startServer(port);
    const all = current.flatMap(({ lives }) => lives);
    await Promise.all(all.map(live => until(live, ({ isConnected }) => isConnected)));
    for (const { lives } of current) {
      const { outcome, n } = lives[0]!.followed!;
      if (outcome === null)
        await until(
          lives[0]!,
          ({ followed }) => followed!.n >= n + 2 || followed!.outcome !== null,
        );
    }
  }
  for (const { lives } of matches) for (const live of lives) live.close();
  expect(faults).toEqual([]);
  await stopServer('SIGTERM');
  checkSignedOnce();
  let pauses = 0;
  for (const match of matches) pauses += await checkKept(match);
  expect(pauses).toBeGreaterThanOrEqual(KILLS); // of those that were not over yet
  await startServer(0);
});

/** All that anybody was ever told of is part of what the file has now, and all of it is good. How often it was paused. */
async function checkKept({ acked, match }: Played): Promise<number> {
  const store = await createSqliteStore(join(folder, 'kifu.sqlite'), { readOnly: true });
  try {
    const head = await store.heads.get(unwrap(parseCid(match)));
    const nodes = unwrap(await loadNodes(store, head!));
    const kept = nodes.map(bytes => formatCid(cidOf('dag-cbor', bytes)));
    expect(acked.size).toBeGreaterThan(0);
    for (const [n, cid] of acked) expect(kept[n]).toBe(cid);
    expect((await verify(nodes, findGame, { signatures: 'all' })).fault).toBeNull();
    const entries = nodes.slice(1).flatMap(bytes => {
      const node = unwrap(decodeNext(bytes));
      return isEnding(node) ? [] : [node];
    });
    const words = entries.filter(({ seat }) => seat === null).map(({ act }) => act.type);
    return words.filter(word => word === 'pause').length;
  } finally {
    await store.close();
  }
}

/** Of all blocks in the file, no two are nodes after the same node. */
function checkSignedOnce(): void {
  const db = new DatabaseSync(join(folder, 'kifu.sqlite'), { readOnly: true });
  const rows = db.prepare('SELECT bytes FROM blocks').all() as { bytes: Uint8Array }[];
  db.close();
  const after = new Map<string, number>();
  for (const { bytes } of rows) {
    const node = decodeNext(bytes);
    if (!node.ok) continue;
    const prev = Buffer.from(node.value.prev).toString('hex');
    after.set(prev, (after.get(prev) ?? 0) + 1);
    if (!isEnding(node.value)) expect(node.value.referee).not.toBeNull();
  }
  expect(after.size).toBeGreaterThan(20);
  expect([...after.values()].filter(count => count > 1)).toEqual([]);
}
