/** What people chose, remembered in their browser. */
import { readItem, writeItem } from './browser-store.ts';

/** Settings of the site, and of boards on it. */
export interface Settings {
  readonly theme: 'auto' | 'light' | 'dark';
  /** A tag of `LANGUAGES`; null for that of the browser. */
  readonly language: string | null;
  /** Colours of boards: a name of `BOARDS`. */
  readonly board: string;
  readonly hasCoordinates: boolean;
  readonly hasSound: boolean;
  readonly motion: 'auto' | 'less';
  /** What the player is called. */
  readonly name: string;
}

const DEFAULTS: Settings = {
  theme: 'auto',
  language: null,
  board: 'slate',
  hasCoordinates: true,
  hasSound: true,
  motion: 'auto',
  name: '',
};

const KEY = 'kifu-settings';

/** The settings as they are remembered; what is not, or no longer of its kind, is as usual. */
export function readSettings(): Settings {
  const kept = parsed(readItem(KEY));
  const known = Object.entries(DEFAULTS).map(([name, usual]) => {
    const value = kept[name];
    const isKind = usual === null ? typeof value === 'string' : typeof value === typeof usual;
    return [name, isKind ? value : usual];
  });
  return Object.fromEntries(known) as Settings;
}

/** Changes some, and tells the page by the event `kifu-settings` of the window. */
export function changeSettings(change: Partial<Settings>): void {
  const settings = { ...readSettings(), ...change };
  writeItem(KEY, JSON.stringify(settings));
  dispatchEvent(new CustomEvent('kifu-settings', { detail: settings }));
}

/** Makes the document look as the settings say. */
export function applySettings({ theme, board, motion, hasCoordinates }: Settings): void {
  const { dataset } = document.documentElement;
  Object.assign(dataset, { theme, board, motion, coordinates: hasCoordinates ? 'on' : 'off' });
}

function parsed(json: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
