/** How records are played back, on a page and on a terminal: pace, speeds, marks, keys and moments as text. */

export { type PlaybackCommand, playbackCommandOf } from './keys.ts';
export { markBetween, markFrom, momentOfMark, type PlaybackMark } from './marks.ts';
export * from './playback.ts';
export { PLAYBACK_KEYS } from './playback-keys.ts';
export {
  countAt,
  FIXED,
  ORIGINAL,
  type Pace,
  type TimedRecord,
  type Times,
  timesOf,
} from './times.ts';
export { formatWhere, parseWhere, type Where } from './where.ts';
