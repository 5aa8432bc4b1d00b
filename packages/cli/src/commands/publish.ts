/** `kifu publish`: gives a record to others, and says so only when it was read back. */

import { formatCid, type JsonObject, ok, parseAnyCid, type Result } from '@kifu/core';
import type { Verdict } from '@kifu/record';
import { type OpenedSource, openSource } from '@kifu/record/file';
import { verdicts as english } from '@kifu/texts/en/verdicts';
import { Command, Option } from 'commander';
import { type Context, type Io, putJson, putLine } from '../io.ts';
import { formatId } from '../library/ids.ts';
import { wholeNumber } from '../options.ts';
import { startProgress } from '../progress.ts';
import { blocksOf, FORMS, type PublishedForm, type ToPublish } from '../publish/blocks-of.ts';
import { openOwnIfAny, ownPath } from '../publish/own-store.ts';
import { type PublishTo, parseTo, type RequestedPlace } from '../publish/place.ts';
import { faultFromError } from '../publish/publish-faults.ts';
import { readRoot } from '../publish/read-root.ts';
import { openReader } from '../publish/reader.ts';
import { fetchWords, openTarget, type Target } from '../publish/target.ts';
import { addRecordOptions, openWhole, type RecordOptions } from '../record-options.ts';
import { type CommandReport, EXIT, type Handle, SILENT, within } from '../run-command.ts';
import { printable, tableLines } from '../text.ts';
import { check, verdictOn } from './verify.ts';

interface Options extends RecordOptions {
  readonly to: RequestedPlace;
  readonly format: PublishedForm;
  readonly serve?: boolean;
  readonly timeout: number;
  readonly force?: boolean;
}

/** The command. */
export const publishCommand = (handle: Handle): Command =>
  addRecordOptions(new Command('publish'))
    .addOption(new Option('--to <PLACE>').argParser(parseTo).makeOptionMandatory())
    .addOption(new Option('--format <FORMAT>').choices(FORMS).default('record'))
    .option('--serve')
    .addOption(new Option('--timeout <S>').argParser(wholeNumber(1, 3600)).default(30))
    .option('--force')
    .action(
      handle<Options>(async (context, [file], options) =>
        publish(context, file as string, options),
      ),
    );

async function publish(
  context: Context,
  file: string,
  options: Options,
): Promise<Result<CommandReport>> {
  const { io } = context;
  const opened = await openPublished(io, file, options);
  if (!opened.ok) return opened;
  const checked = await check(io, opened.value.source.name, opened.value.source);
  if (checked.fault !== null)
    return within(opened.value.source.name, { ok: false, fault: checked.fault });
  if (options.to.kind === 'peer') {
    const { publishByPeer } = await import('../publish/growing-file.ts');
    const again = () => openPublished(io, file, options);
    return publishByPeer(context, file, opened.value, options.serve ?? false, again);
  }
  const publication = await blocksOf(opened.value, options.format);
  if (!publication.ok) return within(opened.value.source.name, publication);
  const target = await openTarget(io, named(options.to, publication.value), {
    timeoutMs: options.timeout * 1000,
    force: options.force ?? false,
  });
  if (!target.ok) return target;
  try {
    return await publishTo(context, target.value, publication.value, options);
  } finally {
    await target.value.close();
  }
}

/** A CAR without a name is called by the first letters of its root, as lists have them. */
const named = (to: Exclude<RequestedPlace, { kind: 'peer' }>, { root }: ToPublish): PublishTo =>
  to.kind === 'car' ? { kind: 'car', file: to.file ?? `${formatId(root)}.car` } : to;

/** A record in a file, or one that was published before, by its id. */
async function openPublished(
  io: Io,
  file: string,
  options: Options,
): Promise<Result<OpenedSource>> {
  const root = parseAnyCid(file);
  const own = root.ok ? await openOwnIfAny(io) : null;
  if (!root.ok || own === null) return openWhole(io, file, options);
  try {
    if (!(await own.blocks.has(root.value))) return openWhole(io, file, options);
    const reader = { name: ownPath(io), blocks: own.blocks, close: async () => {} };
    const read = await readRoot(reader, root.value);
    if (!read.ok) return read;
    const opened = await openSource(io.games, { ...read.value.source, name: file });
    return opened.ok ? opened : within(file, opened);
  } finally {
    await own.close();
  }
}

