/** Announces moves to screen readers: after a pause on a move, and during playback no more often than can be heard. */

/** The pause before an announcement, and the interval between announcements during playback, in milliseconds. */
const REST_MS = 250;
const OFTEN_MS = 1500;

/** Announces texts in a live region. */
export interface Announcer {
  /** `isPassing`: more will follow. */
  say(words: string, isPassing: boolean): void;
  /** What was said last is no longer there to be read. */
  clear(): void;
  close(): void;
}

export function createAnnouncer(speak: (words: string) => void): Announcer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let spokeMs = Number.NEGATIVE_INFINITY;
  const now = (words: string) => {
    spokeMs = performance.now();
    speak(words);
  };
  const close = () => clearTimeout(timer);
  return {
    say(words, isPassing) {
      close();
      if (isPassing && performance.now() - spokeMs >= OFTEN_MS) now(words);
      else timer = setTimeout(now, REST_MS, words);
    },
    clear() {
      close();
      speak('');
    },
    close,
  };
}
