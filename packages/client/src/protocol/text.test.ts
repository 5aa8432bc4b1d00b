/** Names and lines: what is seen is what is there. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NAME, plainLine } from './text.ts';

test.each([
  'Ann',
  'Ann Lee',
  'A',
  '棋譜',
  'Ольга',
  'علی‌رضا', // a joiner that scripts need
  'श्री',
  '👩‍💻',
  '❤️',
  'José',
  'Nguyễn',
  'bot:mcts-3',
  "O'Neil-Smith, Jr.",
])('%s is a name', name => expect(NAME.test(name)).toBe(true));

test.each<[string, string]>([
  ['nothing', ''],
  ['a space', ' '],
  ['a space before', ' Ann'],
  ['a space after', 'Ann '],
  ['two spaces', 'Ann  Lee'],
  ['a wide space', 'Ann\u2003Lee'],
  ['a space that does not break', 'Ann\u00a0Lee'],
  ['half a letter', 'Ann\ud800'],
  ['the other half', '\udc00Ann'],
  ['what turns text around', 'Ann\u202e'],
  ['a mark of direction', 'Ann\u200e'],
  ['an isolate', '\u2066Ann\u2069'],
  ['a space of no width', 'Ann\u200bLee'],
  ['a byte order mark', '\ufeffAnn'],
  ['a soft hyphen', 'An\u00adn'],
  ['a joiner at the end', 'Ann\u200d'],
  ['a joiner at the start', '\u200cAnn'],
  ['joiners in a row', 'A\u200d\u200dn'],
  ['a filler of Hangul', 'A\u3164n'],
  ['only a filler', '\uffa0'],
  ['empty braille', '\u2800'],
  ['tags', 'Ann\u{e0041}'],
  ['a word joiner', 'An\u2060n'],
  ['a line end', 'Ann\nLee'],
  ['a separator of lines', 'Ann\u2028Lee'],
  ['an escape', 'Ann\u001b[31m'],
  ['a control of C1', 'Ann\u009b'],
  ['nothing yet', 'Ann\u{50000}'],
  ['a pile of marks', `A${'\u0301'.repeat(5)}`],
])('no name: %s', (_what, name) => expect(NAME.test(name)).toBe(false));

test.each<[string, string]>([
  ['hello', 'hello'],
  ['a\nb\r\nc', 'a b c'],
  ['\ud800', ''],
  ['a\ud800b', 'a b'],
  ['a\u202eb', 'a b'],
  ['👩‍💻 hi', '👩‍💻 hi'],
  ['\u200d\u200b', ''],
  [`e${'\u0301'.repeat(50)}`, `e${'\u0301'.repeat(4)}`],
])('%j as a plain line', (text, line) => expect(plainLine(text)).toBe(line));

test('a line is well formed, has nothing to obey, and is a line again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.nat(0xffff)), (text, units) => {
      const line = plainLine(text + String.fromCharCode(...units));
      expect(line.isWellFormed()).toBe(true);
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200b]/u);
      expect(plainLine(line)).toBe(line);
    }),
    { seed: 7 },
  );
});
