/** Whom this browser hides: those whose talk is muted here, and those whom its player has blocked. Remembered in the browser. */
import type { BlockedPlayer } from '@kifu/client/account';
import { readItem, writeItem } from '../site/browser-store.ts';

const KEY = 'kifu-hidden';
/** The oldest go first. */
const MOST = 1000;

interface Hidden {
  readonly muted: readonly string[];
  readonly blocked: readonly string[];
}

/** Whether what a player says or offers is not shown. */
export const isHidden = (who: string): boolean => isMuted(who) || isBlocked(who);
export const isMuted = (who: string): boolean => read().muted.includes(who);
export const isBlocked = (who: string): boolean => read().blocked.includes(who);

/** Hides what a player says, or shows it again. */
export function mute(who: string, isOn: boolean): void {
  const { muted, blocked } = read();
  const rest = muted.filter(other => other !== who);
  write({ muted: isOn ? [...rest, who].slice(-MOST) : rest, blocked });
}

/** Remembers whom the player has blocked, as the server tells it. */
export const rememberBlocked = (blocked: readonly BlockedPlayer[]): void =>
  write({ muted: read().muted, blocked: blocked.map(({ id }) => id) });

function read(): Hidden {
  try {
    const { muted, blocked } = JSON.parse(readItem(KEY) ?? '{}') as Partial<Hidden>;
    return { muted: names(muted), blocked: names(blocked) };
  } catch {
    return { muted: [], blocked: [] };
  }
}

const names = (list: unknown): readonly string[] =>
  Array.isArray(list) ? list.filter(one => typeof one === 'string') : [];

const write = (hidden: Hidden): void => void writeItem(KEY, JSON.stringify(hidden));
