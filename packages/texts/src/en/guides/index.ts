/** Guides to the games, by name: loaded only by pages that teach. */
import { backgammon } from './backgammon.ts';
import { checkers } from './checkers.ts';
import { chess } from './chess.ts';
import { dominos } from './dominos.ts';
import { go } from './go.ts';
import { kungFuChess } from './kung-fu-chess.ts';
import { ludo } from './ludo.ts';
import { mageDuel } from './mage-duel.ts';

export { page } from './page.ts';

export const games = {
  chess,
  checkers,
  backgammon,
  ludo,
  dominos,
  go,
  'mage-duel': mageDuel,
  'kung-fu-chess': kungFuChess,
};

export type GuidesTexts = typeof games;
