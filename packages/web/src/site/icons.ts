/** Pictures on buttons and links: lines on a grid of 24. */
import { html, type TemplateResult } from 'lit';

const PATHS = {
  bot: 'M7 9h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2zM12 9V5M9.5 13.5v1M14.5 13.5v1M2.5 13v3M21.5 13v3',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.6-1.6',
  file: 'M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.4 15.4 20.5 20.5',
  theme: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 4v16',
  board: 'M4 4h16v16H4zM4 12h16M12 4v16',
  watch:
    'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  book: 'M5 4.5h11a3 3 0 0 1 3 3v12H8a3 3 0 0 1-3-3zM5 16.5a3 3 0 0 1 3-3h11',
  check: 'M12 3.5 19.5 6v6c0 4.5-3 7.2-7.5 8.5C7.5 19.2 4.5 16.5 4.5 12V6zM8.5 12l2.5 2.5 4.5-5',
  chat: 'M5 5h14v10h-8l-4.5 4v-4H5z',
  tick: 'M5 12.5l4.5 4.5L19 7.5',
  dash: 'M6 12h12',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  cross: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  down: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14',
  gear: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  flag: 'M6 21V4h11l-2.5 4L17 12H6',
  undo: 'M9 6 4.5 10.5 9 15M4.5 10.5H15a5 5 0 0 1 0 10h-3',
  pause: 'M9 5v14M15 5v14',
  half: 'M5 5v6M3.5 6.5 5 5M4 20 20 4M14 15.5a2.5 2.5 0 1 1 4.6 1.3L14 21h5.5',
  first: 'M7 5v14M18 5l-8 7 8 7',
  prev: 'M15 5l-8 7 8 7',
  next: 'M9 5l8 7-8 7',
  last: 'M17 5v14M6 5l8 7-8 7',
  flip: 'M8 4v15M4.5 15.5 8 19l3.5-3.5M16 20V5M12.5 8.5 16 5l3.5 3.5',
  full: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  sound: 'M4 10v4h3.5L12 18V6L7.5 10zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  mute: 'M4 10v4h3.5L12 18V6L7.5 10zM16 10l4.5 4.5M20.5 10 16 14.5',
  people:
    'M9 5.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM3 19.5c.5-3.5 2.8-5 6-5s5.500 1.500 6 5M16 6a2.500 2.500 0 0 1 0 5M17.500 14.500c2 .5 3.200 2 3.500 4.500',
  person: 'M12 4.5a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7zM5 20c.5-4 3-6 7-6s6.500 2 7 6',
  globe: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM4 12h16M12 4c-5 5-5 11 0 16M12 4c5 5 5 11 0 16',
  play: 'M7 5l12 7-12 7z',
  copy: 'M9 9h11v11H9zM5 15V4h11',
  share: 'M12 15V4M8 7.500 12 3.500l4 4M5 12v8h14v-8',
  again: 'M5 12a7 7 0 1 0 2.200-5M5 4.500V8.500h4',
  help: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM9.500 9.500a2.500 2.500 0 1 1 3.600 2.200c-.8.4-1.100.8-1.100 1.800M12 16.500v.01',
  star: 'M12 3.8l2.5 5.3 5.7.7-4.2 4 1.1 5.7L12 16.7l-5.1 2.8L8 13.8l-4.2-4 5.7-.7z',
} as const;

/** A name of a picture. */
export type IconName = keyof typeof PATHS;

/** A picture that says nothing to people who listen: the words beside it do. */
export const icon = (name: IconName): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
