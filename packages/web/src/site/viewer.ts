/** The viewer, which the site takes as pages of others do: a script beside it. */

import type { KifuViewer } from '@kifu/viewer';
import { gamesAddress } from '@kifu/viewer/games';

/** Defines `<kifu-viewer>`, with the games that the server adds. */
export async function loadViewer(): Promise<unknown> {
  const loaded = await import(/* @vite-ignore */ new URL('kifu-viewer.js', document.baseURI).href);
  const games = gamesAddress();
  if (games !== null)
    (customElements.get('kifu-viewer') as typeof KifuViewer | undefined)?.takeGames(games);
  return loaded;
}
