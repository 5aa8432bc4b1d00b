/** Lines of conditional moves: what a new one changes, and what goes with one that is removed. */
import { type Game, type Header, type Json, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import { begin } from '@kifu/record';
import { expect, test } from 'vitest';
import { addLine, dropLine, type PlanLines } from './plan.ts';

const GAME = chess.game as Game;
const HEADER: Header = {
  ...{ game: 'chess', version: 1, options: {}, tags: {} },
  players: [0, 1].map(seat => ({ seat, name: `Player ${seat}` })),
  ...{ seed: null, start: null, startedAt: null },
};
const { table } = unwrap(begin(GAME, HEADER)).chain;
const line = (text: string): Json[] =>
  text.split(' ').map(move => unwrap(parseUci(move)) as unknown as Json);
const texts = (lines: PlanLines) =>
  lines.map(moves => moves.map(move => GAME.moves.hex.encode(move)).join(' '));
/** Lines of seat 1, who waits for the first move. */
const plan = (...lines: readonly string[]): PlanLines =>
  lines.reduce<PlanLines>((all, text) => unwrap(addLine(table, 1, all, line(text))), []);

test.each<[what: string, added: string[], kept: string[]]>([
  ['one', ['e2e4 e7e5'], ['e2e4 e7e5']],
  ['the same once more', ['e2e4 e7e5', 'e2e4 e7e5'], ['e2e4 e7e5']],
  ['with what leads to it', ['e2e4 e7e5 g1f3 b8c6'], ['e2e4 e7e5', 'e2e4 e7e5 g1f3 b8c6']],
  ['to another move', ['e2e4 e7e5', 'd2d4 d7d5'], ['e2e4 e7e5', 'd2d4 d7d5']],
  ['another answer', ['e2e4 e7e5', 'e2e4 c7c5'], ['e2e4 c7c5']],
  [
    'another answer, with all that continued the first',
    ['e2e4 e7e5 g1f3 b8c6', 'd2d4 d7d5', 'e2e4 c7c5'],
    ['d2d4 d7d5', 'e2e4 c7c5'],
  ],
  [
    'a longer one after a shorter',
    ['e2e4 e7e5 g1f3 b8c6', 'e2e4 e7e5 f1c4 g8f6'],
    ['e2e4 e7e5 g1f3 b8c6', 'e2e4 e7e5', 'e2e4 e7e5 f1c4 g8f6'],
  ],
])('a line is added: %s', (_what, added, kept) => {
  expect(texts(plan(...added))).toEqual(texts(kept.map(line)));
});

test.each<[what: string, moves: string, code: string]>([
  ['an illegal move', 'e2e5 e7e5', 'illegal-move'],
  ['no answer', 'e2e4', 'wrong-seat'],
  ['no answer at its end', 'e2e4 e7e5 g1f3', 'wrong-seat'],
])('refused: %s', (_what, moves, code) => {
  expect(addLine(table, 1, [], line(moves))).toMatchObject({ ok: false, fault: { code } });
});

test('removes a line with all that continue it', () => {
  const all = plan('e2e4 e7e5 g1f3 b8c6', 'd2d4 d7d5');
  expect(texts(dropLine(GAME, all, line('e2e4 e7e5')))).toEqual(texts([line('d2d4 d7d5')]));
  expect(texts(dropLine(GAME, all, line('e2e4 e7e5 g1f3 b8c6')))).toEqual(
    texts(['e2e4 e7e5', 'd2d4 d7d5'].map(line)),
  );
});
