/** Icons of the controls: strokes on a field of 24 by 24. */
import { svg, type TemplateResult } from 'lit';

const PATHS = {
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8 5.5v13M16 5.5v13',
  again: 'M5 12a7 7 0 1 0 2.2-5.1M7 3.5v4h4',
  back: 'M15 6l-6 6 6 6',
  on: 'M9 6l6 6-6 6',
  start: 'M17 6l-6 6 6 6M8 6v12',
  end: 'M7 6l6 6-6 6M16 6v12',
  flip: 'M7 4v14M3.5 14.5 7 18l3.5-3.5M17 20V6M13.5 9.5 17 6l3.5 3.5',
  hand: 'M8 13V5.5a1.5 1.5 0 0 1 3 0V11m0-1V4.5a1.5 1.5 0 0 1 3 0V11m0-4.5a1.5 1.5 0 0 1 3 0V15a5 5 0 0 1-5 5h-1c-2 0-3-.8-4-2.5L5 13.5c-.6-1.2.8-2.4 2-1.2l1 1',
  branch: 'M7 4v16M7 13c0-5 10-3 10-8M13.5 8 17 4.5 20.5 8',
  find: 'M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13M15.3 15.3 20 20',
  book: 'M5 4.5h11a3 3 0 0 1 3 3v12H8a3 3 0 0 1-3-3zM5 16.5a3 3 0 0 1 3-3h11',
  notes: 'M5 5.5h14v10H10l-4 3.5v-3.5H5z',
  share: 'M12 4v11M8 8l4-4 4 4M5 13v6h14v-6',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  sound: 'M5 10v4h3l4 3.5v-11L8 10zM15.5 9.5a4 4 0 0 1 0 5M18 7a8 8 0 0 1 0 10',
  silent: 'M5 10v4h3l4 3.5v-11L8 10zM16 10l4 4M20 10l-4 4',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  full: 'M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15',
  help: 'M9 9.2a3 3 0 1 1 4.3 2.7c-.9.4-1.3 1-1.3 2M12 17.5h.01',
  eye: 'M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6 6 18',
  dash: 'M6 12h12',
  wait: 'M12 6.5V12l3.5 2M20 12a8 8 0 1 1-8-8',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof PATHS;

/** An icon in the color of the text, hidden from screen readers. */
export const icon = (name: IconName): TemplateResult =>
  svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" fill=${name === 'play' ? 'currentColor' : 'none'}
    stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d=${PATHS[name]}></path></svg>`;
