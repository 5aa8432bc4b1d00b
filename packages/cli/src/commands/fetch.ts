/** `kifu fetch`: a record by the id that names it, from wherever it is published. */
import { type Cid, type Fail, fail, formatCid, ok, parseAnyCid, type Result } from '@kifu/core';
import { type OpenedSource, openSource, writeAs } from '@kifu/record/file';
import { Command, Option } from 'commander';
import type { Context, Io } from '../io.ts';
import { fileName, wholeNumber } from '../options.ts';
import { startProgress } from '../progress.ts';
import { type FetchFrom, parseFrom } from '../publish/place.ts';
import { type ReadRoot, readRoot } from '../publish/read-root.ts';
import { openReader } from '../publish/reader.ts';
import { type CommandReport, type Handle, within } from '../run-command.ts';
import { type Force, refuseExisting, saveOutput } from '../save.ts';
import { formOf } from '../write-record.ts';
import { describe } from './info.ts';
import { check, verdictOn } from './verify.ts';

interface Options extends Force {
  readonly from?: readonly FetchFrom[];
  readonly out?: string;
  readonly timeout: number;
}

/** The command. */
export const fetchCommand = (handle: Handle): Command =>
  new Command('fetch')
    .argument('<CID>')
    .addOption(
      new Option('--from <PLACE>').argParser((text, before: readonly FetchFrom[] = []) => [
        ...before,
        parseFrom(text),
      ]),
    )
    .addOption(new Option('-o, --out <FILE>').argParser(fileName('metadata')))
    .addOption(new Option('--timeout <S>').argParser(wholeNumber(1, 3600)).default(30))
    .option('--force')
    .action(
      handle<Options>(async (context, [id], options) =>
        fetchRecord(context, id as string, options),
      ),
    );

async function fetchRecord(
  { io }: Context,
  id: string,
  options: Options,
): Promise<Result<CommandReport>> {
  const root = parseAnyCid(id);
  if (!root.ok) return within(`"${id.slice(0, 100)}"`, root);
  const { out } = options;
  const exists = out === undefined ? null : await refuseExisting(out, options);
  if (exists !== null) return exists;
  const read = await readFirst(io, root.value, options);
  if (!read.ok) return read;
  const { source, blocks, bytes } = read.value;
  const opened = await openSource(io.games, source);
  if (!opened.ok) return within(source.name, opened);
  const checked = await check(io, source.name, source);
  if (checked.fault !== null) return within(source.name, { ok: false, fault: checked.fault });
  const saved = out === undefined ? ok([]) : await save(opened.value, out, options);
  if (!saved.ok) return saved;
  const verdict = verdictOn(checked);
  const t = io.texts.reports.records;
  const rows = [
    [t.rows.fetched, t.fetched(blocks, bytes, source.name)] as const,
    [t.rows.root, `${formatCid(root.value)} (${source.form})`] as const,
    ...(out === undefined ? [] : [[t.rows.file, out] as const]),
    ...saved.value.map(loss => [t.rows.lost, loss] as const),
  ];
  const report = await describe(io, opened.value, rows, checked.judged);
  const told = { root: formatCid(root.value), from: source.name, blocks, bytes, verdict };
  const file = out === undefined ? {} : { file: out, left: saved.value };
  return ok({ ...report, json: { ...told, ...file, ...report.json } });
}

/** What the first place gives that gives all of it. */
async function readFirst(io: Io, root: Cid, { from, timeout }: Options): Promise<Result<ReadRoot>> {
  const places = from ?? [{ kind: 'own' } as const];
  const failures: Fail[] = [];
  for (const place of places) {
    const read = await readFrom(io, root, place, timeout * 1000);
    if (read.ok) return read;
    failures.push(read);
  }
  if (failures.length === 1) return failures[0]!;
  const { code } = failures.at(-1)!.fault;
  return fail(code, failures.map(({ fault }) => fault.message).join('; '));
}

async function readFrom(
  io: Io,
  root: Cid,
  place: FetchFrom,
  timeoutMs: number,
): Promise<Result<ReadRoot>> {
  const progress = startProgress(io);
  const reader = await openReader(io, place, timeoutMs);
  if (!reader.ok) return reader;
  try {
    const read = await readRoot(reader.value, root, done =>
      progress.tellOften(io.texts.reports.records.fetching(done, reader.value.name)),
    );
    const isElsewhere = !read.ok && read.fault.code === 'not-found' && place.kind === 'own';
    return isElsewhere
      ? fail('not-found', `${read.fault.message}; name a source with --from`)
      : read;
  } finally {
    progress.clear();
    await reader.value.close();
  }
}

/** Writes the record in the format of the file extension; returns what it cannot store. */
async function save(
  opened: OpenedSource,
  path: string,
  options: Options,
): Promise<Result<readonly string[]>> {
  const form = formOf(opened.kit, path);
  if (form === null)
    return fail('malformed', `${path}: unknown file extension; .car and .json keep everything`);
  const written = await writeAs(opened, form);
  if (!written.ok) return written;
  const saved = await saveOutput(path, written.value.output, options);
  return saved.ok ? ok(written.value.losses) : saved;
}
