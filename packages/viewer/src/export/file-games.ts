/** The part of a one-file page for a game: sets the games for the viewer, which comes after it in the same script. */
import { createGames, gameNames, likelyGames, loadArt, loadKit } from '@kifu/games';

Object.assign(globalThis, { kifuGames: { createGames, gameNames, likelyGames, loadArt, loadKit } });
