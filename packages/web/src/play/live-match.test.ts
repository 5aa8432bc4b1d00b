/** A match on a server, as the page plays it: what can be planned. */
import type { PlanLines, RemoteMatch } from '@kifu/client';
import { type Game, type Kit, unwrap } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { begin } from '@kifu/record';
import { nothing } from 'lit';
import { expect, test } from 'vitest';
import { liveMatch } from './live-match.ts';
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
    const live = {
      ...{ seat: 0, seats: [0], elapsedMs: () => 0, viewsOf: () => null },
      replay: { table: { ...chain.table, state }, outcome: null, isEnded: false },
      pending: state === after ? [] : [{ seat: 0, move: move! }],
      conditional: { lines: [] as PlanLines },
      invite: { referee: true, clock: { type: 'fixed', moveMs: 86_400_000 } },
    };
    const match = liveMatch(chess as unknown as Kit, live as unknown as RemoteMatch);
    const ignore = () => {};
    return planList({ match, trial: null, try: ignore, keep: ignore, keepTrial: ignore });
  };
  const { state } = chain.table;
  const [move] = game.legal(state, 0);
  const after = unwrap(game.play(state, 0, move!)).state;
  expect(planned(state)).toBe(nothing);
  expect(planned(after)).not.toBe(nothing);
});
