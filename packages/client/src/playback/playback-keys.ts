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
  { keys: 'r', about: 'play backward, or forward again' },
  { keys: '← →', about: 'previous entry, next entry' },
  { keys: ', .', about: 'previous tick, next tick', isForTicks: true },
  { keys: '[ ]', about: 'previous marker, next marker' },
  { keys: '< >', about: 'slower, faster' },
  { keys: '0–9', about: 'tenths of the match' },
  { keys: 'Home End', about: 'the start, the end' },
  { keys: 'g', about: 'go to an entry' },
  { keys: 'f', about: 'flip board' },
  { keys: '?', about: 'these keys' },
];
