/** The world of this process, as commands see it. */
import { randomInt } from 'node:crypto';
import { availableParallelism, constants } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { wallTimer } from '@kifu/client/timer';
import type { Io } from './io.ts';
import { EXIT } from './run-command.ts';
import { reason } from './save.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** How long it takes at most until a process that stops itself has stopped; without a shell that could continue it, it does not. */
const SUSPENDED_MS = 50;

/** Streams, environment and clock of the process, and these games. */
export function processIo(games: Io['games']): Io {
  const { stdin, stdout, stderr } = process;
  const stops = new Set<(exitCode: number) => void>();
  const onSignal = (signal: (typeof SIGNALS)[number]) => stop(128 + constants.signals[signal]);
  const stop = (exitCode: number) => {
    if (stops.size === 0) process.exit(exitCode);
    for (const listener of stops) listener(exitCode);
  };
  stdout.on('error', cause => {
    const isRead = cause.code !== 'EPIPE'; // the reader may close the pipe when it has read enough: no fault
    if (isRead) stderr.write(`kifu: standard output cannot be written: ${reason(cause)}\n`);
    stop(isRead ? EXIT.fault : EXIT.good);
  });
  stderr.on('error', cause => stop(cause.code === 'EPIPE' ? EXIT.good : EXIT.fault));
  return {
    stdin,
    stdout,
    stderr,
    isTTY: {
      stdin: stdin.isTTY ?? false,
      stdout: stdout.isTTY ?? false,
      stderr: stderr.isTTY ?? false,
    },
    get columns() {
      return stdout.columns ?? 80;
    },
    get rows() {
      return stdout.rows ?? 24;
    },
    env: process.env,
    ...wallTimer,
    sleep: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => {}),
    freshSeed: () => randomInt(2 ** 31),
    onStop(listener) {
      stops.add(listener);
      // without a listener of ours the process dies of the signal, as it should while it is busy
      for (const signal of SIGNALS) process.on(signal, onSignal);
      return () => {
        stops.delete(listener);
        for (const signal of SIGNALS) process.off(signal, onSignal);
      };
    },
    onExit(listener) {
      process.on('exit', listener);
      return () => process.off('exit', listener);
    },
    async suspend() {
      if (process.platform === 'win32') return;
      process.kill(process.pid, 'SIGTSTP');
      await setTimeout(SUSPENDED_MS); // the process stands still here until the shell continues it
    },
    games,
    threads: availableParallelism(),
  };
}
