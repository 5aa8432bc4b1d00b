/** What people read is free of phrases that are not idiomatic English, and their number falls in the sources. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bannedPhrases } from '../scripts/words.ts';

const ROOT = join(import.meta.dirname, '..');
/** Paths of files, but not of what was installed or built. */
const filesOf = (...patterns: readonly string[]): string[] =>
  globSync(patterns, {
    cwd: ROOT,
    exclude: path => /(?:^|\/)(?:node_modules|dist)$/.test(path),
  }).sort();
const pages = filesOf(
  ...['*.md', 'docs/**/*.md', 'packages/*/README.md', 'packages/games/src/*/README.md'],
  ...['vectors/**/README.md', 'examples/**/*.md', 'deploy/**/*.md', 'python/**/*.md'],
);
/** Small programs, and what runs or builds the project. */
const programs = filesOf(
  ...['examples/**/*.{ts,js,mjs,html}', 'deploy/**/*.{sh,yml,yaml,conf,html}'],
  ...['scripts/**/*.{ts,js,mjs,sh}', 'python/**/*.{py,toml}', 'packages/*/*.html'],
).filter(path => path !== 'scripts/words.ts'); // where the phrases are
const SITE = 'packages/texts/src/en/site.ts';
/** How many phrases are left in the sources: the number may only fall. */
const CEILING = 3;
/** The same for test files, and for phrases of the sources that a line end divides. */
const CEILING_OF_TESTS = 611;
const CEILING_OVER_LINES = 4;
/** The vocabulary of packs primes their coder: its words are data. */
const isData = (path: string): boolean => /\/vocabulary\.ts$|\.test\.ts$/.test(path);

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The prose of a page: blocks and pieces of code are left empty, so that lines keep their numbers. */
const proseOf = (page: string): string =>
  textOf(page)
    .replace(/^```[\s\S]*?^```$/gm, block => block.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`/g, '``');

test('finds phrases, except where a line is exempt', () => {
  expect(bannedPhrases('fine\nIt is kept by itself.')).toHaveLength(2);
  expect(bannedPhrases('It is kept by itself. words-ok: a bad example')).toEqual([]);
  expect(bannedPhrases('There is no other way, and she goes on vacation.')).toEqual([]);
});

test.each(pages)('%s is idiomatic', page => expect(bannedPhrases(proseOf(page))).toEqual([]));

test.each(programs)('%s is idiomatic', path => expect(bannedPhrases(textOf(path))).toEqual([]));

test.each(filesOf('package.json', 'packages/*/package.json'))(
  '%s is described idiomatically',
  path => expect(bannedPhrases(JSON.parse(textOf(path)).description ?? '')).toEqual([]),
);

test('the glossary stays short', () => {
  const rows = textOf('docs/glossary.md').match(/^\| (?!term |---)/gm) ?? [];
  expect(rows.length).toBeLessThanOrEqual(80);
});

test('the texts of the site are idiomatic', () => expect(bannedPhrases(textOf(SITE))).toEqual([]));

const sources = filesOf('packages/*/src/**/*.ts').filter(path => !isData(path) && path !== SITE);

test('the sources gain no phrases', () => {
  const found = sources.flatMap(path => bannedPhrases(textOf(path)));
  expect(found.length).toBeLessThanOrEqual(CEILING);
});

test('the sources gain no phrases over line ends', () => {
  const found = sources.map(textOf).filter(text => {
    const joined = text.replace(/\n\s*(?:\*|\/\/)\s+/g, ' ');
    return bannedPhrases(joined).length > bannedPhrases(text).length;
  });
  expect(found.length).toBeLessThanOrEqual(CEILING_OVER_LINES);
});

test('tests gain no phrases', () => {
  const tests = filesOf('packages/*/src/**/*.test.ts', 'packages/*/test/**/*.ts', 'test/**/*.ts');
  const found = tests.flatMap(path => bannedPhrases(textOf(path)));
  expect(found.length).toBeLessThanOrEqual(CEILING_OF_TESTS);
});
