/** What SQLite runs is what the migrations compile to; `npx vitest run -u` writes it anew. */
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { formatMigration, MIGRATIONS, POSTGRES, SQLITE } from './migrations.ts';
import { SQLITE_TABLES } from './sqlite-tables.ts';

const compiled = MIGRATIONS.map(migration => formatMigration(migration, SQLITE));

test('SQLite runs the migrations as they are', async () => {
  await expect(`/** Made of \`migrations.ts\` by its test; not to be changed by hand. */

/** The statements of each migration. */
export const SQLITE_TABLES: readonly string[] = [
${compiled.map(text => `  \`\n${text.replaceAll(/^/gm, '  ').trimEnd()}\n  \`,\n`).join('')}];
`).toMatchFileSnapshot('./sqlite-tables.ts');
});

test('both engines have the same tables and columns', () => {
  const db = new DatabaseSync(':memory:');
  for (const text of SQLITE_TABLES) db.exec(text);
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const postgres = MIGRATIONS.map(migration => formatMigration(migration, POSTGRES)).join('');
  expect(tables.length).toBeGreaterThan(7);
  for (const { name } of tables) {
    const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(name!);
    const created = new RegExp(`^create table "${name}" \\((.*)\\);$`, 'm').exec(postgres)![1]!;
    const named = [...created.matchAll(/(?:^|, )"(\w+)" /g)].map(([, column]) => column);
    expect(named).toEqual(columns.map(column => column.name));
  }
  db.close();
});
