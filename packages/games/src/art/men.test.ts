/** Every set of pieces draws every man of chess, in its own way. */
import { artInSet } from '@kifu/core/svg';
import { expect, test } from 'vitest';
import { parseXml } from '../../../core/test/xml.ts';
import { art } from '../chess/art.ts';

const MEN = ['white', 'black'].flatMap(side =>
  ['pawn', 'rook', 'knight', 'bishop', 'queen', 'king'].map(kind => `${side}-${kind}`),
);

test.each(Object.keys(art.sets!))('%s', name => {
  const other = artInSet(art, name)!;
  for (const look of MEN) {
    const drawing = other.drawing(look);
    expect(drawing?.body, look).not.toBe(art.drawing(look)?.body);
    // words in pictures would not stay upright
    expect(parseXml(`<g>${drawing!.body}</g>`).text).toBe('');
  }
  const all = MEN.map(look => JSON.stringify(other.drawing(look)));
  expect(new Set(all).size).toBe(MEN.length);
  for (const odd of ['', 'white', 'white-dragon', 'constructor-king', 'white-constructor'])
    expect(other.drawing(odd), odd).toBeUndefined();
});

test('art is the same for the same set, and as it is without one', () => {
  expect(artInSet(art, 'flat')).toBe(artInSet(art, 'flat'));
  for (const name of ['', 'kifu', 'constructor']) expect(artInSet(art, name)).toBe(art);
  expect(artInSet(undefined, 'flat')).toBeUndefined();
});
