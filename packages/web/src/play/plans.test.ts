/** Conditional moves: when they can be planned. */
import type { PlanLines } from '@kifu/client';
import { type Game, type Kit, unwrap } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { begin } from '@kifu/record';
import type { Match } from '@kifu/record/match';
import { nothing } from 'lit';
import { expect, test } from 'vitest';
import { planList } from './plans.ts';

test('nothing is planned while the own move is on its way: it would begin before that move', () => {
  const game = chess.game as unknown as Game;
  const players = [0, 1].map(seat => ({ seat, name: '' }));
  const { chain } = unwrap(
    begin(game, {
      ...{ game: 'chess', version: game.version, options: {}, players, seed: null, start: null },
      ...{ startedAt: null, tags: {} },
    }),
  );
  const planned = (state: unknown) => {
    const match = {
      ...{ seats: [0], connection: { isConnected: true }, viewsOf: () => null },
      replay: { game, table: { ...chain.table, state }, outcome: null, isEnded: false },
      pending: state === after ? [] : [{ seat: 0, move: move! }],
      conditional: { lines: [] as PlanLines },
      invite: { referee: true, clock: { type: 'fixed', moveMs: 86_400_000 } },
    };
    const ignore = () => {};
    return planList({
      kit: chess as unknown as Kit,
      match: match as unknown as Match,
      ...{ trial: null, try: ignore, keep: ignore, keepTrial: ignore },
    });
  };
  const { state } = chain.table;
  const [move] = game.legal(state, 0);
  const after = unwrap(game.play(state, 0, move!)).state;
  expect(planned(state)).toBe(nothing);
  expect(planned(after)).not.toBe(nothing);
});
