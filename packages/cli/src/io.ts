/** What a command may touch of the world. Everything comes in from outside, so that tests call commands in process. */
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Json } from '@kifu/core';
import type { Timer } from '@kifu/record/match';
import type { Games } from '@kifu/server';
import picocolors from 'picocolors';
import type { Library, LibraryOptions } from './library/open.ts';

/** The streams, the clock and the games that a command works with. */
export interface Io extends Timer {
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
  /** A seed that no player can guess, for matches that name none. */
  freshSeed(): number;
  /**
   * Calls back with the exit code, instead of dying at once, on Ctrl-C, when asked to end, or when the reader of the
   * output has gone; gives back how to stop that.
   */
  onStop(listener: (exitCode: number) => void): () => void;
  /** Calls back when the process ends in any way, with time for one last write; gives back how to stop that. */
  onExit(listener: () => void): () => void;
  /** Lets the shell go on, as Ctrl-Z does, and resolves when the user comes back. */
  suspend(): Promise<void>;
  /** With a module, where bots and long work may know them in threads of their own. */
  readonly games: Games;
  /** How many threads may work on records, where games have a module; 0 where all is done in this one. */
  readonly threads: number;
  /** Opens the library; unless told, it is a file in the home. */
  openLibrary?(options: LibraryOptions): Promise<Library>;
}

/** Formatters of picocolors; each gives its text back unchanged where there are no colours. */
export type Colors = ReturnType<typeof picocolors.createColors>;

/** What every command is given: the world, and how the user wants to be answered. */
export interface Context {
  readonly io: Io;
  readonly colors: Colors;
  /** Whether one JSON value is wanted instead of text. */
  readonly isJson: boolean;
}

/** Whether a stream is to be coloured: https://no-color.org, https://force-color.org. */
export function wantsColor(
  { env, isTTY }: Io,
  stream: 'stdout' | 'stderr',
  isOff = false,
): boolean {
  if (isOff || env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return isTTY[stream] && env.TERM !== 'dumb';
}

/** Formatters that colour or do not. */
export const colorsFor = (isOn: boolean): Colors => picocolors.createColors(isOn);

/** Writes, and waits where the reader is slow. The owner of the stream hears its errors. */
export async function put(stream: Writable, what: string | Uint8Array): Promise<void> {
  if (!stream.write(what) && !stream.destroyed) await once(stream, 'drain').catch(() => {});
}

/** Writes a line to standard output. */
export const putLine = ({ stdout }: Io, line = ''): Promise<void> => put(stdout, `${line}\n`);

/** Writes a JSON value as one line to standard output. */
export const putJson = (io: Io, value: Json): Promise<void> =>
  putLine(io, JSON.stringify(value).replace(OBEYED, escaped));

/** What JSON need not escape and a terminal may obey: it stands in strings only. */
const OBEYED = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const escaped = (letter: string): string =>
  `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
