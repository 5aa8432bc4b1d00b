/** Which names are one player's: those that look alike, in whatever letters. */
import { expect, test } from 'vitest';
import { hasPlainWords, looksOf, nameHandle } from './names.ts';

const isAlike = (a: string, b: string): boolean => {
  const [mine, theirs] = [a, b].map(name => [nameHandle(name), ...looksOf(name)]);
  return mine!.some(handle => theirs!.includes(handle));
};

test.each([
  ['Ann', 'Аnn'], // Cyrillic А
  ['Ann', 'Αnn'], // Greek Α
  ['Ann', 'Ann.'],
  ['Ann', 'A nn'],
  ['Ann', 'ＡＮＮ'],
  ['Ann', 'Änñ'],
  ['Ann', 'Ann ✓'],
  ['Ann', 'Annʼ'],
  ['iris', 'IRIS.'],
  ['Iris', 'lris'],
  ['Bill', 'BiII'],
  ['Bill', 'Bi11'],
  ['max', 'МАХ'], // all Cyrillic
  ['scope', 'ѕсоре'], // all Cyrillic
  ['Turner', 'Tumer'],
  ['Odin', '0din'],
  ['Олег', 'олег!'],
])('%s looks like %s', (a, b) => {
  expect([isAlike(a, b), isAlike(b, a)]).toEqual([true, true]);
});

test.each([
  ['Ann', 'Anna'],
  ['Ann', 'Hanna'],
  ['Ann 1', 'Ann 2'],
  ['Анна', 'Anna'],
  ['ノリ', 'リ'],
  ['Guðrún', 'Gurun'],
  ['山田', '山本'],
  ['★', '☆'],
])('%s does not look like %s', (a, b) => {
  expect(isAlike(a, b)).toBe(false);
});

test.each<[string, boolean]>([
  ['Ann', true],
  ['Ann Б.', true], // a word each
  ['Анна 2', true],
  ['O’Neill-Ñandú', true],
  ['山田たろうタロウ', true],
  ['Tシャツ太郎', true],
  ['金김치', true],
  ['ㄅ八', true],
  ['ᚠᚢᚦ', true],
  ['สมชาย', true],
  ['Аnn', false],
  ['Αnn', false],
  ['pаypal', false],
  ['김たろう', false],
  ['Ꭺnn', false],
  ['ᎪᏂ', true],
])('%s is in one script a word: %s', (name, isPlain) => {
  expect(hasPlainWords(name)).toBe(isPlain);
});
