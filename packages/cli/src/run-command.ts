/** The frame around every command: prints its report or its fault, and remembers the exit code. */

import { type Fail, type Fault, fail, type JsonObject, ok, type Result } from '@kifu/core';
import type { Command } from 'commander';
import { faultText } from './fault-text.ts';
import { type Context, colorsFor, type Io, put, putJson, putLine, wantsColor } from './io.ts';
import { inEnglish } from './language.ts';
import { english, type MisuseReason } from './misuse.ts';

/** Exit codes: API for scripts. */
export const EXIT = { good: 0, fault: 1, misuse: 2, bug: 70 } as const;

/** What a command has to say at its end. */
export interface CommandReport {
  /** For `--json`; `ok` is added. Null where everything has been printed already. */
  readonly json: JsonObject | null;
  /** For people, without the last line end. Empty where everything has been printed already. */
  readonly text: string;
  /** Where it is not 0. */
  readonly exitCode?: number;
  /** What went wrong although there is something to say; the exit code is then that of a fault. */
  readonly fault?: Fault;
  /** Whether the fault lies in the words of the command line, and not in what they name. */
  readonly isMisuse?: boolean;
  /** Why the words cannot be used, in any language; else the fault says it. */
  readonly reason?: MisuseReason;
}

/** Makes the action of a command from what it does; `words` are its arguments, `options` include the global ones. */
export type Handle = <Options>(
  work: (context: Context, words: Words, options: Options) => Promise<Result<CommandReport>>,
) => (...args: unknown[]) => Promise<void>;

/** The arguments of a command by position; optional ones may be missing, variadic ones are lists. */
type Words = readonly (string | readonly string[] | number | undefined)[];

/** Nothing more to say. */
export const SILENT: CommandReport = { json: null, text: '' };

/** Creates handlers for one run; `end` is called with the exit code. */
export const handlerFor =
  (io: Io, end: (exitCode: number) => void): Handle =>
  work =>
  async (...args) => {
    const command = args.at(-1) as Command;
    const { json: isJson = false, color = true } = command.optsWithGlobals<GlobalOptions>();
    const context = {
      io: isJson ? await inEnglish(io) : io,
      ...{ isJson, colors: colorsFor(wantsColor(io, 'stdout', !color)) },
    };
    const answer = await work(
      context,
      args.slice(0, -2) as Words,
      command.optsWithGlobals() as never,
    );
    const { json, text, fault, exitCode, isMisuse, reason }: CommandReport = answer.ok
      ? answer.value
      : { json: {}, text: '', fault: answer.fault };
    const failed = isMisuse ? EXIT.misuse : EXIT.fault;
    end(fault === undefined ? (exitCode ?? EXIT.good) : failed);
    if (isJson && json !== null)
      await putJson(
        io,
        fault === undefined ? { ok: true, ...json } : { ...refusal(fault), ...json },
      );
    else if (!isJson && text !== '') await putLine(io, text);
    if (!isJson && fault !== undefined)
      await put(io.stderr, `kifu: ${complaint(io, fault, reason)}\n`);
  };

/** Why it failed. In English with the code of the fault, which scripts look for. */
const complaint = (io: Io, fault: Fault, reason?: MisuseReason): string =>
  io.common === undefined || reason === undefined ? faultText(io, fault) : reason(io.texts.misuse);

/** Refuses the words of a command line. What `reason` quotes must be printable. */
export const misuse = (reason: MisuseReason): Result<CommandReport> => ({
  ok: true,
  value: {
    ...{ json: {}, text: '', isMisuse: true, reason },
    fault: fail('malformed', reason(english)).fault,
  },
});

/** A fault that lies in the words of a command line. */
export const misused = ({ fault }: Fail): Result<CommandReport> =>
  ok({ json: {}, text: '', fault, isMisuse: true });

/** A fault as JSON. */
export const refusal = (fault: Fault): JsonObject => ({
  ok: false,
  fault: fault as unknown as JsonObject,
});

interface GlobalOptions {
  readonly json?: boolean;
  readonly color?: boolean;
}

/** The same fault, its sentence begun with where it was met. */
export const within = (place: string, { fault }: Fail, path?: string): Fail => ({
  ok: false,
  fault: {
    ...fault,
    message: `${place}: ${fault.message}`,
    ...(path === undefined ? {} : { at: { ...fault.at, path: `${path}${fault.at?.path ?? ''}` } }),
  },
});
