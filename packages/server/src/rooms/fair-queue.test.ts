/** Whose invites are seen where there are more than can be listed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fairQueue } from './fair-queue.ts';

test.each<[string, number, string]>([
  ['a1 b1 a2', 3, 'a1 b1 a2'],
  ['a1 b1 a2 a3 a4 a5', 3, 'b1 a4 a5'],
  ['b1 c1 a1 a2 a3', 2, 'b1 c1'],
  ['a1 a2 a3', 2, 'a2 a3'],
  ['a1', 0, ''],
])('takes fairly of %s, at most %i', (all, limit, taken) => {
  const list = fairQueue(all.split(' '), one => one[0]!, limit);
  expect(list.join(' ')).toBe(taken);
});

test('takes as many as may be, and leaves none of a group out while another has two more', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4)), fc.nat(30), (groups, limit) => {
      const all = groups.map((group, i) => ({ group, i }));
      const taken = fairQueue(all, ({ group }) => String(group), limit);
      expect(taken.length).toBe(Math.min(limit, all.length));
      const count = (list: readonly { group: number }[], group: number) =>
        list.filter(one => one.group === group).length;
      for (let group = 0; group <= 4; group++)
        for (let other = 0; other <= 4; other++)
          if (count(taken, group) < count(all, group))
            expect(count(taken, other)).toBeLessThanOrEqual(count(taken, group) + 1);
    }),
    { seed: 7 },
  );
});
