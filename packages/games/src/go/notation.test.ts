/** Moves as people write them. */
import { ok } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { begin } from '../../test/go-tools.ts';
import { agree, type Move, markAt, pass, playAt, resume } from './move-codec.ts';
import { coordinates, letters } from './notation.ts';

describe.each<[string, Move, coordinates: string, letters: string]>([
  ['the lower left corner', playAt(0, 18), 'A1', 'as'],
  ['the star point in the upper right', playAt(15, 3), 'Q16', 'pd'],
  ['the column behind H', playAt(8, 10), 'J9', 'ik'],
  ['the last column', playAt(18, 0), 'T19', 'sa'],
  ['a mark', markAt(3, 15), 'mark D4', 'mark dp'],
  ['a pass', pass, 'pass', 'pass'],
  ['agreeing', agree, 'agree', 'agree'],
  ['resuming', resume, 'resume', 'resume'],
])('%s', (_name, move, name, sgf) => {
  const state = begin();

  test('is written and read', () => {
    expect(coordinates.format(state, move)).toBe(name);
    expect(letters.format(state, move)).toBe(sgf);
    expect(coordinates.parse(state, name)).toEqual(ok(move));
    expect(coordinates.parse(state, ` ${name.toLowerCase()} `)).toEqual(ok(move));
    expect(letters.parse(state, sgf)).toEqual(ok(move));
  });
});

test('columns continue behind Z', () => {
  const state = begin({ width: 52, height: 30 });
  expect(coordinates.format(state, playAt(24, 0))).toBe('Z30');
  expect(coordinates.format(state, playAt(25, 0))).toBe('AA30');
  expect(coordinates.format(state, playAt(51, 29))).toBe('BB1');
  expect(coordinates.parse(state, 'bb1')).toEqual(ok(playAt(51, 29)));
  expect(letters.format(state, playAt(51, 29))).toBe('ZD');
  expect(letters.parse(state, 'ZD')).toEqual(ok(playAt(51, 29)));
});

test.each([
  '',
  'I5',
  'D0',
  'D20',
  'U1',
  'D',
  '4',
  'D4 E5',
  'mark',
  'mark pass',
  'pass D4',
  'D444',
  'é4',
])('%j is no point of the usual board', text => {
  expect(coordinates.parse(begin(), text)).toMatchObject({
    ok: false,
    fault: { code: 'malformed' },
  });
});

test.each(['', 'p', 'pdd', 'tt', 'p4', 'mark', 'pd dd'])('%j are no letters of one', text => {
  expect(letters.parse(begin(), text)).toMatchObject({ ok: false, fault: { code: 'malformed' } });
});
