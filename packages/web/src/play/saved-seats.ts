/** The seats that this browser has taken on servers: a token each, without which the browser cannot come back to its seat. */
import { isOnlyHeld, namesAfter, readItem, removeItem, writeItem } from '../site/browser-store.ts';

const KEY = 'kifu-seat-';
const NAME_KEY = 'kifu-name-';
/** Longer than any token. */
const LONGEST = 100;

/** The token of a seat at a match; undefined where this browser has none. */
export function seatToken(id: string): string | undefined {
  const token = readItem(KEY + id) ?? undefined;
  return token !== undefined && token.length < LONGEST ? token : undefined;
}

/** The matches whose token is stored. */
export const keptSeats = (): readonly string[] =>
  namesAfter(KEY).filter(id => seatToken(id) !== undefined);

/** The name that the player gave for a seat; undefined where it is not known. */
export const seatName = (id: string): string | undefined => readItem(NAME_KEY + id) ?? undefined;

/** Keeps a token, and the name that the player gave. */
export function keepSeat(id: string, token: string, name?: string): void {
  writeItem(KEY + id, token);
  if (name !== undefined) writeItem(NAME_KEY + id, name);
}

/** Whether a seat is lost with the page, as the browser does not store its token. */
export const isSeatUnstored = (id: string): boolean => isOnlyHeld(KEY + id);

/** Forgets the seat of a game that is gone. */
export function forgetSeat(id: string): void {
  removeItem(KEY + id);
  removeItem(NAME_KEY + id);
}
