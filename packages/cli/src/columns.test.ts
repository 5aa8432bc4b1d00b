import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsOf, fit } from './columns.ts';

test.each<[text: string, columns: number, fitted: string]>([
  ['Ann', 5, 'Ann  '],
  ['Annabel', 5, 'Anna…'],
  ['羽生善治', 8, '羽生善治'],
  ['羽生善治', 7, '羽生善…'],
  ['羽生善治', 6, '羽生… '],
  ['Zoë', 4, 'Zoë '],
  ['Zoe\u0308', 4, 'Zoe\u0308 '],
  ['♞♞♞', 2, '♞…'],
  ['', 2, '  '],
])('fits %s into %i columns', (text, columns, fitted) => {
  expect(fit(text, columns)).toBe(fitted);
});

test('numbers stand to the right', () => {
  expect(fit('12', 4, true)).toBe('  12');
});

test('any text fills its columns exactly', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: 1, max: 20 }),
      (text, columns) => {
        expect(columnsOf(fit(text, columns))).toBe(columns);
      },
    ),
  );
});
