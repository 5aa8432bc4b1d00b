/** Keys that are pressed in a viewer. */
import { type Command, commandOf } from './model/keys.ts';
import { repeat } from './parts/repeat.ts';

/** Hears keys, and does what they ask for. */
export interface Keyboard {
  onKeyDown(event: KeyboardEvent): void;
  /** Nothing is held any more. */
  onKeyUp(): void;
}

/** Keys act only in here, never in fields, and leave buttons their own. A held key goes on quicker and quicker. */
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

/** Whether keys and what is pasted belong to what they come to. */
export const isField = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;
