/** The games of your own program: all of Kifu's, and this one. */
import { createGames, GAMES } from '@kifu/games';

export const { gameNames, loadKit, loadArt, likelyGames } = createGames([
  ...GAMES,
  { name: 'tic-tac-toe', version: 1, kit: async () => (await import('./index.ts')).ticTacToe },
]);
