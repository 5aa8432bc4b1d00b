/** A terminal for tests: keys go in one after the other, each after the screen was drawn, and what is drawn is kept. */
import { PassThrough, Writable } from 'node:stream';
import { setImmediate } from 'node:timers';
import { SteppedTimer } from '@kifu/record/match';
import { run } from '../src/index.ts';
import { collector, makeIo, type World } from './run-kifu.ts';

/** A key as the terminal sends it; `TIME`: what the player waits for has come; or something else that happens. */
export type TerminalStep = string | typeof TIME | ((terminal: Terminal) => void);
export const TIME = Symbol('time');

/** What a test may do to the terminal. */
interface Terminal {
  resize(columns: number, rows: number): void;
  /** Asks the process to end. */
  stop(exitCode: number): void;
  /** The input ends. */
  end(): void;
  /** Keys that are pressed so long after the screen was drawn, while the player waits for something else. */
  press(keys: string, afterMs: number): void;
}

/** What a command showed on the terminal, and how it ended. */
export interface WatchedRun {
  readonly code: number;
  /** Each screen as lines, without what moves the cursor. */
  readonly screens: readonly (readonly string[])[];
  /** Everything that was written, as it was. */
  readonly raw: string;
  readonly err: string;
  /** What the terminal was told: raw mode on and off. */
  readonly modes: readonly boolean[];
  /** How long the player waited before each screen but the first; null: for a key. */
  readonly waits: readonly (number | null)[];
  readonly suspended: number;
}

/** Runs a command on a terminal. Where the steps come to their end, Ctrl-C is pressed. */
export async function watchKifu(
  argv: readonly string[],
  steps: readonly TerminalStep[],
  world: World = {},
): Promise<WatchedRun> {
  const modes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), {
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
  });
  const screens: string[][] = [];
  let shown: string[] = [];
  const waits: (number | null)[] = [];
  const todo = [...steps];
  let raw = '';
  const timer = new SteppedTimer(0);
  let pending: { ms: number; wake: () => void } | null = null;
  let stop = (_exitCode: number) => {};
  let suspended = 0;
  let size = { columns: world.columns ?? 80, rows: world.rows ?? 24 };
  const terminal: Terminal = {
    resize(columns, rows) {
      size = { columns, rows };
      stdout.emit('resize');
    },
    stop: exitCode => stop(exitCode),
    end: () => stdin.end(),
    press(keys, afterMs) {
      timer.pass(afterMs);
      stdin.write(keys);
    },
  };
  const next = () => {
    while (todo[0] === TIME && pending === null) todo.shift(); // nothing is waited for
    const step = todo.shift() ?? '\x03';
    waits.push(step === TIME ? pending!.ms : null);
    if (typeof step === 'string') stdin.write(step);
    else if (typeof step === 'function') step(terminal);
    else {
      const { ms, wake } = pending!;
      timer.pass(ms);
      wake();
    }
  };
  const stdout = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      raw += chunk;
      if (isDrawing(chunk)) {
        shown = drawnOn(shown, chunk);
        screens.push(shown);
        setImmediate(next);
      }
      done();
    },
  });
  const err = collector();
  const isTTY = { stdin: true, stdout: true, stderr: false, ...world.isTTY };
  const env = { TERM: 'xterm-256color', NO_COLOR: '1', ...world.env };
  const io = {
    ...makeIo({ ...world, isTTY, env }, { stdin, stdout, stderr: err.stream }),
    get columns() {
      return size.columns;
    },
    get rows() {
      return size.rows;
    },
    now: () => timer.now(),
    after: (ms: number, work: () => void) => timer.after(ms, work),
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>(resolve => {
        const wake = () => {
          pending = null;
          resolve();
        };
        pending = { ms, wake };
        signal?.addEventListener('abort', wake, { once: true });
      }),
    onStop(listener: (exitCode: number) => void) {
      stop = listener;
      return () => {};
    },
    async suspend() {
      suspended++;
    },
  };
  const code = await run(argv, io);
  return { code, screens, raw, err: err.text(), modes, waits, suspended };
}

/** Whether something is drawn: each drawing is one write. */
export const isDrawing = (chunk: string): boolean => chunk.startsWith('\x1b[?25l\x1b[H');

/** The lines of a terminal after a drawing: lines are put where they belong, the others stay. */
export function drawnOn(before: readonly string[], chunk: string): string[] {
  const lines = [...before];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a terminal is led
  for (const [, row, text] of chunk.matchAll(/\x1b\[(\d+);1H((?:(?!\x1b\[(?:K|J)).)*)\x1b\[K/g))
    lines[Number(row) - 1] = text!;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a terminal is led
  const cut = /\x1b\[(\d+);1H\x1b\[J/.exec(chunk);
  return cut === null ? lines : lines.slice(0, Number(cut[1]) - 1);
}
