/** The server is killed at any moment: nothing acknowledged is lost, no node is signed twice, and all matches continue. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Balancer, createBalancer } from './balancer.ts';
import { until } from './serve.ts';
import {
  checkKept,
  checkSignedOnce,
  playAt,
  type ServerChild,
  startChild,
  type ToldMatch,
} from './server-child.ts';

const KILLS = process.env.KIFU_DEEP === '1' ? 40 : 3;

let folder: string;
let child: ServerChild;
/** In front of it: a port that was left may be taken by another before the next server has it. */
let balancer: Balancer;
const file = () => join(folder, 'kifu.sqlite');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-crash-'));
  child = await startChild({ file: file() });
  balancer = await createBalancer(() => [child.port]);
});
afterAll(async () => {
  balancer.close();
  await child.stop('SIGKILL');
  await rm(folder, { recursive: true });
});

const clock = { type: 'fischer', mainMs: 600_000, incrementMs: 1000 } as const;

/** What is being played: always these four, the next one where one is over. */
const GAMES = [
  () => playAt(balancer.url, { game: 'chess', clock }),
  () => playAt(balancer.url, { game: 'backgammon', clock }),
  () => playAt(balancer.url, { game: 'dominos', clock }),
  () => playAt(balancer.url, { game: 'kung-fu-chess', options: { speed: 'lightning', hz: 30 } }),
];

test('a server that is killed during matches loses nothing that players received', async () => {
  const matches: ToldMatch[] = [];
  const faults: unknown[] = [];
  const current: ToldMatch[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    for (const [i, begin] of GAMES.entries()) {
      if (current[i] !== undefined && current[i].lives[0]!.replay!.outcome === null) continue;
      for (const live of current[i]?.lives ?? []) live.close();
      current[i] = await begin();
      matches.push(current[i]);
      for (const live of current[i].lives) live.on('fault', fault => faults.push(fault));
    }
    // somewhere among the entries that are being appended
    await Promise.race(
      current.map(({ lives: [live] }) => {
        const { n } = live!.replay!;
        return until(
          live!,
          ({ replay }) => replay!.n > n + 3 + (kill % 7) || replay!.outcome !== null,
        );
      }),
    );
    await child.stop('SIGKILL');
    child = await startChild({ file: file() });
    const all = current.flatMap(({ lives }) => lives);
    await Promise.all(all.map(live => until(live, ({ connection }) => connection.isConnected)));
    for (const { lives } of current) {
      const { outcome, n } = lives[0]!.replay!;
      if (outcome === null)
        await until(lives[0]!, ({ replay }) => replay!.n >= n + 2 || replay!.outcome !== null);
    }
  }
  for (const { lives } of matches) for (const live of lives) live.close();
  expect(faults).toEqual([]);
  await child.stop('SIGTERM');
  checkSignedOnce(file());
  let [pauses, acknowledged] = [0, 0];
  for (const match of matches) {
    const words = await checkKept(file(), match);
    pauses += words.filter(word => word === 'pause').length;
    acknowledged += match.acked.size;
  }
  expect(pauses).toBeGreaterThanOrEqual(KILLS); // of those that were not over yet
  process.stdout.write(`${KILLS} kills: ${acknowledged} nodes acknowledged, 0 lost\n`);
});
