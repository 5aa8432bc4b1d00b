/** The seats that this browser has taken on servers: a token each, without which the browser cannot come back to its seat. */

const KEY = 'kifu-seat-';
const NAME_KEY = 'kifu-name-';
/** Longer than any token. */
const LONGEST = 100;

/** The token of a seat at a match; undefined where this browser has none. */
export function seatToken(id: string): string | undefined {
  try {
    const token = localStorage.getItem(KEY + id) ?? undefined;
    return token !== undefined && token.length < LONGEST ? token : undefined;
  } catch {
    return undefined;
  }
}

/** The matches of which a token is kept. */
export function keptSeats(): readonly string[] {
  try {
    return Object.keys(localStorage)
      .filter(name => name.startsWith(KEY))
      .map(name => name.slice(KEY.length))
      .filter(id => seatToken(id) !== undefined);
  } catch {
    return [];
  }
}

/** The name that the player gave for a seat; undefined where it is not known. */
export function seatName(id: string): string | undefined {
  try {
    return localStorage.getItem(NAME_KEY + id) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a token, and the name that the player gave. */
export function keepSeat(id: string, token: string, name?: string): void {
  try {
    localStorage.setItem(KEY + id, token);
    if (name !== undefined) localStorage.setItem(NAME_KEY + id, name);
  } catch {
    // a seat then lasts as long as the page
  }
}
