/** Games that a server adds to its pages: `<meta name="kifu-games" content="/added-games.js">` says where they are. */
import { useGames } from '@kifu/viewer/games';

/** Takes the games that the page names, if it names any. */
export function useNamedGames(): void {
  // an absolute path, so that the page and its workers read it alike
  const named = document.querySelector<HTMLMetaElement>('meta[name=kifu-games]')?.content;
  if (named) useGames(named);
}
