/** Keys of the viewer, and what they do: those that lead any replay, and those of a page. */
import { type PlaybackCommand, playbackCommandOf } from '@kifu/client/playback';

/** What a key asks for. */
export type Command =
  | PlaybackCommand
  | {
      readonly do:
        | 'main-line'
        | 'loop'
        | 'close'
        | 'perspective'
        | 'mute'
        | 'link'
        | 'fullscreen'
        | 'try'
        | 'branch'
        | 'find'
        | 'study'
        | Panel;
    }
  | { readonly do: 'turn' | 'record'; readonly by: 1 | -1 };
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
  if (shiftKey && key === 'ArrowLeft') return { do: 'turn', by: -1 };
  if (shiftKey && key === 'ArrowRight') return { do: 'turn', by: 1 };
  return COMMANDS.get(key.toLowerCase()) ?? playbackCommandOf(key);
}

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>(
  Object.entries({
    k: { do: 'toggle' }, // as players of films have it
    b: { do: 'main-line' },
    l: { do: 'loop' },
    escape: { do: 'close' },
    p: { do: 'perspective' },
    c: { do: 'notes' },
    m: { do: 'mute' },
    y: { do: 'link' },
    x: { do: 'try' },
    z: { do: 'fullscreen' },
    s: { do: 'share' },
    v: { do: 'proof' },
    o: { do: 'settings' },
    t: { do: 'text' },
  } satisfies { readonly [key: string]: Command }),
);