async function publishTo(
  context: Context,
  target: Target,
  publication: ToPublish,
  options: Options,
): Promise<Result<CommandReport>> {
  const { io } = context;
  const { root, remarks, blocks, isLinked } = publication;
  const progress = startProgress(io);
  const t = io.texts.reports.programs.publish;
  try {
    const roots = remarks === null ? [root] : [root, remarks];
    const put = await target.put({ roots, blocks, isLinked }, done =>
      progress.tellOften(t.putting(done, blocks.length, target.name)),
    );
    if (!put.ok) return put;
    for (const named of roots) await target.announce?.(named);
    const verdict = await readBack(io, target, publication, options, done =>
      progress.tellOften(t.reading(done, blocks.length)),
    );
    progress.clear();
    return verdict.ok ? tell(context, target, publication, verdict.value, options) : verdict;
  } catch (cause) {
    return faultFromError(cause, target.name);
  } finally {
    progress.clear();
  }
}

/** What reading it back gave: the verdict, and how many blocks. */
interface ReadBack {
  readonly verdict: Verdict;
  readonly blocks: number;
}

/** Lets another reader read all of it back, verifies it, and gives the verdict. */
async function readBack(
  io: Io,
  { readBack, name }: Target,
  { root, remarks }: ToPublish,
  { timeout }: Options,
  told: (done: number) => void,
): Promise<Result<ReadBack>> {
  const reader = await openReader(io, readBack, timeout * 1000);
  if (!reader.ok) return notPublished(name, reader);
  try {
    const read = await readRoot(reader.value, remarks ?? root, told);
    if (!read.ok) return notPublished(name, read);
    const checked = await check(io, name, read.value.source);
    return checked.fault === null
      ? ok({ verdict: verdictOn(checked), blocks: read.value.blocks })
      : notPublished(name, { ok: false, fault: checked.fault });
  } finally {
    await reader.value.close();
  }
}

const notPublished = (name: string, failed: Parameters<typeof within>[1]) =>
  within(`not published to ${name}: read-back failed`, failed);

/** Reports that the record is published; with `--serve`, serves it until the user stops it. */
async function tell(
  context: Context,
  target: Target,
  publication: ToPublish,
  read: ReadBack,
  options: Options,
): Promise<Result<CommandReport>> {
  const { io, isJson } = context;
  const { to, serve = to.kind === 'http' } = options;
  const isServing = serve && target.serving !== null;
  const from = isServing ? target.serving : target.from;
  const report = {
    ...describe(io, target, publication, read, from),
    exitCode: EXIT.good,
  };
  if (!isServing) return ok(report);
  let stopped: (exitCode: number) => void = () => {};
  const stop = new Promise<number>(resolve => {
    stopped = resolve;
  });
  const unhear = io.onStop(exitCode => stopped(exitCode));
  await (isJson
    ? putJson(io, { ok: true, ...report.json, serving: target.serving })
    : putLine(
        io,
        `${report.text}\n${io.texts.reports.programs.publish.serving(`${target.serving}`)}`,
      ));
  const exitCode = await stop;
  unhear();
  return ok({ ...SILENT, exitCode });
}

function describe(
  { texts, common }: Io,
  { name, serving, from: kept, readBack: target }: Target,
  { form, root, remarks, blocks, losses }: ToPublish,
  read: ReadBack,
  from: string | null,
): { readonly json: JsonObject; readonly text: string } {
  const bytes = blocks.reduce((sum, block) => sum + block.bytes.length, 0);
  const fetch = fetchWords(root, from);
  const t = texts.reports.programs.publish;
  const words = (common?.verdicts ?? english).words;
  const readBack = t.readBack(read.blocks, t.readers[target.kind], words[read.verdict]);
  const rows = [
    [t.rows.published, formatCid(root)],
    ...(remarks === null ? [] : [[t.rows.annotations, t.linked(formatCid(remarks))]]),
    [t.rows.format, t.format(form, blocks.length, bytes)],
    [t.rows.to, name],
    [t.rows.readBack, readBack],
    ...losses.map(loss => [t.rows.lost, loss]),
    [t.rows.fetch, fetch],
    ...(serving !== null && from === kept
      ? [[t.rows.others, t.others(`kifu publish ${formatCid(root)} --to ipfs --serve`)]]
      : []),
  ];
  return {
    json: {
      root: formatCid(root),
      ...(remarks === null ? {} : { remarks: formatCid(remarks) }),
      ...{ form, blocks: blocks.length, bytes, to: name, readBack: read.blocks },
      ...{ verdict: read.verdict, losses, fetch },
    },
    text: tableLines(rows.map(row => row.map(printable))).join('\n'),
  };
}
