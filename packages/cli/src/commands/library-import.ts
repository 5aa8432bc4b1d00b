/** `kifu library import`: records of files, folders and streams, put into the library. */

import { basename } from 'node:path';
import { formatCid, type JsonObject, ok, type Result } from '@kifu/core';
import { Command, Option } from 'commander';
import { faultText } from '../fault-text.ts';
import { findSources } from '../find-sources.ts';
import { type Context, type Io, putJson, putLine } from '../io.ts';
import { createFileMarks } from '../library/import/file-marks.ts';
import { MarkWriter } from '../library/import/mark-writer.ts';
import { keepHeapSmall } from '../library/import/memory.ts';
import { type ImportTally, importAll, newTally } from '../library/import/run.ts';
import { type Library, withLibrary } from '../library/open.ts';
import type { SaveOutcome } from '../library/save.ts';

import { startProgress } from '../progress.ts';
import { inputName } from '../read-input.ts';
import { type CommandReport, EXIT, type Handle, refusal, SILENT } from '../run-command.ts';
import { printable } from '../text.ts';

interface Options {
  readonly as?: string;
  readonly source?: string;
  readonly public?: boolean;
  readonly keepBlocks?: boolean;
  readonly dryRun?: boolean;
  readonly again?: boolean;
}

/** The command. */
export const importCommand = (handle: Handle): Command =>
  new Command('import')
    .argument('<FILE...>')
    .addOption(new Option('--as <FORMAT>'))
    .option('--source <NAME>')
    .option('--public')
    .option('--keep-blocks')
    .option('--dry-run')
    .option('--again')
    .action(
      handle<Options>((context, [files], options) => {
        keepHeapSmall();
        return withLibrary(
          context.io,
          library => importFiles(context, library, files as readonly string[], options),
          { isBulk: true },
        );
      }),
    );

async function importFiles(
  context: Context,
  library: Library,
  files: readonly string[],
  {
    as,
    source,
    public: isPublic = false,
    keepBlocks = false,
    dryRun = false,
    again = false,
  }: Options,
): Promise<Result<CommandReport>> {
  const { io } = context;
  const keeping = keepBlocks && !dryRun ? library.file?.keepBlocks(true) : undefined;
  if (keeping !== undefined) library.file?.flush(); // this waits for no records
  const isNewlyKept = (await keeping) === true;
  const tally = newTally();
  const progress = startProgress(io, { isLogged: true });
  const began = io.now();
  let stoppedBy: number | null = null;
  const controller = new AbortController();
  const stopListening = io.onStop(exitCode => {
    stoppedBy = exitCode;
    controller.abort();
  });
  const store = dryRun ? undefined : library.file?.imports;
  const marks = store && createFileMarks(store, { form: as ?? null, isAgain: again, tally });
  const done = await importAll(
    io,
    library,
    findSources(io, files, as ?? null, (path, why) => tally.skipped.set(path, why), marks),
    {
      labels: { source: source ?? null, visibility: isPublic ? 'public' : 'private' },
      sourceOf: name => {
        const file = name.replace(/#\d+$/, '');
        return file === inputName('-') ? null : basename(file);
      },
      isDry: dryRun,
      marks: store === undefined ? null : new MarkWriter(store),
      signal: controller.signal,
      async onRecord(name, kept) {
        progress.clear();
        await tellRecord(context, name, kept);
        progress.tellOften(
          `${describeTally(io, tally)} · ${formatRate(io, tally, io.now() - began)}`,
        );
      },
    },
    tally,
  );
  stopListening();
  progress.clear();
  await tellSummary(context, tally, io.now() - began, { dryRun, isStopped: stoppedBy !== null });
  if (isNewlyKept && !context.isJson) await putLine(io, io.texts.reports.library.unpacked);
  if (!done.ok) return done;
  return ok({ ...SILENT, exitCode: stoppedBy ?? (tally.bad === 0 ? EXIT.good : EXIT.fault) });
}

/** Prints every record for programs, for people only invalid ones. */
async function tellRecord(
  { io, isJson, colors }: Context,
  name: string,
  kept: Result<SaveOutcome>,
): Promise<void> {
  if (isJson) return putJson(io, { file: name, ...dataOf(kept) });
  if (kept.ok) return;
  await putLine(
    io,
    `${colors.red(io.texts.reports.library.import.invalid)}  ${printable(name)}  ${faultText(io, kept.fault)}`,
  );
}

function dataOf(kept: Result<SaveOutcome>): JsonObject {
  if (!kept.ok) return refusal(kept.fault);
  const { status, match, head } = kept.value;
  return { ok: true, status, match: formatCid(match), head: formatCid(head) };
}

async function tellSummary(
  { io, isJson }: Context,
  tally: ImportTally,
  tookMs: number,
  { dryRun, isStopped }: { readonly dryRun: boolean; readonly isStopped: boolean },
): Promise<void> {
  const { losses, skipped, ...counts } = tally;
  if (isJson) {
    const t = io.texts.reports.library.import;
    const passed = [...skipped].map(([path, why]) => [path, t[why]] as const);
    const summary = {
      ...{ ...counts, tookMs },
      ...{ losses: Object.fromEntries(losses), skipped: Object.fromEntries(passed) },
    };
    await putJson(io, { ok: tally.bad === 0, summary });
    return;
  }
  const t = io.texts.reports.library.import;
  for (const [path, why] of [...skipped].slice(0, MOST_SKIPPED))
    await putLine(io, printable(t.skipped(path, t[why])));
  if (skipped.size > MOST_SKIPPED) await putLine(io, t.skippedMore(skipped.size - MOST_SKIPPED));
  for (const [loss, n] of losses) await putLine(io, printable(t.lost(n, loss)));
  if (isStopped) await putLine(io, t.stopped);
  const rate = tally.records - tally.unread < MANY ? '' : ` (${formatRate(io, tally, tookMs)})`;
  await putLine(io, `${describeTally(io, tally)}${rate}${dryRun ? `; ${t.dryRun}` : ''}`);
  if (tally.unread > 0) await putLine(io, t.unread(tally.unread));
}

/** How many skipped files are listed. */
const MOST_SKIPPED = 10;

/** Counts of a summary, in this order. */
const TALLIED = ['new', 'grown', 'known', 'bad'] as const;

function describeTally({ texts }: Io, tally: ImportTally): string {
  const t = texts.reports.library.import;
  const shown = TALLIED.filter(kind => kind !== 'grown' || tally.grown > 0);
  return t.summary(
    tally.records,
    shown.map(kind => t.tally[kind](tally[kind])),
  );
}

/** With fewer records the rate means nothing. */
const MANY = 100;

const formatRate = ({ texts }: Io, { records, unread }: ImportTally, tookMs: number): string =>
  texts.reports.library.import.rate(Math.round(((records - unread) / Math.max(tookMs, 1)) * 1000));
