/** The world of this process, as commands see it. */
import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { gameNames, loadKit } from '@kifu/games';
import type { Io } from './io.ts';

/** Streams, environment and clock of the process, and all games. */
export const processIo = (): Io => ({
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  isTTY: {
    stdin: process.stdin.isTTY ?? false,
    stdout: process.stdout.isTTY ?? false,
    stderr: process.stderr.isTTY ?? false,
  },
  columns: process.stdout.columns ?? 80,
  rows: process.stdout.rows ?? 24,
  env: process.env,
  now: () => performance.timeOrigin + performance.now(),
  sleep: ms => setTimeout(ms),
  freshSeed: () => randomInt(2 ** 31),
  onInterrupt(listener) {
    process.on('SIGINT', listener);
    return () => process.off('SIGINT', listener);
  },
  games: { names: gameNames, load: loadKit },
});
