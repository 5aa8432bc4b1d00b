/** Keyboard input of a viewer. */
import { type Command, commandOf } from './model/keys.ts';
import { repeat } from './parts/repeat.ts';

/** Turns keys into commands. */
export interface Keyboard {
  onKeyDown(event: KeyboardEvent): void;
  /** Stops repeating. */
  onKeyUp(): void;
}

/** Keys act only within the viewer, not in fields, and not on buttons that use them. A held key repeats faster and faster. */
export function createKeyboard(run: (command: Command) => void, isReady: () => boolean): Keyboard {
  let stop: (() => void) | null = null;
  const onKeyUp = (): void => {
    stop?.();
    stop = null;
  };
  return {
    onKeyDown(event) {
      const target = event.composedPath()[0];
      if (event.defaultPrevented) return; // a board that takes moves has keys of its own
      if (isField(target)) return;
      if (target instanceof HTMLButtonElement && (event.key === ' ' || event.key === 'Enter'))
        return;
      const command = commandOf(event);
      if (command === null || !isReady()) return;
      event.preventDefault();
      if (event.repeat) return;
      onKeyUp();
      run(command);
      if ('by' in command && command.do !== 'speed') stop = repeat(() => run(command));
    },
    onKeyUp,
  };
}

/** Whether an element uses keys and pasted text itself. */
export const isField = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;
