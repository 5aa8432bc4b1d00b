/** Lists in binary are what the server reads out of them. */
import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { isLeftOut, usePostgres } from '../../test/databases.ts';
import { bytesList, numberList, textList } from './arrays.ts';

describe.skipIf(isLeftOut)('lists', () => {
  const server = usePostgres();
  const items = <T>(of: fc.Arbitrary<T>) => fc.array(fc.option(of), { maxLength: 20 });
  test.each([
    ['bytea', bytesList, items(fc.uint8Array().map(bytes => Buffer.from(bytes)))],
    [
      'text',
      textList,
      items(fc.string({ unit: 'grapheme' }).map(text => text.replaceAll('\0', ''))),
    ],
    ['bigint', numberList, items(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))],
  ] as [string, (list: readonly unknown[]) => Buffer, fc.Arbitrary<unknown[]>][])(
    'of %s',
    async (type, encode, lists) => {
      const client = new pg.Client({ connectionString: server().url() });
      await client.connect();
      await fc.assert(
        fc.asyncProperty(lists, async list => {
          const text = `SELECT item FROM unnest($1::${type}[]) WITH ORDINALITY AS g (item, n) ORDER BY n`;
          const { rows } = await client.query(text, [encode(list)]);
          const found = rows.map(({ item }) =>
            type === 'bigint' && item !== null ? BigInt(item) : item,
          );
          expect(found).toEqual(list);
        }),
      );
      await client.end();
    },
  );
});
