/** Says what happened, for readers who listen: when they rest on a move, and while the replay plays no more often than can be heard. */

/** How long nothing changed before it is said, and how often something is said while it plays, in milliseconds. */
const REST_MS = 250;
const OFTEN_MS = 1500;

/** Tells an element that is read aloud what to say. */
export interface Announcer {
  /** `isPassing`: more will follow by itself. */
  say(words: string, isPassing: boolean): void;
  close(): void;
}

export function createAnnouncer(speak: (words: string) => void): Announcer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let spokeMs = Number.NEGATIVE_INFINITY;
  const now = (words: string) => {
    spokeMs = performance.now();
    speak(words);
  };
  return {
    say(words, isPassing) {
      clearTimeout(timer);
      if (isPassing && performance.now() - spokeMs >= OFTEN_MS) now(words);
      else timer = setTimeout(now, REST_MS, words);
    },
    close: () => clearTimeout(timer),
  };
}
