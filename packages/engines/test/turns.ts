/** Turns without a match, for tests. */
import { type Kit, playerViewOf, start, unwrap } from '@kifu/core';
import type { Turn } from '@kifu/record/match';
import type { Clocks } from '@kifu/record/match-state';

/** The first turn of a match, or that of a state. */
export function turnOf(kit: Kit, given?: unknown, clocks: Clocks | null = null): Turn {
  const state = given ?? unwrap(start(kit.game, {})).state;
  const [seat = 0] = kit.game.active(state);
  return {
    ...{ seat, n: 0, view: playerViewOf(kit.game, state, seat) },
    moves: () => null,
    budget: { moveMs: null, clocks, elapsedMs: 0 },
  };
}
