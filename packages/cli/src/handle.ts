/** The frame around every command: prints its report or its fault, and remembers the exit code. */
import { type Fault, formatFault, type JsonObject, type Result } from '@kifu/core';
import type { Command } from 'commander';
import { type Context, colorsFor, type Io, put, putJson, putLine, wantsColor } from './io.ts';

/** Exit codes: API for scripts. */
export const EXIT = { good: 0, fault: 1, misuse: 2, bug: 70, interrupted: 130 } as const;

/** What a command has to say at its end. */
export interface Report {
  /** For `--json`; `ok` is added. Null where everything has been printed already. */
  readonly json: JsonObject | null;
  /** For people, without the last line end. Empty where everything has been printed already. */
  readonly text: string;
  /** Where it is not 0. */
  readonly exitCode?: number;
}

/** Makes the action of a command from what it does; `words` are its arguments, `options` include the global ones. */
export type Handle = <Options>(
  work: (context: Context, words: Words, options: Options) => Promise<Result<Report>>,
) => (...args: unknown[]) => Promise<void>;

/** The arguments of a command by position; optional ones may be missing, variadic ones are lists. */
type Words = readonly (string | readonly string[] | number | undefined)[];

/** Nothing more to say. */
export const SILENT: Report = { json: null, text: '' };

/** Handlers for one run; `end` hears of the exit code. */
export const handlerFor =
  (io: Io, end: (exitCode: number) => void): Handle =>
  work =>
  async (...args) => {
    const command = args.at(-1) as Command;
    const { json: isJson = false, color = true } = command.optsWithGlobals<GlobalOptions>();
    const context = { io, isJson, colors: colorsFor(wantsColor(io, 'stdout', !color)) };
    const answer = await work(
      context,
      args.slice(0, -2) as Words,
      command.optsWithGlobals() as never,
    );
    end(answer.ok ? (answer.value.exitCode ?? EXIT.good) : EXIT.fault);
    if (!answer.ok) await printFault(context, answer.fault);
    else if (isJson && answer.value.json !== null)
      await putJson(io, { ok: true, ...answer.value.json });
    else if (!isJson && answer.value.text !== '') await putLine(io, answer.value.text);
  };

interface GlobalOptions {
  readonly json?: boolean;
  readonly color?: boolean;
}

/** A fault on standard error, or as JSON on standard output. */
async function printFault({ io, isJson }: Context, fault: Fault) {
  if (isJson) await putJson(io, { ok: false, fault: { ...fault } as unknown as JsonObject });
  else await put(io.stderr, `kifu: ${formatFault(fault)}\n`);
}
