/**
 * How long a stock Kubo on this machine takes to resolve the newest root of a peer, from the command that changed the tree. Needs a
 * program of Kubo, named by `KIFU_KUBO`.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { statusOf } from '../packages/cli/src/ipgs/ask-peer.ts';
import { type Figure, figuresOf, progress } from './measure.ts';

const BIN = join(import.meta.dirname, '../packages/cli/bin/kifu.js');
const ROUNDS = 5;
/** Longer than any record is held back. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 100;

const runFile = promisify(execFile);

/** Offers games one after the other, each a new root, and waits until Kubo resolves the name to it. */
export async function kuboResolve(program: string, folder: string): Promise<Figure[]> {
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, IPFS_PATH: join(folder, 'repo') };
  const ipfs = async (...words: string[]) =>
    (await runFile(program, words, { env, timeout: 30_000 })).stdout.trim();
  const own = ['--folder', join(folder, 'ann')];
  const kifu = async (...words: string[]) =>
    (
      await runFile(process.execPath, ['--conditions=source', BIN, ...words, ...own, '--json'], {
        env,
      })
    ).stdout;
  await ipfs('init', '--profile=test');
  const addresses = { API: '/ip4/127.0.0.1/tcp/0', Gateway: [], Swarm: ['/ip4/127.0.0.1/tcp/0'] };
  await ipfs('config', '--json', 'Addresses', JSON.stringify(addresses));
  await ipfs('config', 'Routing.Type', 'dht');
  const daemon = spawn(program, ['daemon'], { env, stdio: 'ignore' });
  const times: number[] = [];
  const stops = [async () => stopped(daemon)];
  try {
    while (!existsSync(join(env.IPFS_PATH, 'api'))) await delay(LOOK_MS);
    const [address] = (await ipfs('id', '-f', '<addrs>')).split('\n');
    await kifu('id', 'new', 'Ann');
    // Kubo's DHT for local networks is /ipfs/lan/kad/1.0.0
    const words = ['peer', ...own, '--network', 'ipfs/lan', '--peer', address!, '--json'];
    const peer = spawn(process.execPath, ['--conditions=source', BIN, ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    stops.unshift(async () => stopped(peer));
    for await (const line of createInterface({ input: peer.stdout }))
      if (JSON.parse(line).event === 'connected') break;
    peer.stdout.resume();
    for (let i = 0; i < ROUNDS; i++) {
      progress(`kubo-resolve: offer ${i + 1} of ${ROUNDS}`);
      await kifu('challenge', 'offer', 'chess');
      const begun = performance.now();
      const { node, root } = (await statusOf(own[1]!))!;
      const name = async () =>
        ipfs('name', 'resolve', '--nocache', `/ipns/${node}`).catch(() => 'not found');
      while ((await name()) !== `/ipfs/${root}`) {
        if (performance.now() - begun > PATIENCE_MS) throw new Error('Kubo never found the root');
        await delay(LOOK_MS);
      }
      times.push(performance.now() - begun);
    }
  } finally {
    for (const stop of stops) await stop();
  }
  const unit = 'ms from a changed tree to when a stock Kubo resolves its root';
  return figuresOf('kubo-resolve', unit, times);
}

async function stopped(child: ReturnType<typeof spawn>): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
