/** Programs that record into a file, and what they say. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

/** A program that runs, and the lines that it says. */
export interface Recorder {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  readonly closed: Promise<unknown>;
}

/** Starts a program; one that still runs when the tests are done is killed. To be called outside of tests, like `afterAll`. */
export function recorders(program: URL): (...args: readonly string[]) => Recorder {
  const file = fileURLToPath(program);
  const started: Recorder[] = [];
  let cache: string | undefined;
  afterAll(async () => {
    await Promise.all(started.map(kill));
    if (cache !== undefined) rmSync(cache, { recursive: true, force: true });
  });
  return (...args) => {
    cache ??= mkdtempSync(join(tmpdir(), 'kifu-compiled-'));
    const child = spawn(process.execPath, ['--conditions=source', file, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      // so that each after the first starts in half the time
      env: { ...process.env, NODE_COMPILE_CACHE: cache },
    });
    const lines: string[] = [];
    createInterface(child.stdout).on('line', line => {
      lines.push(line);
      child.emit('said');
    });
    const recorder = { child, lines, closed: once(child, 'close') };
    started.push(recorder);
    return recorder;
  };
}

/** Waits until a number of lines are printed, or the program has ended. */
export async function hear(count: number, { child, lines, closed }: Recorder): Promise<void> {
  const isOver = closed.then(() => true);
  while (lines.length < count)
    if ((await Promise.race([once(child, 'said'), isOver])) === true) return;
}

/** Ends a program at once, wherever it is. */
export async function kill({ child, closed }: Recorder): Promise<void> {
  child.kill('SIGKILL');
  await closed;
}
