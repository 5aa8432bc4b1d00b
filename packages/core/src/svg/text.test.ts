/** Text from strangers stays text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseXml } from '../../test/xml.ts';
import { elementId, escapeText, num } from './text.ts';

test.each<[name: string, text: string, escaped: string]>([
  ['plain', 'Lee Chang-ho 1-0', 'Lee Chang-ho 1-0'],
  ['markup', `<b a='1'>"&"</b>`, '&#60;b a=&#39;1&#39;&#62;&#34;&#38;&#34;&#60;/b&#62;'],
  ['a color by name', 'var(--kifu-ink)', 'var&#40;--kifu-ink)'],
  ['what XML lacks', 'a\0b\x1b[31m\ufffe', 'a\ufffdb\ufffd[31m\ufffd'],
  ['half a character', 'a\ud83d', 'a\ufffd'],
  ['beyond the first plane', '棋譜 ♞ 🎲', '棋譜 ♞ 🎲'],
])('escapes %s', (_name, text, escaped) => {
  expect(escapeText(text)).toBe(escaped);
});

test('any text comes out of an element and of an attribute as it went in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const { text: inside, attributes } = parseXml(
        `<a b="${escapeText(text)}">${escapeText(text)}</a>`,
      );
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
      const kept = text.toWellFormed().replace(/[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g, '\ufffd');
      expect([inside, attributes.get('b')]).toEqual([kept, kept]);
    }),
  );
});

test('ids are names, and different for different texts', () => {
  expect(elementId('kifu-', 'white-king')).toBe('kifu-white-king');
  expect(elementId('kifu-', 'a"b')).toBe('kifu-a_22_b');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      expect(elementId('x-', a)).toMatch(/^x-[a-zA-Z0-9_-]*$/);
      expect(elementId('x-', a) === elementId('x-', b)).toBe(a === b);
    }),
  );
});

test.each([
  [1 / 3, '0.33'],
  [-0.001, '0'],
  [-0, '0'],
  [100, '100'],
  [Number.NaN, '0'],
  [Number.POSITIVE_INFINITY, '0'],
])('%d as a number of SVG', (value, text) => {
  expect(num(value)).toBe(text);
});
