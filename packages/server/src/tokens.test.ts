/** Ids and tokens. */
import { expect, test } from 'vitest';
import { freshId } from './tokens.ts';

test('no id of an invite begins like an option of a command line', () => {
  // one in 64 would: that none of 2000 does by chance is less likely than 1 in 10^13
  const ids = Array.from({ length: 2000 }, freshId);
  expect(ids.filter(id => !/^\w[\w-]{15}$/.test(id))).toEqual([]);
});
