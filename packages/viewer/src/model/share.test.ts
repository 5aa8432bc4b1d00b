/** Links and code to pass on. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { embedCode, fileName, linkTo, type SharedMoment } from './share.ts';

const PLACE: SharedMoment = { at: '23', range: null, seat: null, isFlipped: false };

describe('links', () => {
  test.each<[string, string, string | null, SharedMoment, string]>([
    ['a place', 'https://a.example/x', null, PLACE, 'https://a.example/x?at=23'],
    [
      'other parameters stay',
      'https://a.example/?src=b.car&at=1#top',
      null,
      PLACE,
      'https://a.example/?src=b.car&at=23#top',
    ],
    [
      'a range',
      'https://a.example/',
      null,
      { ...PLACE, range: '12-20' },
      'https://a.example/?at=23&range=12-20',
    ],
    [
      'a seat, turned',
      'https://a.example/',
      null,
      { ...PLACE, seat: 1, isFlipped: true },
      'https://a.example/?at=23&seat=1&flip=',
    ],
    [
      'what was there goes',
      'https://a.example/?flip=&seat=0&range=1-2',
      null,
      PLACE,
      'https://a.example/?at=23',
    ],
    ['one of several viewers', 'https://a.example/', '2', PLACE, 'https://a.example/?kifu=2&at=23'],
    ['a file', 'file:///tmp/a.html', '1', PLACE, 'file:///tmp/a.html?kifu=1&at=23'],
  ])('keep what the address says: %s', (_name, href, name, place, link) => {
    expect(linkTo(href, name, place)).toBe(link);
    expect(linkTo(link, name, place)).toBe(link);
  });
});

test('code for another page escapes addresses and has the place as attributes', () => {
  expect(
    embedCode('https://a.example/kifu-viewer.js', 'https://a.example/a.car?x=1&y="<b>', PLACE),
  ).toBe(
    '<script type="module" src="https://a.example/kifu-viewer.js"></script>\n' +
      '<kifu-viewer src="https://a.example/a.car?x=1&amp;y=&quot;&lt;b>" at="23"></kifu-viewer>',
  );
  const place = { at: null, range: '1-5', seat: 2, isFlipped: true };
  expect(embedCode('k.js', 'a.car', place)).toContain(
    '<kifu-viewer src="a.car" range="1-5" seat="2" flip>',
  );
});

test.each([
  [['Ann', 'Bob', 'chess'], 'ann-bob-chess.car'],
  [['../../etc', '<script>'], 'etc-script.car'],
  [['棋譜 太郎'], '棋譜-太郎.car'],
  [['', '…'], 'match.car'],
])('a name for a file of %j', (words, name) => {
  expect(fileName(words, 'car')).toBe(name);
});

test('names of files have no characters that a system refuses', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), words => {
      expect(fileName(words, 'car')).toMatch(/^[\p{L}\p{N}\p{M}-]{1,80}\.car$/u);
    }),
  );
});
