/** Words for people who listen. */
import { unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { begin, playMoves, positionOf, tryMove } from '../../test/go-tools.ts';
import { describe } from './describe.ts';
import { coordinates } from './notation.ts';
import type { State } from './state.ts';

const CORNER = ['.WB', 'WWB', 'BB.'];
const stopped = (): State =>
  positionOf(['.BBW.', 'BBBW.', '.BBW.'], 'Chinese', {
    passes: 2,
    turns: 2,
    counting: { agreed: [false, false], dead: [], neutral: [] },
  });

test.each<[string, State, move: string, words: string]>([
  ['a stone', begin(), 'D4', 'black plays D4'],
  ['a capture', positionOf(CORNER), 'A3', 'black plays A3 and takes 3 stones'],
  [
    'suicide',
    positionOf(CORNER, 'New Zealand', { turn: 1 }),
    'A3',
    'white plays A3 and loses 4 stones',
  ],
  ['a handicap stone', begin({ handicap: 2 }), 'D4', 'black places a handicap stone on D4'],
  ['a pass', begin(), 'pass', 'black passes'],
  ['a second pass', playMoves(begin(), 'pass'), 'pass', 'white passes, play stops'],
  ['a mark', stopped(), 'white mark B1', 'white marks B1 as dead'],
  ['an agreement', stopped(), 'white agree', 'white agrees'],
  ['the last', playMoves(stopped(), 'white agree'), 'agree', 'black agrees, black wins by 3'],
  ['playing on', stopped(), 'white resume', 'white plays on'],
])('%s', (_name, state, text, words) => {
  const move = unwrap(coordinates.parse(state, text.replace(/^(black|white) /, '')));
  const { parts } = unwrap(tryMove(state, text));
  const events = parts.flatMap(part => part.events);
  expect(describe.move(state, move, events)).toBe(words);
});

test.each<[State, string]>([
  [begin({ width: 3 }), 'Black: no stones. White: no stones. Black to play.'],
  [
    positionOf(['.BW.', 'B.BW', '.BW.', '....'], 'Japanese', {
      turn: 1,
      ko: [1, 1],
      prisoners: [1, 0],
    }),
    'Black: A3 B4 B2 C3, 1 prisoner. White: C4 C2 D3. White to play, but not at B3.',
  ],
  [
    begin({ width: 3, handicap: 2 }),
    'Black: no stones. White: no stones. Black has 2 handicap stones to place.',
  ],
  [
    stopped(),
    'Black: A2 B3 B2 B1 C3 C2 C1. White: D3 D2 D1. Play has stopped, the dead are marked.',
  ],
  [
    playMoves(stopped(), 'black agree, white agree'),
    'Black: A2 B3 B2 B1 C3 C2 C1. White: D3 D2 D1. Black wins by 3.',
  ],
])('a position tells its stones and what comes next: %#', (state, words) =>
  expect(describe.position(state)).toBe(words),
);

test('a refused move is told without its events', () => {
  const state = begin();
  expect(describe.move(state, unwrap(coordinates.parse(state, 'mark D4')), [])).toBe(
    'black marks D4',
  );
});
