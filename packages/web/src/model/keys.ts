/** Keys of the viewer, and what they do. */

/** What a key asks for. */
export type Command =
  | { readonly do: 'toggle' | 'start' | 'end' | 'reverse' | 'main-line' | 'loop' | 'close' }
  | { readonly do: 'step' | 'turn' | 'tick' | 'mark' | 'speed'; readonly by: 1 | -1 }
  | { readonly do: 'tenth'; readonly tenth: number }
  | { readonly do: Panel | 'go' | 'flip' | 'perspective' | 'mute' | 'link' };
export type Panel = 'notes' | 'proof' | 'help' | 'share' | 'settings' | 'text';

/** A key as the browser tells it. */
export interface KeyLike {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** What a key asks for; null for keys that are not ours. */
export function commandOf({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyLike): Command | null {
  if (ctrlKey || altKey || metaKey) return null;
  if (/^[0-9]$/.test(key)) return { do: 'tenth', tenth: Number(key) };
  if (key === 'ArrowLeft') return { do: shiftKey ? 'turn' : 'step', by: -1 };
  if (key === 'ArrowRight') return { do: shiftKey ? 'turn' : 'step', by: 1 };
  return COMMANDS.get(key) ?? COMMANDS.get(key.toLowerCase()) ?? null;
}

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>(
  Object.entries({
    ' ': { do: 'toggle' },
    k: { do: 'toggle' },
    Home: { do: 'start' },
    End: { do: 'end' },
    ',': { do: 'tick', by: -1 },
    '.': { do: 'tick', by: 1 },
    '[': { do: 'mark', by: -1 },
    ']': { do: 'mark', by: 1 },
    '<': { do: 'speed', by: -1 },
    '>': { do: 'speed', by: 1 },
    r: { do: 'reverse' },
    b: { do: 'main-line' },
    l: { do: 'loop' },
    Escape: { do: 'close' },
    g: { do: 'go' },
    f: { do: 'flip' },
    p: { do: 'perspective' },
    c: { do: 'notes' },
    m: { do: 'mute' },
    y: { do: 'link' },
    s: { do: 'share' },
    v: { do: 'proof' },
    o: { do: 'settings' },
    t: { do: 'text' },
    '?': { do: 'help' },
  } satisfies { readonly [key: string]: Command }),
);

/** Keys in words, for the help panel. */
export const KEYS: readonly [keys: string, about: string][] = [
  ['space', 'play or pause'],
  ['← →', 'a step back, a step on'],
  ['shift ← →', 'a turn back, a turn on'],
  [', .', 'a tick back, a tick on'],
  ['[ ]', 'the mark before, the next mark'],
  ['< >', 'slower, quicker'],
  ['r', 'play backwards'],
  ['l', 'begin a loop here, end it here, end looping'],
  ['Home End', 'the start, the end'],
  ['0–9', 'tenths of the match'],
  ['g', 'go to a move'],
  ['b', 'back to the main line'],
  ['f', 'turn the board around'],
  ['p', 'see it as another seat'],
  ['t', 'the board as text, to be read'],
  ['c', 'notes'],
  ['v', 'what is proven'],
  ['s', 'share'],
  ['y', 'copy a link to here'],
  ['m', 'sound on or off'],
  ['o', 'pace, marks and other settings'],
  ['?', 'these keys'],
];
