/** Streams, environment and clock of this process. */
import { randomInt } from 'node:crypto';
import { availableParallelism, constants } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { wallTimer } from '@kifu/client/timer';
import type { ProcessIo } from './io.ts';
import { EXIT } from './run-command.ts';
import { reason } from './save.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Time until a process that suspends itself has stopped, in milliseconds. Without a shell that could resume it, it does not stop. */
const SUSPENDED_MS = 50;

/** Returns the streams, environment and clock of this process with these games. */
export function processIo(games: ProcessIo['games']): ProcessIo {
  const { stdin, stdout, stderr } = process;
  const stops = new Set<(exitCode: number) => void>();
  const onSignal = (signal: (typeof SIGNALS)[number]) => stop(128 + constants.signals[signal]);
  const stop = (exitCode: number) => {
    if (stops.size === 0) process.exit(exitCode);
    for (const listener of stops) listener(exitCode);
  };
  stdout.on('error', cause => {
    const isRead = cause.code !== 'EPIPE'; // a reader may close the pipe once it has read enough
    if (isRead) stderr.write(`kifu: cannot write standard output: ${reason(cause)}\n`);
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
      // without a listener the signal ends the process, as it should while it is busy
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
      await setTimeout(SUSPENDED_MS); // the process is stopped here until the shell resumes it
    },
    games,
    threads: availableParallelism(),
  };
}
