/** Tournaments in words. */
import type { ServedTournament, TournamentBoard } from '@kifu/client/tournament';
import { expect, test } from 'vitest';
import { ownBoard, points, resultWords } from './tournament-words.ts';

test.each([
  [0, '0'],
  [1, '½'],
  [2, '1'],
  [7, '3½'],
])('%i halves are %s', (halves, words) => {
  expect(points(halves)).toBe(words);
});

const board = (result: TournamentBoard['result']): TournamentBoard => ({
  ...{ players: [0, 1], result, invite: null, phase: null },
});

test.each<[string, TournamentBoard['result']]>([
  ['', null],
  ['1 – 0', { match: 'm', winner: 0 }],
  ['0 – 1', { match: 'm', winner: 1 }],
  ['½ – ½', { match: 'm', winner: null }],
  ['0 – 1 forfeit', { match: null, winner: 1 }],
])('a board has the result %j', (words, result) => {
  expect(resultWords(board(result))).toBe(words);
});

test('the own board is the first without a result', () => {
  const players = ['a', 'b'].map(id => ({ id, name: id.toUpperCase(), isOut: false }));
  const round = (result: TournamentBoard['result']) => ({
    ...{ byes: [], deadline: 0, pairings: [board(result)] },
  });
  const of = (...rounds: ServedTournament['rounds']) => ({ rounds, players });
  expect(ownBoard(of(round({ match: 'm', winner: 0 }), round(null)), 'b')?.opponent).toBe('A');
  expect(ownBoard(of(round({ match: 'm', winner: 0 })), 'b')).toBeNull();
  expect(ownBoard(of(round(null)), 'c')).toBeNull();
});
