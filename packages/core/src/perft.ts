/** Counting move sequences: the plainest check of a set of rules, and a measure of its speed. */
import type { Game } from './game.ts';
import type { Json } from './json.ts';
import { unwrap } from './result.ts';
import { step } from './step.ts';

/** Counts the sequences of `depth` moves from a state. Random draws happen automatically and do not count. */
export function perft<State, Move extends Json>(
  game: Game<State, Move>,
  state: State,
  depth: number,
): number {
  if (depth === 0) return 1;
  let nodes = 0;
  for (const seat of game.active(state))
    for (const move of game.legal(state, seat))
      nodes +=
        depth === 1
          ? 1
          : perft(game, unwrap(step(game, state, { do: 'move', seat, move })).state, depth - 1);
  return nodes;
}
