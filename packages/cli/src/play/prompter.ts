/** Lines from the terminal or a pipe; none is lost while a bot or another player thinks. */
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import type { Io } from '../io.ts';
import { printable } from '../text.ts';

/** A line, the end of the input, or the exit code where the process is to stop. */
type PromptAnswer =
  | { readonly is: 'line'; readonly line: string }
  | { readonly is: 'end' }
  | { readonly is: 'stop'; readonly exitCode: number };

/** What Ctrl-C ends with. */
const INTERRUPTED = 130;

/** Asks for lines. */
export interface Prompter {
  /** Where to write while a question may be open: what is written stands above it. */
  readonly screen: { write(text: string): void };
  /** `complete` gives the words that Tab offers. */
  ask(prompt: string, complete?: () => readonly string[]): Promise<PromptAnswer>;
  /** Asks what is being asked in other words, unless it has been answered. */
  askAs(prompt: string): void;
  /** The exit code after Ctrl-C or a signal, also if no question was open; null before. */
  stoppedBy(): number | null;
  /** Resolves with that exit code once it is so. */
  readonly stopped: Promise<number>;
  /** Resolves when the input has ended and nothing of it is left to be heard. */
  readonly ended: Promise<void>;
  /** Does something during which nothing can be heard: Ctrl-C then ends the process at once. */
  whileBusy<T>(work: () => T): T;
  close(): void;
}

/** Opens standard input for questions that are written to `screen`. */
export function createPrompter(io: Io, output: Writable): Prompter {
  const isTerminal = io.isTTY.stdin && io.isTTY[output === io.stderr ? 'stderr' : 'stdout'];
  let words: () => readonly string[] = () => [];
  const readline = createInterface({
    input: io.stdin,
    output,
    terminal: isTerminal,
    // e2 may be a move or the beginning of one, NF3 is none: case matters unless nothing else fits
    completer: (line: string) => {
      const fits = words().filter(word => word.startsWith(line));
      const near = words().filter(word => word.toLowerCase().startsWith(line.toLowerCase()));
      return [fits.length > 0 ? fits : near, line];
    },
  });
  const arrived: PromptAnswer[] = [];
  let stopped: PromptAnswer | null = null;
  let waiting: ((asked: PromptAnswer) => void) | null = null;
  const wake = () => {
    if (waiting === null) return;
    const next = stopped?.is === 'stop' ? stopped : (arrived.shift() ?? stopped);
    if (next === null) return;
    const answer = waiting;
    waiting = null;
    answer(next);
  };
  const told = Promise.withResolvers<number>();
  const stop = (asked: PromptAnswer) => {
    if (stopped?.is !== 'stop') stopped = asked;
    if (asked.is === 'stop') told.resolve(asked.exitCode);
    wake();
  };
  readline.on('line', line => {
    arrived.push({ is: 'line', line });
    wake();
  });
  const ended = Promise.withResolvers<void>();
  readline.on('close', () => {
    stop({ is: 'end' });
    if (arrived.length === 0) ended.resolve();
  });
  readline.on('SIGCONT', () => waiting !== null && readline.prompt(true));
  readline.on('SIGINT', () => stop({ is: 'stop', exitCode: INTERRUPTED }));
  const listen = () => io.onStop(exitCode => stop({ is: 'stop', exitCode }));
  let stopListening = listen();
  // readline keeps the keys to itself; without that the terminal makes a signal of Ctrl-C
  const keepKeys = (isKept: boolean) => isTerminal && (io.stdin as ReadStream).setRawMode?.(isKept);
  const clear = isTerminal && io.env.TERM !== 'dumb' ? '\r\x1b[K' : '\n';
  let isShown = false;
  /** Shows the question; what was typed before stays, and so does the cursor in it. */
  const show = () => {
    isShown = true;
    if (isTerminal && stopped === null) readline.prompt(true);
    else output.write(readline.getPrompt());
  };
  return {
    screen: {
      write(text) {
        output.write(waiting !== null && isShown ? `${clear}${text}` : text);
        isShown = false;
        // a transcript shows the question again when there is no more to tell
        if (waiting !== null && isTerminal) show();
      },
    },
    async ask(prompt, complete = () => []) {
      words = complete;
      readline.setPrompt(prompt);
      show();
      const asked = await new Promise<PromptAnswer>(answer => {
        waiting = answer;
        wake();
      });
      // a transcript shows what was answered; a terminal has shown it while it was typed
      if (asked.is !== 'line') output.write('\n');
      else if (!io.isTTY.stdin) output.write(`${printable(asked.line)}\n`);
      return asked;
    },
    askAs(prompt) {
      if (waiting === null || (isShown && readline.getPrompt() === prompt)) return;
      if (isShown) output.write(clear);
      readline.setPrompt(prompt);
      show();
    },
    stopped: told.promise,
    ended: ended.promise,
    stoppedBy: () => (stopped?.is === 'stop' ? stopped.exitCode : null),
    whileBusy(work) {
      stopListening();
      keepKeys(false);
      const done = work();
      keepKeys(true);
      // what was typed meanwhile stands on the screen; the next prompt shows it again
      if (isTerminal && io.env.TERM !== 'dumb') output.write('\r\x1b[K');
      stopListening = listen();
      return done;
    },
    close() {
      stopListening();
      readline.close();
    },
  };
}
