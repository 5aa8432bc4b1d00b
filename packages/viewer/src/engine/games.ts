/**
 * The games that matches are shown and played by: ours, unless the page names a module with others. The page has them, and each of its
 * workers, which hears of the module with its questions.
 */
import { fail } from '@kifu/core';
import {
  createGames,
  type GamesModule,
  gameNames,
  likelyGames,
  loadArt,
  loadKit,
} from '@kifu/games';

const OURS: Promise<GamesModule> = Promise.resolve({ gameNames, loadKit, loadArt, likelyGames });

let address: string | null = null;
let current = OURS;

/** The games to show matches by from now on. */
export const gamesNow = (): Promise<GamesModule> => current;

/** The address of the module that they come from; null for ours. */
export const gamesAddress = (): string | null => address;

/** Takes the games of the module at this address, in place of those before; where it cannot be loaded every match says so. */
export function useGames(module: string | null): void {
  address = module;
  current =
    module === null
      ? OURS
      : (import(/* @vite-ignore */ module) as Promise<GamesModule>).catch(() => ({
          ...createGames([]),
          loadKit: async () => fail('unreadable', `${module} cannot be loaded`),
        }));
}

/** The games as readers of files take them. */
export async function readerGames(): Promise<{
  readonly names: GamesModule['gameNames'];
  readonly load: GamesModule['loadKit'];
}> {
  const games = await current;
  return { names: games.gameNames, load: games.loadKit };
}
