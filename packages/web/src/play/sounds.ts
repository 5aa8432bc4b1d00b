/** Sounds of a game in play, as the settings want them. */
import { playSound, type Sound } from '@kifu/viewer/shared';
import { readSettings } from '../site/settings.ts';

/** Makes a sound, unless sounds are off. */
export function makeSound(sound: Sound): void {
  const { hasSound, volume, sounds } = readSettings();
  if (hasSound) playSound(sound, { volume: volume / 100, set: sounds });
}
