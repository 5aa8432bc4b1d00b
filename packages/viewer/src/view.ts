/** A page with one viewer and nothing else, to be framed by others: its attributes stand in the address. */
import { KifuViewer } from './index.ts';

// games that the server adds to its pages
const games = document.querySelector<HTMLMetaElement>('meta[name=kifu-games]')?.content;
if (games) KifuViewer.takeGames(games);

// who came here by a link, and not in a frame, finds the way to the rest
if (parent === window) {
  const home = Object.assign(document.createElement('a'), { href: './', textContent: 'Kifu' });
  document.body.prepend(Object.assign(document.createElement('nav'), { ariaLabel: 'Kifu' }));
  document.body.firstElementChild!.append(home);
}

// the page that frames this one learns how high it is, and may make the frame as high
addEventListener('kifu-resize', event => {
  const { height } = (event as CustomEvent<{ height: number }>).detail;
  if (parent !== window) parent.postMessage({ type: 'kifu-resize', height }, '*');
});
addEventListener('kifu-ready', ({ target }) => {
  document.title = `Kifu: ${(target as KifuViewer).label}`;
});
