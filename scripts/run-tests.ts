/** Runs Vitest and counts what came of it. */
import { startVitest } from 'vitest/node';

/** How many tests ended how. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Runs the test files whose paths contain one of the filters; all where there is none. */
export async function runTests(filters: readonly string[] = []): Promise<Counts> {
  const vitest = await startVitest('test', [...filters], { run: true, reporters: ['default'] });
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const module of vitest.state.getTestModules()) {
    counts.failed += module.errors().length; // a file that could not be loaded
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state !== 'pending') counts[state]++;
    }
  }
  counts.failed += vitest.state.getUnhandledErrors().length;
  await vitest.close();
  return counts;
}

/** The closing line that people and machines read. */
export const summary = ({ passed, failed, skipped }: Counts): string =>
  `tests: ${passed} passed, ${failed} failed, ${skipped} skipped`;
