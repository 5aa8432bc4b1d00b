import { existsSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// threads and programs that tests start read our sources through Node: with what it has compiled before, in half the time
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/kifu-compiled');

// what tests keep for a while is written through to the disk move by move: in memory, where there is room, it costs no waiting
const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 8 * 2 ** 30;
const isDeep = process.env.KIFU_DEEP === '1';
if (!isDeep && existsSync(IN_MEMORY)) {
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  if (bavail * bsize > ROOM_BYTES) process.env.TMPDIR ??= IN_MEMORY;
}

// `source`: our packages are tested as the .ts that they are, not as built.
// Vite adds `import` or `require` by itself; Node is given these too, and would hand an `import` to who requires.
const conditions = ['source', 'node', 'module'];
const common = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
};
const testTimeout = isDeep ? 600_000 : 180_000;
const BROWSER = 'packages/web/test/**/*.test.ts';
/** What starts nothing and keeps nothing: such files follow one another in a process, which has loaded our packages once. */
const PURE = 'packages/{bots,client,core,games,ipgs,record,tournament,web}/src/**/*.test.ts';

export default defineConfig({
  ...common,
  test: {
    // a third of the time is spent waiting for other processes: with one file more than there are cores, these are busy
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        ...common,
        test: {
          name: 'node',
          include: ['packages/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [BROWSER, PURE, '**/node_modules/**'],
          testTimeout,
          hookTimeout: 180_000,
        },
      },
      {
        ...common,
        test: { name: 'pure', include: [PURE], isolate: false, testTimeout, hookTimeout: 180_000 },
      },
      {
        ...common,
        test: {
          name: 'browser',
          include: [BROWSER],
          globalSetup: ['packages/web/test/setup.ts'],
          testTimeout,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
