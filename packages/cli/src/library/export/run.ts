/** Exports records of the library. Each is replayed before it is written. */
import { type Cid, fail, ok, type Result } from '@kifu/core';
import { allFormats, type FormatInfo, formsOf, openSource, writeAs } from '@kifu/record/file';
import type { Io } from '../../io.ts';
import { formatId } from '../ids.ts';
import type { Library } from '../open.ts';
import { loadKept } from '../records.ts';
import type { Sink } from './sinks.ts';

/** What was written of a match. */
export interface Exported {
  /** Null where it is in no file of its own. */
  readonly file: string | null;
  /** Parts that the format cannot store. */
  readonly losses: readonly string[];
}

/** Finds the format by its name or by a file extension. */
export async function findForm(
  io: Io,
  to: string | undefined,
  output: string | undefined,
): Promise<Result<FormatInfo>> {
  const forms = formsOf(await allFormats(io.games));
  const known = forms.map(({ name }) => name).join(', ');
  if (to !== undefined) {
    const form = forms.find(({ name }) => name === to);
    return form === undefined ? fail('malformed', `no form ${to}; known: ${known}`) : ok(form);
  }
  const named = forms.find(({ ending }) => output?.toLowerCase().endsWith(`.${ending}`));
  if (named !== undefined) return ok(named);
  return output === undefined || isFolderName(output)
    ? fail('malformed', `unknown format; choose one with --to: ${known}`)
    : fail('malformed', `the name ${output} does not tell the form, --to does: ${known}`);
}

/** Whether an output is meant to be a folder. */
export const isFolderName = (path: string): boolean => /[/\\]$/.test(path);

/** Writes one match. A fault is of this match alone, unless the sink cannot take any more. */
export async function exportOne(
  io: Io,
  library: Library,
  match: Cid,
  form: string,
  sink: Sink,
): Promise<Result<Exported>> {
  const id = formatId(match);
  const source = await loadKept(library, match, id);
  if (!source.ok) return source;
  const opened = await openSource(io.games, source.value);
  if (!opened.ok) return opened;
  const { fault } = opened.value;
  if (fault !== null) return { ok: false, fault };
  const written = await writeAs(opened.value, form);
  if (!written.ok) return written;
  const { output, losses } = written.value;
  const file = await sink.write(id, output);
  return file.ok ? ok({ file: file.value, losses: [...opened.value.losses, ...losses] }) : file;
}
