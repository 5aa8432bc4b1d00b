/** Kits for tests: toy games that have no more than rules. */
import type { Game, Json, Kit } from '@kifu/core';

/** A kit with the rules of a game and nothing else. */
export const bareKit = <State, Move extends Json>(game: Game<State, Move>): Kit<State, Move> => ({
  game,
  title: game.name,
  seatNames: [],
  texts: { title: game.name, seats: [], reasons: {}, refusals: {} },
  notations: [],
  positions: [],
  scene: () => ({ areas: [], pieces: [], marks: [], tweens: [] }),
  describe: { move: () => '', position: () => '' },
  formats: [],
  bots: {},
});
