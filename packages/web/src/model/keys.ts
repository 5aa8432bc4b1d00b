/** Keys of the viewer, and what they do. */
import {
  type KeyWords,
  PLAYBACK_KEYS,
  type PlaybackCommand,
  playbackCommandOf,
} from '@kifu/client/playback';

/** What a key asks for. */
export type Command =
  | PlaybackCommand
  | { readonly do: 'main-line' | 'loop' | 'close' | 'perspective' | 'mute' | 'link' }
  | { readonly do: 'turn'; readonly by: 1 | -1 }
  | { readonly do: Panel };
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
  const command = COMMANDS.get(key.toLowerCase()) ?? playbackCommandOf(key);
  return command?.do === 'step' && shiftKey ? { do: 'turn', by: command.by } : command;
}

/** Those of the viewer alone. */
const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>(
  Object.entries({
    k: { do: 'toggle' },
    b: { do: 'main-line' },
    l: { do: 'loop' },
    escape: { do: 'close' },
    p: { do: 'perspective' },
    c: { do: 'notes' },
    m: { do: 'mute' },
    y: { do: 'link' },
    s: { do: 'share' },
    v: { do: 'proof' },
    o: { do: 'settings' },
    t: { do: 'text' },
  } satisfies { readonly [key: string]: Command }),
);

/** Keys in words, for the help panel. */
export const KEYS: readonly KeyWords[] = [
  ...PLAYBACK_KEYS,
  { keys: 'shift ← →', about: 'a turn back, a turn on' },
  { keys: 'l', about: 'begin a loop here, end it here, end looping' },
  { keys: 'b', about: 'back to the main line' },
  { keys: 'p', about: 'see it as another seat' },
  { keys: 't', about: 'the board as text, to be read' },
  { keys: 'c', about: 'notes' },
  { keys: 'v', about: 'what is proven' },
  { keys: 's', about: 'share' },
  { keys: 'y', about: 'copy a link to here' },
  { keys: 'm', about: 'sound on or off' },
  { keys: 'o', about: 'pace, marks and other settings' },
];
