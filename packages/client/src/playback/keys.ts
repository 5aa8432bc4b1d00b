/** Keys that lead a replay, and what they do: the same on a page and on a terminal. */

/** What a key asks of a replay. */
export type PlaybackCommand =
  | { readonly do: 'toggle' | 'start' | 'end' | 'reverse' | 'go' | 'flip' | 'help' }
  | { readonly do: 'step' | 'tick' | 'mark' | 'speed'; readonly by: 1 | -1 }
  | { readonly do: 'tenth'; readonly tenth: number };

/** What a key asks for, by its name as browsers or as Node tell it; null for keys that lead no replay. */
export function playbackCommandOf(key: string): PlaybackCommand | null {
  if (/^[0-9]$/.test(key)) return { do: 'tenth', tenth: Number(key) };
  const name = key === ' ' ? 'space' : key.toLowerCase().replace(/^arrow/, '');
  return COMMANDS.get(name) ?? null;
}

const COMMANDS: ReadonlyMap<string, PlaybackCommand> = new Map<string, PlaybackCommand>(
  Object.entries({
    space: { do: 'toggle' },
    r: { do: 'reverse' },
    left: { do: 'step', by: -1 },
    right: { do: 'step', by: 1 },
    ',': { do: 'tick', by: -1 },
    '.': { do: 'tick', by: 1 },
    '[': { do: 'mark', by: -1 },
    ']': { do: 'mark', by: 1 },
    '<': { do: 'speed', by: -1 },
    '-': { do: 'speed', by: -1 },
    '>': { do: 'speed', by: 1 },
    '+': { do: 'speed', by: 1 },
    '=': { do: 'speed', by: 1 }, // the same key without shift
    home: { do: 'start' },
    end: { do: 'end' },
    g: { do: 'go' },
    f: { do: 'flip' },
    '?': { do: 'help' },
  } satisfies { readonly [key: string]: PlaybackCommand }),
);
