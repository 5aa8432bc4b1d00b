/** A page that says that something cannot be done names the test that tries it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const DOCS = join(import.meta.dirname, '../docs');

/** Rows of tables that say that something cannot be done: in the row itself, or in the head of its table. */
function claims(text: string): string[] {
  let isClaimed = false;
  return text.split('\n').filter((line, i, lines) => {
    if (!line.startsWith('|')) {
      isClaimed = false;
      return false;
    }
    const isHead = lines[i + 1]?.startsWith('| ---') === true;
    if (isHead) isClaimed = line.includes('cannot');
    const isRow = !isHead && !line.startsWith('| ---');
    return isRow && (isClaimed || /\bcannot\b/.test(line));
  });
}

test('each row of the threat model that says "cannot" names a test that exists', () => {
  const rows = claims(readFileSync(join(DOCS, 'threat-model.md'), 'utf8'));
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows) {
    const files = [...row.matchAll(/\]\((\.\.\/[^)#]+\.test\.ts)\)/g)].map(([, file]) => file!);
    expect(files, row).not.toEqual([]);
    for (const file of files) expect(existsSync(join(DOCS, file)), file).toBe(true);
  }
});
