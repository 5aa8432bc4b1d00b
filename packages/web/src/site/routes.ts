/** The pages of the site. The server gives the shell for each of these paths. */
import type { Route } from './router.ts';

export const ROUTES: readonly Route[] = [
  { path: '/', tag: 'kifu-home-page', load: () => import('./home/home-page.ts') },
  { path: '/match/:match', tag: 'kifu-match-page', load: () => import('./match/match-page.ts') },
  { path: '/live/:match', tag: 'kifu-match-page', load: () => import('./match/match-page.ts') },
  { path: '/file', tag: 'kifu-match-page', load: () => import('./match/match-page.ts') },
];
