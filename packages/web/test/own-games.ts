/** A module of games as a page of others has one: a game that the viewer has never heard of, and none of ours. */
import { createGames } from '@kifu/games';
import { ticTacToe } from '../../../examples/tic-tac-toe/index.ts';

export const { gameNames, loadKit, loadArt, likelyGames } = createGames([
  { name: ticTacToe.game.name, version: 1, kit: async () => ticTacToe },
]);
