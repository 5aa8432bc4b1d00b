/** Words for people who listen. */
import { describeOutcome, seatNamesOf, unwrap } from '@kifu/core';
import { go as german } from '@kifu/texts/de/games/go';
import { match as germanMatch } from '@kifu/texts/de/match';
import { expect, test } from 'vitest';
import { begin, playMoves, positionOf, tryMove } from '../../test/go-tools.ts';
import { describe } from './describe.ts';
import { go } from './index.ts';
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
  ['a stone', begin(), 'D4', 'Black plays D4'],
  ['a capture', positionOf(CORNER), 'A3', 'Black plays A3 and takes 3 stones'],
  [
    'suicide',
    positionOf(CORNER, 'New Zealand', { turn: 1 }),
    'A3',
    'White plays A3 and removes 4 of their own stones',
  ],
  ['a handicap stone', begin({ handicap: 2 }), 'D4', 'Black places a handicap stone on D4'],
  ['a pass', begin(), 'pass', 'Black passes'],
  ['a second pass', playMoves(begin(), 'pass'), 'pass', 'White passes, play stops'],
  ['a mark', stopped(), 'white mark B1', 'White marks B1 as dead'],
  ['an agreement', stopped(), 'white agree', 'White accepts the score'],
  [
    'the last',
    playMoves(stopped(), 'white agree'),
    'agree',
    'Black accepts the score, Black wins by 3',
  ],
  ['playing on', stopped(), 'white resume', 'White resumes play'],
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
    'Black: A3 B4 B2 C3, 1 prisoner. White: C4 C2 D3. White to play, ko at B3.',
  ],
  [
    begin({ width: 3, handicap: 2 }),
    'Black: no stones. White: no stones. Black has 2 handicap stones to place.',
  ],
  [
    stopped(),
    'Black: A2 B3 B2 B1 C3 C2 C1. White: D3 D2 D1. Scoring: dead stones are being marked.',
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
    'Black marks D4',
  );
});

test('the result has the points that the count beside it has', () => {
  const state = playMoves(stopped(), 'black agree, white agree');
  const outcome = go.game.outcome(state)!;
  expect(outcome.points).toEqual([18, 12]); // half points
  expect(describeOutcome(outcome, seatNamesOf(go), undefined, go.texts)).toBe(
    'Black wins on points, 9–6',
  );
  expect(describeOutcome(outcome, seatNamesOf(go, german), germanMatch, german)).toMatch(/9–6/);
  expect(go.scene(state).facts?.at(-1)?.value).toBe('Black 9, White 6: B+3');
});
