/** Starts `kifu` as a process of its own, as people do. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const BIN = join(import.meta.dirname, '../bin/kifu.js');

/** Far longer than anything takes: a wait of this length has failed. */
const WAIT_MS = 120_000;

/** A process that was started. */
export interface Started {
  readonly child: ChildProcess;
  /** Resolves when it has ended and all that it wrote is here: with its exit code and the signal. */
  readonly exit: Promise<unknown[]>;
  out(): string;
  /** Resolves when the words have been written. */
  saw(words: string | RegExp): Promise<void>;
  /** Types a line. */
  type(line: string): void;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
}

/** Starts a command, with variables of the environment that say where the user is at home. */
export function startKifu(
  own: { readonly KIFU_HOME: string; readonly KIFU_PASSPHRASE?: string },
  ...argv: readonly string[]
): Started {
  const env = { ...process.env, ...own, NO_COLOR: '1' };
  const child = spawn(process.execPath, ['--conditions=source', '--no-warnings', BIN, ...argv], {
    stdio: 'pipe',
    env,
  });
  child.stdin.on('error', () => {}); // it has ended before it read what was typed
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (text += data));
  let isOver = false;
  const exit = once(child, 'close').finally(() => {
    isOver = true;
  });
  return {
    child,
    exit,
    out: () => text,
    async saw(words) {
      const has = () => (typeof words === 'string' ? text.includes(words) : words.test(text));
      for (const end = Date.now() + WAIT_MS; !has(); ) {
        if (isOver) throw new Error(`it ended: ${text}`);
        if (Date.now() > end) throw new Error(`no ${words} in: ${text}`);
        await new Promise(done => setTimeout(done, 10));
      }
    },
    type: line => void child.stdin.write(`${line}\n`),
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
