/** Settings of the reader, stored in the browser. */
import { readItem, writeItem } from './browser-store.ts';

/** Settings of the site, and of boards on it. */
export interface Settings {
  readonly theme: 'auto' | 'light' | 'dark';
  /** A tag of `LANGUAGES`; null for that of the browser. */
  readonly language: string | null;
  /** Colors of boards: a name of `BOARDS`. */
  readonly board: string;
  /** The set of pieces: a name of `PIECE_SETS`. */
  readonly pieces: string;
  readonly hasCoordinates: boolean;
  readonly hasSound: boolean;
  /** From 0 to 100. */
  readonly volume: number;
  /** How moves sound. */
  readonly sounds: 'soft' | 'wood';
  readonly motion: 'auto' | 'fast' | 'less';
  /** Name of the player. */
  readonly name: string;
}

const DEFAULTS: Settings = {
  theme: 'auto',
  language: null,
  board: 'slate',
  pieces: 'kifu',
  hasCoordinates: true,
  hasSound: true,
  volume: 70,
  sounds: 'soft',
  motion: 'auto',
  name: '',
};

/** Colors of boards, and sets of pieces. */
export const BOARDS = ['slate', 'wood', 'green', 'print', 'dusk'] as const;
export const PIECE_SETS = ['kifu', 'flat', 'letters', 'contrast'] as const;

const KEY = 'kifu-settings';

/** Reads the stored settings; a missing one, or one of another type, has its default. */
export function readSettings(): Settings {
  const kept = parsed(readItem(KEY));
  const known = Object.entries(DEFAULTS).map(([name, usual]) => {
    const value = kept[name];
    const isKind = usual === null ? typeof value === 'string' : typeof value === typeof usual;
    return [name, isKind ? value : usual];
  });
  return Object.fromEntries(known) as Settings;
}

/** Changes settings, and announces it by the event `kifu-settings` of the window. */
export function changeSettings(change: Partial<Settings>): void {
  const settings = { ...readSettings(), ...change };
  writeItem(KEY, JSON.stringify(settings));
  dispatchEvent(new CustomEvent('kifu-settings', { detail: settings }));
}

/** Applies the look of the settings to the document. */
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
