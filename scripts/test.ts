/** `npm test`: types, lint, dead code, and beside them all suites; `--deep` adds the slow exhaustive ones. Ends with one line. */
import { spawn } from 'node:child_process';
import { runTests, summary } from './run-tests.ts';

if (process.argv.includes('--deep')) process.env.KIFU_DEEP = '1';

const CHECKS = {
  types: ['tsc', '-p', 'tsconfig.json'],
  'types of the viewer': ['tsc', '-p', 'packages/viewer'],
  'types of the page': ['tsc', '-p', 'packages/web'],
  lint: ['biome', 'check', '.'],
  unused: ['knip'],
};

/** Whether a tool of ours is content; npm puts them on the PATH of its scripts. */
const check = ([name, [command, ...args]]: [string, string[]]): Promise<boolean> =>
  new Promise(tell => {
    console.log(`${name}: ${command} ${args.join(' ')}`);
    spawn(command!, args, { stdio: 'inherit' })
      .on('error', ({ message }) => {
        console.error(`${command} does not start (${message}): run this by npm test`);
        tell(false);
      })
      .on('close', status => tell(status === 0));
  });

// the suites often wait for other processes: the checks fill the time
const [suites, ...contents] = await Promise.all([runTests(), ...Object.entries(CHECKS).map(check)]);
const failed = Object.keys(CHECKS).filter((_, i) => !contents[i]);
const counts = {
  passed: suites.passed + contents.length - failed.length,
  failed: suites.failed + failed.length,
  skipped: suites.skipped,
};
if (failed.length > 0) console.log(`not content, see above: ${failed.join(', ')}`);
console.log(summary(counts));
process.exit(counts.failed === 0 && suites.passed > 0 ? 0 : 1);
