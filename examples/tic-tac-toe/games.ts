/** The games of a program of your own: all of ours, and this one. */
import { createGames, GAMES } from '@kifu/games';

export const { gameNames, loadKit, loadArt, likelyGames } = createGames([
  ...GAMES,
  { name: 'tic-tac-toe', version: 1, kit: async () => (await import('./index.ts')).ticTacToe },
]);
