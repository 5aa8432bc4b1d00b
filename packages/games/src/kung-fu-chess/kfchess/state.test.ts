import { start, step, unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { game } from '../rules.ts';
import { kfchessState } from './state.ts';

test('a state has pieces at rest, on their way and cooling down', () => {
  let { state } = unwrap(start(game, { seats: [0, 1], seed: null, options: {} }));
  for (const [piece, to] of [
    ['P:1:6:4', [4, 4]],
    ['N:2:0:1', [2, 2]],
  ] as const) {
    const move = [...game.legal(state, piece[2] === '1' ? 0 : 1)].find(
      other => JSON.stringify(other) === JSON.stringify({ piece, to }),
    )!;
    ({ state } = unwrap(
      step(game, state, { do: 'move', seat: piece[2] === '1' ? 0 : 1, move, at: 0 }),
    ));
  }
  const at = (tick: number) =>
    kfchessState(unwrap(step(game, state, { do: 'time', at: tick })).state) as {
      readonly pieces: readonly { readonly id: string }[];
    };
  const early = at(16);
  expect(early.pieces).toHaveLength(32);
  expect(early.pieces.find(({ id }) => id === 'P:1:6:4')).toEqual({
    ...{ id: 'P:1:6:4', type: 'P', player: 1, row: 5.5, col: 4 },
    ...{ captured: false, moving: true, on_cooldown: false, moved: false },
  });
  expect(early).toMatchObject({
    tick: 16,
    active_moves: [
      // biome-ignore format: a path in a line
      { piece_id: 'P:1:6:4', path: [[6, 4], [5, 4], [4, 4]], start_tick: 1, progress: 0.25 },
      // biome-ignore format: a path in a line
      { piece_id: 'N:2:0:1', path: [[0, 1], [1, 1.5], [2, 2]], start_tick: 1, progress: 0.25 },
    ],
    cooldowns: [],
  });
  expect(at(71)).toMatchObject({
    active_moves: [],
    cooldowns: [
      { piece_id: 'N:2:0:1', remaining_ticks: 290 },
      { piece_id: 'P:1:6:4', remaining_ticks: 290 },
    ],
  });
});
