/** Sections: never more rows than there are, and the important ones stay. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutTo, fit, type Section } from './sections.ts';

const section: fc.Arbitrary<Section> = fc.record({
  rank: fc.nat(5),
  lines: fc.array(fc.string({ maxLength: 3 }), { maxLength: 5 }),
  mayBeCut: fc.constantFrom('first' as const, 'last' as const),
});

test('sections fill the rows that there are, and no more', () => {
  fc.assert(
    fc.property(fc.array(section, { maxLength: 6 }), fc.nat(12), (sections, rows) => {
      const all = sections.reduce((sum, { lines }) => sum + lines.length, 0);
      expect(fit(sections, rows).length).toBe(Math.min(rows, all));
    }),
  );
});

test.each<[mayBeCut: Section['mayBeCut'], rows: number, lines: string[]]>([
  ['first', 3, ['a', 'b', 'x']],
  ['last', 3, ['b', 'c', 'x']],
  ['last', 1, ['x']],
  ['first', 1, ['x']],
  ['last', 9, ['a', 'b', 'c', 'x']],
  [undefined, 3, ['x']],
])('a section that may lose its %s lines, in %i rows', (mayBeCut, rows, lines) => {
  const cut = mayBeCut === undefined ? {} : { mayBeCut };
  const sections: Section[] = [
    { rank: 2, lines: ['a', 'b', 'c'], ...cut },
    { rank: 1, lines: ['x'] },
  ];
  expect(fit(sections, rows)).toEqual(lines);
});

test('cuts long lines and marks the cut', () => {
  expect(['abc', 'abcd', 'ab'].map(text => cutTo(text, 3))).toEqual(['abc', 'ab…', 'ab']);
  expect(cutTo('abc', 0)).toBe('…');
});
