/** `npm test`: types, lint, dead code, then all suites; `--deep` adds the slow exhaustive ones. Ends with one line. */
import { spawn } from 'node:child_process';
import { runTests, summary } from './run-tests.ts';

if (process.argv.includes('--deep')) process.env.KIFU_DEEP = '1';

const CHECKS = {
  types: ['tsc', '-p', 'tsconfig.json'],
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

const contents = await Promise.all(Object.entries(CHECKS).map(check));
const failed = contents.filter(content => !content).length;
const suites = await runTests();
const checked = Object.keys(CHECKS).length;
const counts = {
  passed: suites.passed + checked - failed,
  failed: suites.failed + failed,
  skipped: suites.skipped,
};
console.log(summary(counts));
process.exit(counts.failed === 0 && suites.passed > 0 ? 0 : 1);
