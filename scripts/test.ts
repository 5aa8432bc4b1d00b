/** `npm test`: types, lint, dead code, then all suites; `--deep` adds the slow exhaustive ones. Ends with one line. */
import { spawnSync } from 'node:child_process';
import { runTests, summary } from './run-tests.ts';

if (process.argv.includes('--deep')) process.env.KIFU_DEEP = '1';

const CHECKS = {
  types: ['tsc', '-p', 'tsconfig.json'],
  'types of the page': ['tsc', '-p', 'packages/web'],
  lint: ['biome', 'check', '.'],
  unused: ['knip'],
};

let failed = 0;
for (const [name, [command, ...args]] of Object.entries(CHECKS)) {
  console.log(`${name}: ${command} ${args.join(' ')}`);
  // npm puts our own tools on the PATH of its scripts
  const { status, error } = spawnSync(command!, args, { stdio: 'inherit' });
  if (error !== undefined)
    console.error(`${command} does not start (${error.message}): run this by npm test`);
  if (status !== 0) failed++;
}
const suites = await runTests();
const checked = Object.keys(CHECKS).length;
const counts = {
  passed: suites.passed + checked - failed,
  failed: suites.failed + failed,
  skipped: suites.skipped,
};
console.log(summary(counts));
process.exit(counts.failed === 0 && suites.passed > 0 ? 0 : 1);
