/** Judging positions, and the player that reacts. */
import { type Bot, playerViewOf, rngFrom, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { begin, later, orders, place } from '../../test/kung-fu-chess.ts';
import { evaluate } from './evaluate.ts';
import { kungFuChess } from './index.ts';
import type { Move } from './move-codec.ts';
import { squares } from './notation.ts';
import { game } from './rules.ts';
import type { State } from './state.ts';

const KINGS = { 'K:1:7:4': 'a1', 'K:2:0:4': 'h8' };
const reactive = (seed: number) => kungFuChess.bots.reactive!(kungFuChess, { seed });
const choose = (bot: Bot<State, Move>, state: State, seat: number) => {
  const move = bot.choose(playerViewOf(game, state, seat));
  return move === null ? null : squares.format(state, move);
};

describe('judge', () => {
  test('even at the start, and won or lost at the end', () => {
    expect([evaluate(begin(), 0), evaluate(begin(), 1)]).toEqual([0, 0]);
    const over = later(orders(place({ ...KINGS, 'R:1:7:0': 'h1' }), 0, 'h1h8'), 99).state;
    expect([evaluate(over, 0), evaluate(over, 1)]).toEqual([1000, -1000]);
    expect(evaluate(later(begin(), 99_999).state, 0)).toBe(0);
  });

  test('what is about to be taken counts as taken', () => {
    const state = place({ ...KINGS, 'R:1:7:0': 'a5', 'Q:2:0:3': 'e5' });
    expect(evaluate(orders(state, 0, 'a5e5'), 0)).toBeGreaterThan(evaluate(state, 0));
    expect(evaluate(orders(state, 1, 'e5a5'), 0)).toBeLessThan(evaluate(state, 0));
    const king = place({ ...KINGS, 'R:1:7:0': 'h2' });
    expect(evaluate(orders(king, 0, 'h2h8'), 1)).toBe(-900);
  });

  test('among several seats each looks at the others', () => {
    const kings = { 'K:1:6:11': 'l6', 'K:2:11:5': 'f1', 'K:3:5:0': 'a7', 'Q:3:6:0': 'd4' };
    const state = place(kings, { board: 'four_player' }, [0, 1, 2]);
    expect(evaluate(state, 2)).toBeGreaterThan(0);
    expect(evaluate(state, 0)).toBeLessThan(0);
    const out = place({ 'K:1:6:11': 'l6', 'K:2:11:5': 'f1' }, { board: 'four_player' }, [0, 1, 2]);
    expect(evaluate(out, 2)).toBe(-1000);
  });
});

describe('the reactive bot', () => {
  test('takes a king if it can', () => {
    const state = place({ ...KINGS, 'R:1:7:0': 'h1', 'Q:2:0:3': 'b8' });
    expect(choose(reactive(1), state, 0)).toBe('h1h8');
  });

  test('gets its king out of the way', () => {
    const state = place({ ...KINGS, 'R:1:7:0': 'h1', 'P:1:6:1': 'b2', 'P:1:6:0': 'a4' });
    const moving = later(orders(state, 0, 'h1h8'), 12).state;
    const move = choose(reactive(1), moving, 1);
    expect(move).toMatch(/^h8g[78]$/);
    const after = later(orders(moving, 1, move!), 100).state;
    expect(game.outcome(after)).toBeNull();
  });

  test('takes what stands free, and not what is guarded and worth less', () => {
    const free = place({ ...KINGS, 'R:1:7:0': 'd1', 'N:2:0:1': 'd6' });
    expect(choose(reactive(2), free, 0)).toBe('d1d6');
    const guarded = place({ ...KINGS, 'R:1:7:0': 'd1', 'P:2:1:3': 'd6', 'P:2:1:2': 'c7' });
    expect(choose(reactive(2), guarded, 0)).not.toBe('d1d6');
  });

  test('may wait, and chooses no move where none is legal', () => {
    const bot = reactive(3);
    const choices = Array.from({ length: 20 }, () => choose(bot, begin(), 0));
    expect(choices).toContain(null);
    expect(choices.some(choice => choice !== null)).toBe(true);
    expect(bot.choose({ seat: 0, legal: [], state: begin(), view: null })).toBeNull();
    expect(bot.choose({ seat: 0, legal: [], state: null, view: null })).toBeNull();
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'beats an opponent that does nothing within a minute: seed %i',
    seed => {
      const bot = reactive(seed);
      let state = begin({});
      const hz = game.time!.hz(state);
      while (state.end === null && state.tick < 60 * hz) {
        const move = bot.choose(playerViewOf(game, state, 0));
        if (move !== null) state = unwrap(game.play(state, 0, move)).state;
        state = later(state, hz / 2).state; // it decides twice a second
      }
      expect(state.end?.outcome).toMatchObject({ result: 'win', winners: [0] });
    },
  );

  test('is the same for the same seed, and beats luck', () => {
    const play = (seed: number) => {
      const bot = reactive(seed);
      const luck = rngFrom(seed + 1);
      let state = begin({ speed: 'lightning', hz: 10 });
      const log: string[] = [];
      while (state.end === null && state.tick < 3000) {
        for (const seat of [0, 1]) {
          const legal = [...game.legal(state, seat)];
          const move =
            seat === 0
              ? bot.choose({ seat, legal, state, view: null })
              : luck(2) === 0
                ? (legal[luck(legal.length || 1)] ?? null)
                : null;
          if (move === null) continue;
          log.push(game.moves.hex.encode(move));
          state = unwrap(game.play(state, seat, move)).state;
        }
        state = later(state, 5).state;
      }
      return { log: log.join(), winners: state.end?.outcome.winners ?? [] };
    };
    expect(play(5)).toEqual(play(5));
    const won = [1, 2, 3, 4, 5, 6].filter(seed => play(seed).winners.includes(0));
    expect(won.length).toBeGreaterThanOrEqual(5);
  });
});
