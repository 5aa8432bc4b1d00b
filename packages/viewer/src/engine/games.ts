/**
 * The games of the viewer: built in, unless the page names a module with others. The page has them, and each of its workers, which
 * receives the address of the module with its questions.
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

/** The games in use. */
export const gamesNow = (): Promise<GamesModule> => current;

/** The address of their module; null for the built-in games. */
export const gamesAddress = (): string | null => address;

/** Uses the games of the module at this address instead; if it cannot be loaded, no match can be opened. */
export function useGames(module: string | null): void {
  address = module;
  current =
    module === null
      ? OURS
      : (import(/* @vite-ignore */ module) as Promise<GamesModule>).catch(() => ({
          ...createGames([]),
          loadKit: async () => fail('unreadable', `cannot load ${module}`),
        }));
}

/** The games for readers of files. */
export async function readerGames(): Promise<{
  readonly names: GamesModule['gameNames'];
  readonly load: GamesModule['loadKit'];
}> {
  const games = await current;
  return { names: games.gameNames, load: games.loadKit };
}
