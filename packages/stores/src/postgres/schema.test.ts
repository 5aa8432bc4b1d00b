/** The tables are those of SQLite, column by column, but for what is one engine's alone; and the library that speaks to the server is optional. */
import { spawnSync } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { command, isLeftOut, newSchema, usePostgres } from '../../test/databases.ts';
import { tempPaths } from '../../test/files.ts';
import { createSqliteStore } from '../sqlite/index.ts';
import { createPostgresStore } from './index.ts';

const path = tempPaths('.sqlite');

/** Tables and columns that only one of them has. */
const ALONE = {
  sqlite:
    /^(blocks|block_keys|packs|ages|ended|runs|leaves|dropped|words\w*|name_parts\w*|matches\.(number|positions)|remarks\.id)\b/,
  postgres: /^(blocks|leases|owners|packs|positions|traces\.positions|words|names\.parts)\b/,
};

describe.skipIf(isLeftOut)('PostgreSQL', () => {
  const server = usePostgres();

  test('has the tables and columns of SQLite', async () => {
    const at = path();
    await (await createSqliteStore(at)).close();
    const db = new DatabaseSync(at);
    const lite = db
      .prepare(
        `SELECT m.name || '.' || c.name AS name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
          WHERE m.type = 'table' ORDER BY m.name, c.cid`,
      )
      .all()
      .map(({ name }) => name as string);
    db.close();
    const schema = newSchema();
    await (await createPostgresStore(server().url(), { schema })).close();
    const rows = await command(
      server(),
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = '${schema}' ORDER BY table_name COLLATE "C", ordinal_position`,
    );
    const other = rows.map(({ name }) => name as string);
    const common = other.filter(name => !ALONE.postgres.test(name));
    expect(common.length).toBeGreaterThan(35);
    expect(common).toEqual(lite.filter(name => !ALONE.sqlite.test(name)));
  });
});

test('without its library, opening a store says what to install', () => {
  const hook = `
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve(name, context, next) {
        if (name === 'pg') throw Object.assign(new Error('no ' + name), { code: 'ERR_MODULE_NOT_FOUND' });
        return next(name, context);
      },
    });
    const { createPostgresStore } = await import('./index.ts');
    await createPostgresStore('postgres://nobody@localhost/x').catch(({ name, message }) => console.log(name, message));
  `;
  const { stdout } = spawnSync(
    process.execPath,
    ['--conditions=source', '--input-type=module', '-e', hook],
    { encoding: 'utf8', cwd: new URL('.', import.meta.url).pathname },
  );
  expect(stdout).toMatch(/^PostgresMissingError .*npm install pg\n$/);
});
