/** A search in a game with hands that it does not see. */
import { type Kit, playerViewOf, start, step, unwrap } from '@kifu/core';
import { dominos, type Move, type State } from '@kifu/games/dominos';
import { expect, test } from 'vitest';
import { mctsBot, playBots, randomBot } from './index.ts';

const { game } = dominos;
const kit: Kit<State, Move> = dominos;

test('it wins most rounds of dominos against a player who does not think, and most points', () => {
  const points = [0, 0];
  const wins = [0, 0];
  for (let seed = 0; seed < 40; seed++)
    for (const place of [0, 1]) {
      const bots = [
        mctsBot(kit, { seed: seed + 1, nodes: 80 }),
        randomBot(kit, { seed: seed + 1001 }),
      ];
      const match = unwrap(
        playBots(kit, { seed: 7919 * seed + 1 }, place === 0 ? bots : bots.toReversed()),
      );
      const { outcome } = [...match].at(-1)!.stepped;
      for (const winner of outcome!.winners) {
        const who = winner === place ? 0 : 1;
        wins[who]!++;
        points[who]! += outcome!.points![winner]!;
      }
    }
  expect(wins[0]! / (wins[0]! + wins[1]!)).toBeGreaterThan(0.6);
  expect(points[0]!).toBeGreaterThan(2 * points[1]!);
});

test('chooses the same tile for any deal of the tiles that it cannot see', () => {
  let { state } = unwrap(start(game, { seed: 11, seats: [0, 1, 2] }));
  for (let n = 0; n < 8; n++) {
    const seat = state.turn;
    const choice = (from: State) =>
      mctsBot(kit, { seed: 3, nodes: 40 }).choose(playerViewOf(game, from, seat));
    const move = choice(state)!;
    for (const seed of [1, 2, 3])
      expect(choice(game.secrets!.sample(game.secrets!.view(state, seat), seed))).toBe(move);
    ({ state } = unwrap(step(game, state, { do: 'move', seat, move })));
  }
});
