/** The pages for readers are free of phrases that are not idiomatic English. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bannedPhrases } from '../scripts/words.ts';

const ROOT = join(import.meta.dirname, '..');
const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: ROOT }).sort();

/** The prose of a page: blocks and pieces of code are left empty, so that lines keep their numbers. */
const proseOf = (page: string): string =>
  readFileSync(join(ROOT, page), 'utf8')
    .replace(/^```[\s\S]*?^```$/gm, block => block.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`/g, '``');

test('finds phrases, except where a line is exempt', () => {
  expect(bannedPhrases('fine\nIt is kept by itself.')).toHaveLength(2);
  expect(bannedPhrases('It is kept by itself. words-ok: a bad example')).toEqual([]);
  expect(bannedPhrases('There is no other way, and she goes on vacation.')).toEqual([]);
});

test.each(pages)('%s is idiomatic', page => expect(bannedPhrases(proseOf(page))).toEqual([]));
