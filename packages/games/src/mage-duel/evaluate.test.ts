/** The judge, and the player that uses it. */
import { type Bot, playerViewOf, rngFrom, start, step, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import { mageDuel } from './index.ts';
import type { Move } from './moves.ts';
import { game } from './rules.ts';
import { type State, turnOf } from './state.ts';

type Player = Bot<State, Move>;

const lookAhead = (seed: number, nodes: number): Player =>
  mageDuel.bots.mcts!(mageDuel, { seed, nodes });

/** Lays the tile at hand wherever luck says, and skips where it fits nowhere. */
function lucky(seed: number): Player {
  const luck = rngFrom(seed);
  return {
    choose({ legal }) {
      const places = legal.filter(({ op }) => op === 'place');
      return places[luck(Math.max(1, places.length))] ?? legal[0]!;
    },
  };
}

/** Plays a match and gives all its states. */
function match(seed: number, players: readonly Player[], moves = 200): State[] {
  const states = [unwrap(start(game, { seed })).state];
  for (let n = 0; n < moves && states.at(-1)!.end === null; n++) {
    const state = states.at(-1)!;
    const seat = turnOf(state);
    const move = players[seat]!.choose(playerViewOf(game, state, seat))!;
    states.push(unwrap(step(game, state, { do: 'move', seat, move })).state);
  }
  return states;
}

test('one side’s gain is the other’s loss, within bounds, and only an end is decided', () => {
  fc.assert(
    fc.property(fc.nat(1000), seed => {
      for (const state of match(seed, [lucky(seed), lucky(seed + 1)])) {
        const worth = evaluate(state, 0);
        expect(Number.isInteger(worth)).toBe(true);
        expect(evaluate(state, 1)).toBe(0 - worth);
        const winner = state.end?.winner ?? null;
        if (winner !== null) expect(worth).toBe(winner === 0 ? 1000 : -1000);
        else expect(Math.abs(worth)).toBeLessThan(1000);
      }
    }),
    { numRuns: 5 },
  );
});

describe('the player', () => {
  test('chooses legal moves, the same every time, with and without a clock', () => {
    const { state } = unwrap(start(game, { seed: 3 }));
    const sight = playerViewOf(game, state, 0);
    const [one, two] = [lookAhead(5, 30), lookAhead(5, 30)].map(bot => bot.choose(sight));
    expect(sight.legal).toContain(one);
    expect(two).toBe(one);
    let ms = 0;
    const timed = mageDuel.bots.mcts!(mageDuel, { seed: 5, timeMs: 20, now: () => ms++ });
    expect(sight.legal).toContain(timed.choose(sight));
    expect(timed.choose({ ...sight, legal: [] })).toBeNull();
    expect(timed.choose({ ...sight, legal: sight.legal.slice(0, 1) })).toBe(sight.legal[0]);
  });

  test('claims the end where that wins', () => {
    const { state } = unwrap(start(game, { seed: 3 }));
    const ahead: State = { ...state, score: [9, 0, 0, 0], now: 131 };
    const sight = playerViewOf(game, ahead, 0);
    expect(lookAhead(1, 10).choose(sight)).toEqual({ op: 'finish' });
    expect(
      lookAhead(1, 10).choose({ ...sight, state: { ...ahead, score: [0, 0, 9, 0] } }),
    ).not.toEqual({
      op: 'finish',
    });
  });

  test('does not end a match because its opponent is late, unless playing on would be worse', () => {
    for (const seed of [1, 2, 3]) {
      const before = match(seed, [lucky(seed), lucky(seed + 1)], 5).at(-1)!;
      const seat = 1 - turnOf(before);
      const late: State = { ...before, now: before.updated + 66, score: [9, 0, 0, 0] };
      const ahead = seat === 0 ? late : { ...late, score: [0, 0, 9, 0] as const };
      expect(ahead.end).toBeNull();
      // a skip would win at once
      const skipped = unwrap(game.play(ahead, seat, { op: 'skip' })).state;
      expect(skipped.end).toMatchObject({ reason: 'double-skip', winner: seat });
      expect(lookAhead(seed, 20).choose(playerViewOf(game, ahead, seat))).not.toEqual({
        op: 'skip',
      });
      // in its own turn, after a skip that the opponent chose, it takes the win
      const own = { ...ahead, now: ahead.updated, isSkipped: true, done: ahead.done + 1 };
      expect(turnOf(own)).toBe(seat);
      expect(lookAhead(seed, 20).choose(playerViewOf(game, own, seat))).toEqual({ op: 'skip' });
    }
  });

  test('beats luck', () => {
    for (const seed of [1, 2, 3, 4]) {
      const players = [lookAhead(seed, 16), lucky(seed)];
      const own = seed % 2;
      const last = match(seed, own === 0 ? players : players.reverse()).at(-1)!;
      expect(last.end!.winner).toBe(own);
    }
  });

  test('does not know what will be drawn', () => {
    const { state } = unwrap(start(game, { seed: 3 }));
    const choices = Array.from({ length: 8 }, (_, i) =>
      lookAhead(9, 16).choose(playerViewOf(game, game.chance!.reseed(state, 7919 * i), 0)),
    );
    expect(new Set(choices).size).toBe(1);
  });
});
