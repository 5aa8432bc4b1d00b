/** The keys that lead a replay, for lists of keys: apart from what they do, as they are seldom read. */

/** Keys that do one thing, as they are written in lists. */
interface ListedKeys {
  readonly keys: string;
  /** Whether it is only of use where ticks set the pace. */
  readonly isForTicks?: true;
}

/** All of them. Texts say what they do, by `keys`. */
export const PLAYBACK_KEYS = [
  { keys: 'space' },
  { keys: 'r' },
  { keys: '← →' },
  { keys: ', .', isForTicks: true },
  { keys: '[ ]' },
  { keys: '< >' },
  { keys: '0–9' },
  { keys: 'Home End' },
  { keys: 'g' },
  { keys: 'f' },
  { keys: '?' },
] as const satisfies readonly ListedKeys[];
