/** The pages of the site. The server sends the shell for each of these paths. */
import type { Route } from './router.ts';

/** Former addresses of pages, each with the present one. */
export const MOVED: Readonly<Record<string, string>> = {
  '/check': '/verify',
  '/desk': '/dashboard',
};

export const ROUTES: readonly Route[] = [
  { path: '/', tag: 'kifu-home-page', load: () => import('./home/home-page.ts') },
  { path: '/verify', tag: 'kifu-verify-page', load: () => import('./verify/verify-page.ts') },
  { path: '/library', tag: 'kifu-library-page', load: () => import('./library/library-page.ts') },
  { path: '/watch', tag: 'kifu-watch-page', load: () => import('./watch/watch-page.ts') },
  {
    path: '/settings',
    tag: 'kifu-settings-page',
    load: () => import('./settings/settings-page.ts'),
  },
  {
    path: '/players/:name',
    tag: 'kifu-player-page',
    load: () => import('./player/player-page.ts'),
  },
  {
    path: '/tournaments',
    tag: 'kifu-tournaments-page',
    load: () => import('./tournament/tournaments-page.ts'),
  },
  {
    path: '/tournament/:id',
    tag: 'kifu-tournament-page',
    load: () => import('./tournament/tournament-page.ts'),
  },
  { path: '/admin', tag: 'kifu-admin-page', load: () => import('./admin/admin-page.ts') },
  { path: '/ratings', tag: 'kifu-ratings-page', load: () => import('./ratings/ratings-page.ts') },
  {
    path: '/opening/:game',
    tag: 'kifu-opening-page',
    load: () => import('./opening/opening-page.ts'),
  },
  {
    path: '/position/:game',
    tag: 'kifu-position-page',
    load: () => import('./position/position-page.ts'),
  },
  { path: '/puzzles', tag: 'kifu-puzzle-page', load: () => import('./puzzles/puzzle-page.ts') },
  {
    path: '/puzzles/:game',
    tag: 'kifu-puzzle-page',
    load: () => import('./puzzles/puzzle-page.ts'),
  },
  { path: '/study', tag: 'kifu-studies-page', load: () => import('./study/studies-page.ts') },
  { path: '/study/:id', tag: 'kifu-study-page', load: () => import('./study/study-page.ts') },
  { path: '/match/:match', tag: 'kifu-match-page', load: () => import('./match/match-page.ts') },
  { path: '/learn', tag: 'kifu-learn-page', load: () => import('./learn/learn-page.ts') },
  { path: '/learn/:game', tag: 'kifu-learn-page', load: () => import('./learn/learn-page.ts') },
  { path: '/find', tag: 'kifu-find-page', load: () => import('../find/find-page.ts') },
  { path: '/find/:game', tag: 'kifu-find-page', load: () => import('../find/find-page.ts') },
  { path: '/new', tag: 'kifu-new-page', load: () => import('../play/new-page.ts') },
  { path: '/new/:game', tag: 'kifu-new-page', load: () => import('../play/new-page.ts') },
  { path: '/play/:id', tag: 'kifu-play-page', load: () => import('../play/play-page.ts') },
  { path: '/key', tag: 'kifu-key-page', load: () => import('../play/key-page.ts') },
  { path: '/live/:match', tag: 'kifu-live-page', load: () => import('../play/live-page.ts') },
  {
    path: '/dashboard',
    tag: 'kifu-dashboard-page',
    load: () => import('../peer/dashboard-page.ts'),
  },
  {
    ...{ path: '/follow/:name', tag: 'kifu-follow-page', isOpen: true },
    load: () => import('../peer/follow-page.ts'),
  },
  {
    ...{ path: '/peer', tag: 'kifu-peer-page', isOpen: true },
    load: () => import('../peer/peer-page.ts'),
  },
  {
    ...{ path: '/peer/:match', tag: 'kifu-peer-page', isOpen: true },
    load: () => import('../peer/peer-page.ts'),
  },
  {
    ...{ path: '/file', tag: 'kifu-match-page', isOpen: true },
    load: () => import('./match/match-page.ts'),
  },
];
