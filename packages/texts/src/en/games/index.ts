/** Texts of the games, by the name of the game. */
import { backgammon } from './backgammon.ts';
import { checkers } from './checkers.ts';
import { chess } from './chess.ts';
import { dominos } from './dominos.ts';
import { go } from './go.ts';
import { kungFuChess } from './kung-fu-chess.ts';
import { ludo } from './ludo.ts';
import { mageDuel } from './mage-duel.ts';

export const games = {
  backgammon,
  checkers,
  chess,
  dominos,
  go,
  'kung-fu-chess': kungFuChess,
  ludo,
  'mage-duel': mageDuel,
};

export type GamesTexts = typeof games;
