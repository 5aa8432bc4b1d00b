/** The key that the server of this page had when the player first signed in. Remembered in the browser, which stores it for this server alone. */

const KEY = 'kifu-server-key';

/** The key, 64 hex digits; null before the first sign-in. */
export function knownServerKey(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Remembers the key of the server. */
export function rememberServerKey(key: string): void {
  try {
    localStorage.setItem(KEY, key);
  } catch {
    // without storage each visit is the first
  }
}

/** Forgets it: the next sign-in accepts the key that the server has by then. */
export function forgetServerKey(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // there is nothing to forget
  }
}
