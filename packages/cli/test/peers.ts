/** Players with a peer process each, on loopback, and commands that work through them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { kifu } from './run-kifu.ts';

const BIN = join(import.meta.dirname, '../bin/kifu.js');
const FOLDER = mkdtempSync(join(tmpdir(), 'kifu-peers-'));
const env = { KIFU_PASSPHRASE: 'so', KIFU_HOME: join(FOLDER, 'home') };
/** Parallel tests do not hear each other. */
export const NETWORK = `test-${process.pid}`;
const WAIT_MS = 120_000;

/** What a peer printed: one JSON value a line. */
type PeerLine = { readonly event?: string; readonly [key: string]: unknown };

/** A peer process. */
export interface PeerProcess {
  readonly address: string;
  readonly said: readonly PeerLine[];
  readonly child: ChildProcess;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(FOLDER, { recursive: true, force: true });
});

/** The folder of a player. */
export const folderOf = (player: string): string => join(FOLDER, player);

/** Players whose peers are not given the passphrase. */
export const lockedPlayers = new Set<string>();

/** Starts the peer of a player; resolves when it listens. */
export async function startPeer(player: string, ...options: string[]): Promise<PeerProcess> {
  const words = ['peer', '--folder', folderOf(player), '--network', NETWORK, '--json', ...options];
  const child = spawn(process.execPath, ['--conditions=source', BIN, ...words], {
    env: { ...process.env, ...(lockedPlayers.has(player) ? { KIFU_HOME: env.KIFU_HOME } : env) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const said: PeerLine[] = [];
  let complaint = '';
  child.stderr.on('data', chunk => {
    complaint += chunk;
  });
  createInterface({ input: child.stdout }).on('line', line => said.push(JSON.parse(line)));
  // with all that it wrote
  const gone = new Promise<void>(resolve => {
    child.once('close', () => {
      running.delete(child);
      resolve();
    });
  });
  const listening = () => said.find(({ event }) => event === 'listening');
  await until(`${player} listens`, () => {
    if (!running.has(child))
      throw new Error(`the peer of ${player} ended: ${complaint}${JSON.stringify(said)}`);
    return listening() !== undefined;
  });
  return {
    address: listening()!.address as string,
    said,
    child,
    async kill(signal = 'SIGKILL') {
      child.kill(signal);
      await gone;
    },
  };
}

/** By how many milliseconds the clocks of players are ahead. */
export const clocksAheadMs = new Map<string, number>();

/** Runs a command as a player, on this machine's clock unless told; throws with what it says where it fails. */
export async function as(player: string, ...argv: string[]): Promise<string> {
  const words = [...argv, '--folder', folderOf(player)];
  const { code, out, err } = await kifu(words, {
    env,
    startMs: Date.now() + (clocksAheadMs.get(player) ?? 0),
  });
  if (code !== 0) throw new Error(`${argv.join(' ')}: ${err}${out}`);
  return out.trim();
}

/** The same, as JSON. */
export const json = async (player: string, ...argv: string[]) =>
  JSON.parse(await as(player, ...argv, '--json'));

/** Waits for something that other processes bring about. */
export async function until<T>(what: string, look: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (const end = Date.now() + WAIT_MS; ; ) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`in vain: ${what}`);
    await delay(50);
  }
}
