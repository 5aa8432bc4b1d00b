/** Runs a command line in process and keeps what it wrote. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { gameNames, loadKit } from '@kifu/games';
import type { Games } from '@kifu/record/file';
import { cli } from '@kifu/texts/en/cli';
import { expect } from 'vitest';
import { run } from '../src/index.ts';
import type { Io } from '../src/io.ts';
import { withArchives } from '../src/process-games.ts';

/** What a command line meets. */
export interface World {
  readonly input?: string | readonly Uint8Array[];
  readonly isTTY?: Partial<Io['isTTY']>;
  readonly env?: Io['env'];
  readonly games?: Games;
  readonly columns?: number;
  readonly rows?: number;
  /** None unless told. */
  readonly threads?: number;
  /** What the clock shows at first, in milliseconds since 1970. */
  readonly startMs?: number;
  /** Waiting takes no time unless told. */
  readonly sleep?: Io['sleep'];
  readonly openLibrary?: Io['openLibrary'];
}

/** What a command wrote, and its exit code. */
export interface Went {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `kifu` with these words. The clock goes on by one millisecond each time the command reads it. */
export async function kifu(argv: readonly string[], world: World = {}): Promise<Went> {
  const [out, err] = [collector(), collector()];
  const { input = '' } = world;
  const chunks = typeof input === 'string' ? [Buffer.from(input)] : input;
  const stdin = Readable.from(chunks, { objectMode: false });
  const code = await run(argv, makeIo(world, { stdin, stdout: out.stream, stderr: err.stream }));
  return { code, out: out.text(), err: err.text() };
}

/** The user's own home is not touched: each file of tests has its own. They go away when all tests are done. */
const homes = new Map<string, string>();

function homeOf(file: string): string {
  const home = homes.get(file) ?? mkdtempSync(join(tmpdir(), 'kifu-home-'));
  homes.set(file, home);
  return home;
}

/** The world of a command, on these streams. */
export function makeIo(world: World, streams: Pick<Io, 'stdin' | 'stdout' | 'stderr'>): Io {
  const { isTTY = {}, env = {}, columns = 80, rows = 24, games, sleep, openLibrary } = world;
  const { threads = 0, startMs } = world;
  const home = homeOf(expect.getState().testPath!);
  let now = startMs ?? Date.parse('2026-01-02T03:04:05Z');
  return {
    ...streams,
    isTTY: { stdin: false, stdout: false, stderr: false, ...isTTY },
    columns,
    rows,
    env: { HOME: home, KIFU_HOME: join(home, 'kifu'), ...env },
    now: () => now++,
    // no alarm rings where no test lets time pass
    after: () => () => {},
    sleep: sleep ?? (() => setImmediate()),
    freshSeed: () => 4711,
    onStop: () => () => {},
    onExit: () => () => {},
    suspend: async () => {},
    games: withArchives(
      games ?? { names: gameNames, load: loadKit, module: import.meta.resolve('@kifu/games') },
    ),
    threads,
    ...{ language: 'en', texts: cli, common: undefined },
    ...(openLibrary === undefined ? {} : { openLibrary }),
  };
}

/** The JSON lines of an output. */
export const jsonLines = (out: string) =>
  out
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));

/** A stream that keeps what is written to it. */
export function collector() {
  let text = '';
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  return { stream, text: () => text };
}
