/** Shows how far something is: on a terminal on a line of standard error that goes away again, elsewhere on a line from time to time. */
import type { Io } from './io.ts';

/** A line on a terminal that tells how far a command is, and is removed at the end. */
export interface Progress {
  /** Shows the line. */
  tell(line: string): void;
  /** Shows the line, unless another was shown a moment ago. */
  tellOften(line: string): void;
  clear(): void;
}

/** How often a line that changes is shown. */
const EVERY_MS = 200;
/** How often a line is written to a log. */
const LOG_EVERY_MS = 10_000;

/** Without a terminal on standard error, only progress that `isLogged` is written: that of commands that may take hours. */
export function startProgress(io: Io, { isLogged = false } = {}): Progress {
  const isLive = io.isTTY.stderr && io.env.TERM !== 'dumb';
  let told = io.now();
  let isShown = false;
  const log = (line: string) => {
    if (!isLogged || io.now() - told < LOG_EVERY_MS) return;
    told = io.now();
    io.stderr.write(`kifu: ${line}\n`);
  };
  const tell = (line: string) => {
    if (!isLive) return;
    told = io.now();
    isShown = true;
    io.stderr.write(`\r\x1b[K${line}`);
  };
  return {
    tell,
    tellOften(line) {
      if (!isLive) log(line);
      else if (io.now() - told >= EVERY_MS) tell(line);
    },
    clear() {
      if (isShown) io.stderr.write('\r\x1b[K');
      isShown = false;
    },
  };
}

/** Runs work on a record; a long one shows a message on a terminal. */
export async function whilePlaying<T>(
  io: Io,
  entries: number,
  work: () => T | Promise<T>,
): Promise<T> {
  const progress = startProgress(io);
  if (entries > LONG) progress.tell(io.texts.reports.records.replaying(entries));
  try {
    return await work();
  } finally {
    progress.clear();
  }
}

/** Number of entries above which the message is shown. */
const LONG = 20_000;
