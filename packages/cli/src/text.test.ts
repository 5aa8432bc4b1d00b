/** Text for a terminal. */
import { expect, test } from 'vitest';
import { counted, grouped, inColumns, oneLine, printable, tableLines, wrap } from './text.ts';

test('words fit into lines and columns', () => {
  expect(wrap(['aaa', 'bb', 'c', 'dddddd'], 6)).toEqual(['aaa bb', 'c', 'dddddd']);
  expect(inColumns(['a', 'bbb', 'c'], 10)).toEqual(['a    bbb', 'c']);
  expect(inColumns([], 10)).toEqual([]);
  expect(
    tableLines([
      ['N', 'X'],
      [10, 'y'],
    ]),
  ).toEqual(['N   X', '10  y']);
});

test('numbers are grouped, and counted words get their plural', () => {
  expect([1, 999, 1000, 4865609].map(grouped)).toEqual(['1', '999', '1,000', '4,865,609']);
  expect([counted(1, 'ox', 'oxen'), counted(0, 'ox', 'oxen')]).toEqual(['1 ox', '0 oxen']);
});

test('control characters are made visible', () => {
  expect(printable('a\x1b[31m\x07\x7f\x9b2J\u202e\u2066\u2028b')).toBe(
    'a\ufffd[31m\ufffd\ufffd\ufffd2J\ufffd\ufffd\ufffdb',
  );
  expect(printable('Ünïcödé 棋譜 🙂')).toBe('Ünïcödé 棋譜 🙂');
  expect(oneLine(' two\r\n\tlines\x00 ')).toBe('two lines\ufffd');
});
