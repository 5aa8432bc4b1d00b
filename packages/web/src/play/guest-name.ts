/** What a player is called: the chosen name, or that of a guest. Each browser has its own, so that two guests can be told apart. */
import { readItem, writeItem } from '../site/browser-store.ts';
import { readSettings } from '../site/settings.ts';
import { text } from '../site/texts.ts';

const KEY = 'kifu-guest';
/** Three hex digits, as in `Guest 4F2`. */
const TAG = /^[0-9A-F]{3}$/;

/** The name of this browser's guest. */
export const guestName = (): string => text.play.guest(guestTag());

/** The chosen name, or the name of the guest. */
export const playerName = (): string => readSettings().name || guestName();

function guestTag(): string {
  const stored = readItem(KEY);
  if (stored !== null && TAG.test(stored)) return stored;
  const [number = 0] = crypto.getRandomValues(new Uint16Array(1));
  const tag = (number & 0xfff).toString(16).toUpperCase().padStart(3, '0');
  writeItem(KEY, tag);
  return tag;
}
