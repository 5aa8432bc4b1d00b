/** `npm run vectors -- [area…]`: the suites that compare with results of independent programs; all areas by default. */
import { globSync, readFileSync } from 'node:fs';
import { runTests, summary } from './run-tests.ts';

const wanted = process.argv.slice(2);
const areasOf = (file: string) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /(?:eachVector(?:<[^(]*>|\w*)\(\s*|AREA = )'([a-z-]+)'/g,
    ),
  ].map(found => found[1]!);
const files = globSync(['packages/**/*.vectors.test.ts', 'test/*.vectors.test.ts'], {
  exclude: ['**/node_modules/**'],
});
const known = [...new Set(files.flatMap(areasOf))].sort();

const unknown = wanted.filter(area => !known.includes(area));
if (unknown.length > 0) {
  console.error(`no suite for ${unknown.join(', ')}; there are ${known.join(', ')}`);
  process.exit(2);
}
const areas = wanted.length > 0 ? wanted : known;
process.env.KIFU_AREAS = areas.join(',');
console.log(`vectors from ${process.env.KIFU_VECTORS || 'vectors/'}: ${areas.join(', ')}`);
const counts = await runTests(
  files.filter(file => areasOf(file).some(area => areas.includes(area))),
);
console.log(summary(counts));
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);
