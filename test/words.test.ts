/** What people read is free of phrases that are not idiomatic English, and their number falls in the sources. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bannedPhrases } from '../scripts/words.ts';

const ROOT = join(import.meta.dirname, '..');
const pages = globSync(
  ['*.md', 'docs/**/*.md', 'packages/*/README.md', 'packages/games/src/*/README.md'],
  { cwd: ROOT },
).sort();
const SITE = 'packages/texts/src/en/site.ts';
/** How many phrases are left in the sources: the number may only fall. */
const CEILING = 3;
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

test('the texts of the site are idiomatic', () => expect(bannedPhrases(textOf(SITE))).toEqual([]));

test('the sources gain no phrases', () => {
  const sources = globSync('packages/*/src/**/*.ts', { cwd: ROOT });
  const found = sources
    .filter(path => !isData(path) && path !== SITE)
    .flatMap(path => bannedPhrases(textOf(path)));
  expect(found.length).toBeLessThanOrEqual(CEILING);
});
