/** Numbers of actions: none is given twice, also where actions were forgotten, entered or thrown away. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextOrdinary, plannedFrom } from './seq.ts';

/** What a seat does: ordinary actions, plans of several moves of which one may be entered, or a restart without memory. */
const deeds = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('act' as const), isEntered: fc.boolean() }),
    fc.record({
      do: fc.constant('plan' as const),
      count: fc.integer({ min: 1, max: 32 }),
      entered: fc.option(fc.nat(31)),
    }),
  ),
  { maxLength: 60 },
);

test('no number is used for two things, and all rise with what was entered', () =>
  fc.assert(
    fc.property(deeds, fc.integer({ min: 2 ** 40, max: 2 ** 41 }), (done, startMs) => {
      const used = new Set<number>();
      const take = (seq: number) => {
        expect(used.has(seq)).toBe(false);
        used.add(seq);
      };
      let [entered, acted, nowMs] = [0, 0, startMs];
      for (const deed of done) {
        nowMs += 64; // longer than a plan has lines: a person made it
        if (deed.do === 'act') {
          acted = nextOrdinary(Math.max(acted, entered));
          take(acted);
          if (deed.isEntered) entered = acted;
        } else {
          // the record is all that is remembered of plans
          const numbers = plannedFrom(entered, nowMs, deed.count);
          for (const seq of numbers) take(seq);
          expect(numbers.every(seq => seq > entered && Number.isSafeInteger(seq))).toBe(true);
          if (deed.entered !== null) entered = numbers[deed.entered % deed.count]!;
        }
      }
    }),
  ));

test('ordinary matches count from 1', () => {
  expect([0, 1, 1022, 1023].map(nextOrdinary)).toEqual([1, 2, 1023, 1024]);
});
