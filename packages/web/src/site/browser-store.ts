/** Text that this browser stores under a name (localStorage); where storage is blocked or full, this page holds it in memory. */

/** What could not be stored: it is lost with the page. */
const memory = new Map<string, string>();

/** The text stored under a name; null where there is none. */
export function readItem(name: string): string | null {
  const held = memory.get(name);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a text; false where only this page holds it. */
export function writeItem(name: string, value: string): boolean {
  try {
    localStorage.setItem(name, value);
    memory.delete(name);
    return true;
  } catch {
    memory.set(name, value);
    return false;
  }
}

/** Holds a text in this page alone. */
export const holdItem = (name: string, value: string): void => void memory.set(name, value);

/** Removes what is stored under a name. */
export function removeItem(name: string): void {
  memory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // nothing is stored where storage is blocked
  }
}

/** Whether only this page holds what is stored under a name. */
export const isOnlyHeld = (name: string): boolean => memory.has(name);

/** The names that begin with a prefix, without it. */
export function namesAfter(prefix: string): readonly string[] {
  const names = new Set(memory.keys());
  try {
    for (const name of Object.keys(localStorage)) names.add(name);
  } catch {
    // storage is blocked
  }
  return [...names].filter(name => name.startsWith(prefix)).map(name => name.slice(prefix.length));
}
