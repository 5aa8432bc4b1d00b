/** The pictures of each game by its name, without its rules: for pages that are told scenes and draw them. */
import type { Art } from '@kifu/core';

const ARTS: { readonly [game: string]: () => Promise<{ readonly art: Art }> } = {
  chess: () => import('./chess/art.ts'),
  checkers: () => import('./checkers/art.ts'),
  backgammon: () => import('./backgammon/art.ts'),
  ludo: () => import('./ludo/art.ts'),
  dominos: () => import('./dominos/art.ts'),
  go: () => import('./go/art.ts'),
  'mage-duel': () => import('./mage-duel/art.ts'),
  'kung-fu-chess': () => import('./kung-fu-chess/art.ts'),
};

/** Loads the pictures of a game; undefined where nobody has drawn it. */
export const loadArt = async (game: string): Promise<Art | undefined> =>
  Object.hasOwn(ARTS, game) ? (await ARTS[game]!()).art : undefined;
