/** Statements in pieces: values never become text, and are numbered in the order in which they stand. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { join, raw, sql, statement } from './sql.ts';

test('values are numbered, pieces are put in', () => {
  const inner = sql`b = ${'x'} and c = ${2}`;
  const order = join([raw('a'), sql`b ${raw('desc')}`], ', ');
  expect(statement(sql`select ${1}::int where ${inner} or d = ${null} order by ${order}`)).toEqual({
    text: 'select $1::int where b = $2 and c = $3 or d = $4 order by a, b desc',
    values: [1, 'x', 2, null],
  });
  expect(statement(sql`select true`)).toEqual({ text: 'select true', values: [] });
});

test('no value gets into the text of a statement', () => {
  fc.assert(
    fc.property(fc.array(fc.anything(), { minLength: 1 }), values => {
      const { text, values: sent } = statement(
        join(
          values.map(value => sql`${value}`),
          ' and ',
        ),
      );
      expect(text).toBe(values.map((_, i) => `$${i + 1}`).join(' and '));
      expect(sent).toEqual(values);
    }),
  );
});
