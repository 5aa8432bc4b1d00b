/** What people chose in a viewer, remembered from visit to visit where the browser keeps anything. */

/** Chosen by hand; what is absent is as the page says. */
export interface Remembered {
  readonly speed?: number;
  readonly isMuted?: boolean;
  readonly isFlipped?: boolean;
}

const KEY = 'kifu-viewer';

export function recall(): Remembered {
  try {
    const { speed, isMuted, isFlipped } = JSON.parse(
      localStorage.getItem(KEY) ?? '{}',
    ) as Remembered;
    return {
      ...(typeof speed === 'number' ? { speed } : {}),
      ...(typeof isMuted === 'boolean' ? { isMuted } : {}),
      ...(typeof isFlipped === 'boolean' ? { isFlipped } : {}),
    };
  } catch {
    return {}; // storage is blocked, or holds something else
  }
}

export function remember(chosen: Remembered): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...recall(), ...chosen }));
  } catch {
    // it lasts as long as the page
  }
}
