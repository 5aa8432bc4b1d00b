/** Lines from whoever sits at the terminal or feeds the pipe; none is lost while somebody thinks. */
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import type { Io } from '../io.ts';

/** A line, the end of the input, or Ctrl-C. */
type Asked =
  | { readonly is: 'line'; readonly line: string }
  | { readonly is: 'end' }
  | { readonly is: 'interrupt' };

/** Asks for lines. */
export interface Prompter {
  /** `complete` gives the words that Tab offers. */
  ask(prompt: string, complete?: () => readonly string[]): Promise<Asked>;
  /** Whether Ctrl-C was pressed, also while nobody was asked. */
  isInterrupted(): boolean;
  /** Does something during which nothing can be heard: Ctrl-C then ends the process at once. */
  whileBusy<T>(work: () => T): T;
  close(): void;
}

/** Opens standard input for questions that are written to `screen`. */
export function createPrompter(io: Io, screen: Writable): Prompter {
  const isTerminal = io.isTTY.stdin && io.isTTY.stdout;
  let words: () => readonly string[] = () => [];
  const readline = createInterface({
    input: io.stdin,
    output: screen,
    terminal: isTerminal,
    completer: (line: string) => [words().filter(word => word.startsWith(line)), line],
  });
  const arrived: Asked[] = [];
  let stopped: Asked | null = null;
  let waiting: ((asked: Asked) => void) | null = null;
  const wake = () => {
    if (waiting === null) return;
    const next = stopped?.is === 'interrupt' ? stopped : (arrived.shift() ?? stopped);
    if (next === null) return;
    const answer = waiting;
    waiting = null;
    answer(next);
  };
  const stop = (asked: Asked) => {
    if (stopped?.is !== 'interrupt') stopped = asked;
    wake();
  };
  readline.on('line', line => {
    arrived.push({ is: 'line', line });
    wake();
  });
  readline.on('close', () => stop({ is: 'end' }));
  readline.on('SIGINT', () => stop({ is: 'interrupt' }));
  const listen = () => io.onInterrupt(() => stop({ is: 'interrupt' }));
  let stopListening = listen();
  // readline keeps the keys to itself; without that the terminal makes a signal of Ctrl-C
  const keepKeys = (isKept: boolean) => isTerminal && (io.stdin as ReadStream).setRawMode?.(isKept);
  return {
    async ask(prompt, complete = () => []) {
      words = complete;
      if (isTerminal && stopped === null) {
        readline.setPrompt(prompt);
        readline.prompt();
      } else screen.write(prompt);
      const asked = await new Promise<Asked>(answer => {
        waiting = answer;
        wake();
      });
      // a transcript shows what was answered; a terminal has shown it while it was typed
      if (!isTerminal || asked.is !== 'line')
        screen.write(asked.is === 'line' ? `${asked.line}\n` : '\n');
      return asked;
    },
    isInterrupted: () => stopped?.is === 'interrupt',
    whileBusy(work) {
      stopListening();
      keepKeys(false);
      const done = work();
      keepKeys(true);
      stopListening = listen();
      return done;
    },
    close() {
      stopListening();
      readline.close();
    },
  };
}
