/** The registry: every game by name and version, loaded only when asked for. */
import { createGames, type ListedGame } from './registry.ts';

export { createGames, type GamesModule, type ListedGame } from './registry.ts';

/** One item a game and version. Old versions stay, so that old records keep opening. */
export const GAMES: readonly ListedGame[] = [
  {
    name: 'chess',
    version: 1,
    endings: ['pgn', 'replay.jsonl'],
    kit: async () => (await import('./chess/all.ts')).chess,
    art: () => import('./chess/art.ts'),
  },
  {
    name: 'checkers',
    version: 1,
    endings: ['pdn'],
    kit: async () => (await import('./checkers/index.ts')).checkers,
    art: () => import('./checkers/art.ts'),
  },
  {
    name: 'backgammon',
    version: 1,
    endings: ['mat'],
    kit: async () => (await import('./backgammon/index.ts')).backgammon,
    art: () => import('./backgammon/art.ts'),
  },
  {
    name: 'ludo',
    version: 1,
    kit: async () => (await import('./ludo/index.ts')).ludo,
    art: () => import('./ludo/art.ts'),
  },
  {
    name: 'dominos',
    version: 1,
    kit: async () => (await import('./dominos/index.ts')).dominos,
    art: () => import('./dominos/art.ts'),
  },
  {
    name: 'go',
    version: 1,
    endings: ['sgf'],
    kit: async () => (await import('./go/index.ts')).go,
    art: () => import('./go/art.ts'),
  },
  {
    name: 'mage-duel',
    version: 1,
    endings: ['mage.jsonl'],
    kit: async () => (await import('./mage-duel/index.ts')).mageDuel,
    art: () => import('./mage-duel/art.ts'),
  },
  {
    name: 'kung-fu-chess',
    version: 1,
    endings: ['kfchess.json', 'kfchess-v1.json'],
    kit: async () => (await import('./kung-fu-chess/index.ts')).kungFuChess,
    art: () => import('./kung-fu-chess/art.ts'),
  },
];

/** All of these games, and functions to load them. */
export const { gameNames, loadKit, loadArt, likelyGames } = createGames(GAMES);
