/** Everything a command uses outside itself. It is passed in, so that tests run commands in their own process. */
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Json } from '@kifu/core';
import type { Timer } from '@kifu/record/match';
import type { Games } from '@kifu/server';
import picocolors from 'picocolors';
import type { Speech } from './language.ts';
import type { Library, LibraryOptions } from './library/open.ts';

/** Streams, clock and games of a process. */
export interface ProcessIo extends Timer {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Which of the streams are terminals. */
  readonly isTTY: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  /** Size of the terminal, now. */
  readonly columns: number;
  readonly rows: number;
  readonly env: { readonly [name: string]: string | undefined };
  /** Resolves when the time has passed, or at once when the signal says so. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** An unpredictable seed, for matches that name none. */
  freshSeed(): number;
  /**
   * Calls the listener with the exit code on Ctrl-C, on a signal to end, or if the reader of the output has gone; the process then does
   * not exit at once. Returns a function that removes the listener.
   */
  onStop(listener: (exitCode: number) => void): () => void;
  /** Calls the listener when the process exits in any way, in time for one last write. Returns a function that removes the listener. */
  onExit(listener: () => void): () => void;
  /** Suspends the process, as Ctrl-Z does, and resolves when the user resumes it. */
  suspend(): Promise<void>;
  /** With a module, so that worker threads can load them too. */
  readonly games: Games;
  /** How many worker threads may process records; 0 for none. */
  readonly threads: number;
  /** Opens the library (default: a file in the data directory). */
  openLibrary?(options: LibraryOptions): Promise<Library>;
}

/** What a command works with: the process, and the texts of the user's language. */
export interface Io extends ProcessIo, Speech {}

/** Formatters of picocolors; without color they return their text unchanged. */
export type Colors = ReturnType<typeof picocolors.createColors>;

/** What every command is given: the process, and how to print. */
export interface Context {
  readonly io: Io;
  readonly colors: Colors;
  /** Whether to print JSON instead of text. */
  readonly isJson: boolean;
}

/** Returns whether to write colors to a stream: https://no-color.org, https://force-color.org. */
export function wantsColor(
  { env, isTTY }: ProcessIo,
  stream: 'stdout' | 'stderr',
  isOff = false,
): boolean {
  if (isOff || env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return isTTY[stream] && env.TERM !== 'dumb';
}

/** Returns formatters with or without color. */
export const colorsFor = (isOn: boolean): Colors => picocolors.createColors(isOn);

/** Writes, and waits for a slow reader. The owner of the stream handles its errors. */
export async function put(stream: Writable, what: string | Uint8Array): Promise<void> {
  if (!stream.write(what) && !stream.destroyed) await once(stream, 'drain').catch(() => {});
}

/** Writes a line to standard output. */
export const putLine = ({ stdout }: ProcessIo, line = ''): Promise<void> =>
  put(stdout, `${line}\n`);

/** Writes a JSON value as one line to standard output. */
export const putJson = (io: Io, value: Json): Promise<void> =>
  putLine(io, JSON.stringify(value).replace(INTERPRETED, escaped));

/** Characters that JSON need not escape but a terminal interprets. They occur in strings only. */
const INTERPRETED = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const escaped = (letter: string): string =>
  `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
