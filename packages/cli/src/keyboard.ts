/** The keyboard, for programs that draw on the whole terminal: keys as they are pressed, and other events that end a wait. */
import { emitKeypressEvents } from 'node:readline';
import type { ReadStream } from 'node:tty';
import type { Io } from './io.ts';

/** Keys that were pressed, and other events that end a wait. */
export interface Keyboard {
  /** The keys since the last time, as readline names them, or the characters themselves; `ctrl-u`; Ctrl-Z is `suspend`. */
  pressed(): readonly string[];
  /** The exit code after Ctrl-C, the end of the input or a signal; null before. */
  stoppedBy(): number | null;
  /** Resolves when a key is pressed, or after so long; null: only when one is. */
  wait(ms: number | null): Promise<void>;
  /** Gives the terminal back to the shell until the user returns. */
  suspend(): Promise<void>;
  close(): void;
}

/** What Ctrl-C ends with. */
const INTERRUPTED = 130;

/** Hears keys, Ctrl-C, the end of the input and a terminal that changes its size. */
export function openKeyboard(io: Io): Keyboard {
  const stdin = io.stdin as ReadStream;
  const keys: string[] = [];
  let stopped: number | null = null;
  let isWoken = false;
  let nap = new AbortController();
  const wake = () => {
    isWoken = true;
    nap.abort();
  };
  const stop = (exitCode: number) => {
    stopped ??= exitCode;
    wake();
  };
  const onKey = (text: string | undefined, key: { name?: string; ctrl?: boolean }) => {
    if (key.ctrl && key.name === 'c') return stop(INTERRUPTED);
    if (key.ctrl) keys.push(key.name === 'z' ? 'suspend' : `ctrl-${key.name ?? ''}`);
    else keys.push(key.name !== undefined && key.name.length > 1 ? key.name : (text ?? ''));
    wake();
  };
  const onEnd = () => stop(0);
  const stopListening = io.onStop(stop);
  const open = () => {
    stdin.setRawMode?.(true);
    stdin.resume();
  };
  const shut = () => {
    stdin.setRawMode?.(false);
    stdin.pause();
  };
  emitKeypressEvents(stdin);
  stdin.on('keypress', onKey).on('end', onEnd);
  io.stdout.on('resize', wake);
  open();
  return {
    pressed: () => keys.splice(0),
    stoppedBy: () => stopped,
    async wait(ms: number | null): Promise<void> {
      if (!isWoken) {
        const { signal } = nap;
        await (ms === null
          ? new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
          : io.sleep(ms, signal));
      }
      isWoken = false;
      nap = new AbortController();
    },
    async suspend(): Promise<void> {
      shut();
      await io.suspend();
      open();
    },
    close() {
      stopListening();
      stdin.off('keypress', onKey).off('end', onEnd);
      io.stdout.off('resize', wake);
      shut();
    },
  };
}
