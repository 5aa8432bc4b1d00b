/** Small sounds, made here: no file is loaded for them. */

/** What is heard. */
export type Sound = 'move' | 'tile' | 'capture' | 'check' | 'roll' | 'low' | 'start' | 'end';

/** Pitch in hertz, length in seconds, and how loud, of each tone. */
const TONES: { readonly [sound in Sound]: readonly [hz: number, seconds: number, gain: number][] } =
  {
    move: [[340, 0.05, 0.12]],
    tile: [
      [260, 0.04, 0.14],
      [190, 0.05, 0.08],
    ],
    capture: [
      [220, 0.07, 0.16],
      [150, 0.09, 0.12],
    ],
    check: [
      [620, 0.07, 0.1],
      [820, 0.09, 0.08],
    ],
    roll: [
      [500, 0.03, 0.08],
      [420, 0.03, 0.08],
      [560, 0.04, 0.08],
    ],
    low: [
      [740, 0.09, 0.08],
      [740, 0.12, 0.08],
    ],
    start: [
      [330, 0.1, 0.09],
      [440, 0.14, 0.09],
    ],
    end: [
      [392, 0.14, 0.1],
      [523, 0.22, 0.1],
    ],
  };

/** Sounds of pieces, which differ from set to set. */
const STRUCK: readonly Sound[] = ['move', 'tile', 'capture', 'check', 'roll'];

/** How sounds are made: as tones, or as of struck wood, lower and sinking in pitch. */
type SoundSet = 'soft' | 'wood';

/** How a sound is played. */
export interface SoundOptions {
  /** From 0 to 1 (default: 1). */
  readonly volume?: number;
  readonly set?: SoundSet;
}

/** The sound of an entry, by the types of its events. */
export function soundOf(events: readonly string[], kind: string): Sound {
  const has = (...types: string[]) => events.some(type => types.includes(type));
  if (has('end', 'GameFinished')) return 'end';
  if (has('check', 'danger', 'elimination')) return 'check';
  if (has('capture', 'hit', 'suicide') || events.some(type => type.includes('Contest')))
    return 'capture';
  // dominos and Mage Duel
  if (has('play', 'Moved', 'TileDrawn')) return 'tile';
  return kind === 'chance' || has('rolled') ? 'roll' : 'move';
}

let context: AudioContext | null = null;

/** Gets ready, which takes a tenth of a second, so that the first move need not wait for it. Before people have done anything, browsers allow none. */
export function prepareSound(): void {
  if (typeof AudioContext !== 'undefined' && navigator.userActivation?.hasBeenActive)
    context ??= new AudioContext();
}

/** Makes a sound; nothing where the browser allows none. */
export function playSound(sound: Sound, { volume = 1, set = 'soft' }: SoundOptions = {}): void {
  if (typeof AudioContext === 'undefined' || volume <= 0) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  let at = context.currentTime;
  const isWood = set === 'wood' && STRUCK.includes(sound);
  for (const [hz, seconds, loud] of TONES[sound]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = isWood ? 'sine' : 'triangle';
    tone.frequency.setValueAtTime(isWood ? 0.9 * hz : hz, at);
    // a struck block sinks in pitch
    if (isWood) tone.frequency.exponentialRampToValueAtTime(0.35 * hz, at + seconds);
    gain.gain.setValueAtTime(Math.min(1, volume) * (isWood ? 2.2 : 1) * loud, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds * 0.7;
  }
}
