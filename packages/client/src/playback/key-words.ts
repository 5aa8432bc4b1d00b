/** The keys that lead a replay, in words: apart from them, as they are seldom read. */

/** A key in words, for lists of keys. */
export interface KeyWords {
  readonly keys: string;
  readonly about: string;
  /** Whether it is only of use where ticks set the pace. */
  readonly isForTicks?: true;
}

/** The keys in words. */
export const PLAYBACK_KEYS: readonly KeyWords[] = [
  { keys: 'space', about: 'play or pause' },
  { keys: 'r', about: 'play backwards, or forwards again' },
  { keys: '← →', about: 'an entry back, an entry on' },
  { keys: ', .', about: 'a tick back, a tick on', isForTicks: true },
  { keys: '[ ]', about: 'the mark before, the next mark' },
  { keys: '< >', about: 'slower, quicker' },
  { keys: '0–9', about: 'tenths of the match' },
  { keys: 'Home End', about: 'the start, the end' },
  { keys: 'g', about: 'go to an entry' },
  { keys: 'f', about: 'turn the board around' },
  { keys: '?', about: 'these keys' },
];
