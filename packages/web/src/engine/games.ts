/** The games that matches are shown by: ours, unless the page names a module with others. The page and its worker have one each. */
import {
  createGames,
  type GamesModule,
  gameNames,
  likelyGames,
  loadArt,
  loadKit,
} from '@kifu/games';

let current: Promise<GamesModule> = Promise.resolve({ gameNames, loadKit, loadArt, likelyGames });

/** The games to show matches by from now on. */
export const gamesNow = (): Promise<GamesModule> => current;

/** Takes the games of the module at this address, in place of those before; where it cannot be loaded every match says so. */
export function useGames(address: string): void {
  const message = `no games can be loaded from ${address}`;
  current = (import(/* @vite-ignore */ address) as Promise<GamesModule>).catch(() => ({
    ...createGames([]),
    loadKit: async () => ({ ok: false, fault: { code: 'unreadable', message } }),
  }));
}
