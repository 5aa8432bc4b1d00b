/** The player made for chess: mates, takes, does not hang pieces, knows openings, keeps to its budget, and beats who only counts. */
import { type Bot, playerViewOf, start, step, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { materialBot } from '../../../test/material-bot.ts';
import { parseFen } from '../fen.ts';
import { chess } from '../index.ts';
import type { Move } from '../move-codec.ts';
import { formatSan } from '../san.ts';
import type { State } from '../state.ts';
import { bookMoves } from './book.ts';
import { chessBot } from './index.ts';

const { game } = chess;
const bot = (seed: number, nodes = 300) => chessBot(chess, { seed, nodes });
const pick = (state: State, player: Bot<State, Move> = bot(1)): string =>
  formatSan(state, player.choose(playerViewOf(game, state, state.turn))!);
const at = (fen: string): State => unwrap(parseFen(fen));

/** The points of the first of two players, and how many plies it took. */
function match(white: Bot<State, Move>, black: Bot<State, Move>) {
  let { state, outcome } = unwrap(start(game, {}));
  for (let ply = 0; outcome === null && ply < 400; ply++) {
    const seat = state.turn;
    const move = [white, black][seat]!.choose(playerViewOf(game, state, seat))!;
    ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat, move })));
  }
  return outcome?.result === 'win' ? (outcome.winners[0] === 0 ? 1 : 0) : 0.5;
}

test.each<[string, string, string]>([
  ['mate in one', '6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1', 'Rd8#'],
  ['mate in two', 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1', 'Ra6'],
  ['a queen that hangs', '4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1', 'Nxd5'],
  ['a fork', 'r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1', 'Nc7+'],
  ['a smothered mate', '6rk/6pp/8/6N1/8/8/8/5R1K w - - 0 1', 'Nf7#'],
  ['a promotion', '8/P7/1k6/8/8/8/8/K7 w - - 0 1', 'a8=Q'],
])('finds %s', (_name, fen, san) => {
  for (const seed of [1, 2, 3]) expect(pick(at(fen), bot(seed, 2000))).toBe(san);
});

test('takes nothing that is covered and worth less', () => {
  expect(pick(at('4k3/3p4/4p3/8/6Q1/8/8/4K3 w - - 0 1'))).not.toBe('Qxe6+');
});

test('gives no stalemate away', () => {
  const state = at('7k/8/6K1/8/8/8/8/5Q2 w - - 0 1');
  const move = bot(1).choose(playerViewOf(game, state, 0))!;
  const { outcome } = unwrap(step(game, state, { do: 'move', seat: 0, move }));
  expect(outcome?.result).not.toBe('draw');
});

test('the book has sensible first moves, and answers to them', () => {
  const { state } = unwrap(start(game, {}));
  const first = new Set(bookMoves(state).map(move => formatSan(state, move)));
  expect([...first].sort()).toEqual(['Nf3', 'c4', 'd4', 'e4']);
  for (const move of bookMoves(state)) {
    const next = unwrap(step(game, state, { do: 'move', seat: 0, move })).state;
    expect(bookMoves(next).length).toBeGreaterThan(0);
  }
  const seeds = Array.from({ length: 12 }, (_, seed) => pick(state, bot(seed + 1)));
  expect(new Set(seeds).size).toBeGreaterThan(1);
});

test('the same seed and budget give the same moves', () => {
  const middle = at('r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9');
  expect(pick(middle, bot(5))).toBe(pick(middle, bot(5)));
});

test('time is kept by the clock that it is given', () => {
  let asked = 0;
  const player = chessBot(chess, { seed: 1, timeMs: 50, now: () => asked++ });
  const middle = at('r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9');
  expect(game.legal(middle, 0)).toContainEqual(player.choose(playerViewOf(game, middle, 0)));
  expect(asked).toBeLessThan(60);
});

test('chooses no move where none is legal', () => {
  expect(bot(1).choose({ seat: 0, legal: [], state: null, view: null })).toBeNull();
});

describe('against a player that looks three plies ahead and only counts material', () => {
  const games = process.env.KIFU_DEEP === '1' ? 10 : 2;
  test(`wins at least eight of ten (${games} played)`, () => {
    let points = 0;
    for (let seed = 1; seed <= games; seed++)
      points +=
        seed % 2 === 1
          ? match(bot(seed, 300), materialBot(seed))
          : 1 - match(materialBot(seed), bot(seed, 300));
    expect(points).toBeGreaterThanOrEqual(0.8 * games);
  }, 120_000);
});
