import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// threads and programs that tests start read our sources through Node: with what it has compiled before, in half the time
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/kifu-compiled');

const isDeep = process.env.KIFU_DEEP === '1';

// `source`: our packages are tested as the .ts that they are, not as built.
// Vite adds `import` or `require` by itself; Node is given these too, and would hand an `import` to who requires.
const conditions = ['source', 'node', 'module'];
const common = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
};
const testTimeout = isDeep ? 600_000 : 180_000;
const BROWSER = 'packages/web/test/**/*.test.ts';
/** Units and pages leave nothing behind in their process: they follow one another there, and our packages are loaded once. */
const UNITS = 'packages/*/src/**/*.test.ts';
const INSTALLED = '**/node_modules/**';

/** What takes minutes: these start first, so that no worker is left with one of them at the end. */
const LONG = /\/(?:cluster|visual)\.test\.ts$/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => Number(LONG.test(b.moduleId)) - Number(LONG.test(a.moduleId)));
  }
}

export default defineConfig({
  ...common,
  test: {
    // a third of the time is spent waiting for other processes: with one file more than there are cores, these are busy
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['test/temporary-files.ts'],
    sequence: { sequencer: LongFirst },
    projects: [
      {
        ...common,
        test: {
          name: 'node',
          include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [BROWSER, INSTALLED],
          testTimeout,
          hookTimeout: 180_000,
        },
      },
      {
        ...common,
        test: {
          name: 'units',
          include: [UNITS],
          exclude: [INSTALLED],
          isolate: false,
          testTimeout,
          hookTimeout: 180_000,
        },
      },
      {
        ...common,
        test: {
          name: 'browser',
          include: [BROWSER],
          globalSetup: ['packages/web/test/setup.ts'],
          isolate: false,
          testTimeout,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
