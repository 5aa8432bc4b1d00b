/** The keys of the viewer in words. */
import { PLAYBACK_KEYS } from '@kifu/client/playback';

/** Keys in words, for the help panel. */
export const KEYS: readonly (readonly [keys: string, about: string])[] = [
  ...PLAYBACK_KEYS.map(({ keys, about }) => [keys, about] as const),
  ['shift ← →', 'a turn back, a turn on'],
  ['l', 'begin a loop here, end it here, end looping'],
  ['x', 'try moves on the board, or no longer'],
  ['b', 'back to the main line'],
  ['p', 'see it as another seat'],
  ['t', 'the board as text, to be read'],
  ['c', 'notes'],
  ['v', 'what is proven'],
  ['s', 'share'],
  ['y', 'copy a link to here'],
  ['m', 'sound on or off'],
  ['z', 'the whole screen, or no longer'],
  ['o', 'pace, marks and other settings'],
];
