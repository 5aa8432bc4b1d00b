/** `kifu analyze`: every move of a record compared with the best one, by our own searchers or by an engine. */
import { usualNodesOf } from '@kifu/bots';
import { type AnalysisLimits, formatCid, type Game, type Kit, ok, type Result } from '@kifu/core';
import {
  analysisAuthor,
  analyzeRecord,
  type RecordAnalysis,
  withAnalysis,
} from '@kifu/record/analysis';
import { writeAs } from '@kifu/record/file';
import { Command, Option } from 'commander';
import { type AnalyzerPool, openAnalyzers } from '../analysis/open-analyzers.ts';
import { analysisJson, analysisLines } from '../analysis/report.ts';
import { engineText, namedOption } from '../engines/engine-options.ts';
import { engineFault } from '../engines/open-engines.ts';
import type { Context } from '../io.ts';
import { editAnnotations } from '../library/edit-annotations.ts';
import { formatId } from '../library/ids.ts';
import { withLibrary } from '../library/open.ts';
import { voiceFor } from '../match-words.ts';
import { fileName, wholeNumber } from '../options.ts';
import { startProgress } from '../progress.ts';
import {
  addRecordOptions,
  brokenAt,
  openSeekable,
  type RecordOptions,
  type Seekable,
} from '../record-options.ts';
import { type CommandReport, type Handle, misuse, SILENT } from '../run-command.ts';
import { type Force, saveOutput } from '../save.ts';
import { printable } from '../text.ts';
import { formOf } from '../write-record.ts';

interface Options extends RecordOptions, Force {
  readonly engine?: string;
  readonly engineOption?: { readonly [name: string]: string };
  readonly depth?: number;
  readonly nodes?: number;
  readonly time?: number;
  readonly lines: number;
  readonly jobs?: number;
  readonly output?: string;
  /** False for `--no-save`. */
  readonly save: boolean;
}

const MAX_DEPTH = 99;
const MAX_NODES = 1_000_000_000_000;
const DAY_MS = 86_400_000;
const MAX_LINES = 20;
const MAX_JOBS = 256;
/** What an engine takes for a position where nothing limits it. */
const ENGINE_TIME_MS = 500;

/** The command. */
export const analyzeCommand = (handle: Handle): Command =>
  addRecordOptions(new Command('analyze'))
    .addOption(new Option('--engine <ENGINE>').argParser(engineText))
    .addOption(namedOption())
    .addOption(new Option('--depth <N>').argParser(wholeNumber(1, MAX_DEPTH)))
    .addOption(new Option('--nodes <N>').argParser(wholeNumber(1, MAX_NODES)))
    .addOption(new Option('--time <MS>').argParser(wholeNumber(1, DAY_MS)))
    .addOption(new Option('--lines <N>').argParser(wholeNumber(1, MAX_LINES)).default(1))
    .addOption(new Option('--jobs <N>').argParser(wholeNumber(1, MAX_JOBS)))
    .addOption(new Option('-o, --output <FILE>').argParser(fileName('record')))
    .option('--no-save')
    .option('--force')
    .action(handle<Options>((context, [file], options) => run(context, file as string, options)));

async function run(
  context: Context,
  file: string,
  options: Options,
): Promise<Result<CommandReport>> {
  const { io } = context;
  const opened = await openSeekable(io, file, options);
  if (!opened.ok) return opened;
  const { kit, line, source } = opened.value;
  const broken = brokenAt(opened.value);
  if (broken !== null) return broken;
  const isKept = source.form === 'library';
  if (isKept && options.output !== undefined) return misuse(texts => texts.annotationsInLibrary);
  const { output } = options;
  if (output !== undefined && formOf(kit, output) === null)
    return misuse(texts => texts.unknownEnding(printable(output)));
  const limits = limitsOf(kit, options);
  const stopped = new AbortController();
  let stoppedBy = 0;
  const off = io.onStop(exitCode => {
    stoppedBy = exitCode;
    stopped.abort();
  });
  const jobs = options.jobs ?? Math.max(1, io.threads);
  const choice = { ...options, jobs, setup: line.header };
  const pool = await openAnalyzers(io, kit, choice, stopped.signal);
  try {
    if (!pool.ok) return pool;
    const analyzed = await analyze(context, opened.value, pool.value, limits);
    if (stopped.signal.aborted) return ok({ ...SILENT, exitCode: stoppedBy });
    if (!analyzed.ok) return analyzed;
    const author = analysisAuthor(pool.value, limits);
    const saved = await save(context, opened.value, analyzed.value, author, options);
    if (!saved.ok) return saved;
    const { seats } = voiceFor(io, kit).game;
    const nameOf = (seat: number): string =>
      line.header.players.find(player => player.seat === seat)?.name || seats[seat] || `${seat}`;
    const { name, version } = pool.value;
    return ok({
      json: {
        ...{ analyzer: { name, version }, limits: { ...limits }, cached: pool.value.cached() },
        ...analysisJson(kit, line, analyzed.value),
        file: saved.value.file ?? null,
        match: saved.value.match ?? null,
      },
      text: [
        `${file}: ${author}`,
        ...analysisLines(io.texts.reports.analysis, kit, line, analyzed.value, nameOf),
        ...saved.value.said,
      ]
        .map(printable)
        .join('\n'),
    });
  } finally {
    off();
    if (pool.ok) await pool.value.close();
  }
}

/** The limits as given; by default a game takes some minutes. */
function limitsOf(kit: Kit, { engine, depth, nodes, time, lines }: Options): AnalysisLimits {
  const given = {
    ...(depth === undefined ? {} : { depth }),
    ...(nodes === undefined ? {} : { nodes }),
    ...(time === undefined ? {} : { timeMs: time }),
  };
  const usual = engine === undefined ? { nodes: usualNodesOf(kit) } : { timeMs: ENGINE_TIME_MS };
  return {
    ...(Object.keys(given).length === 0 ? usual : given),
    ...(lines > 1 ? { lines } : {}),
  };
}

async function analyze(
  { io }: Context,
  { kit, line }: Seekable,
  pool: AnalyzerPool,
  limits: AnalysisLimits,
): Promise<Result<RecordAnalysis>> {
  const progress = startProgress(io, { isLogged: true });
  try {
    const analysis = await analyzeRecord({
      ...{ kit, line, limits },
      analyze: (position, wanted) => pool.analyze(position, wanted),
      onMove: ({ n }, total) =>
        progress.tellOften(io.texts.reports.analysis.progress(n, line.length, total)),
    });
    return ok(analysis);
  } catch (cause) {
    return engineFault(pool.name, cause);
  } finally {
    progress.clear();
  }
}

interface SavedAnalysis {
  readonly said: readonly string[];
  readonly file?: string;
  readonly match?: string;
}

/** Stores the analysis beside a match of the library, or writes it with the record into a file. */
async function save(
  { io }: Context,
  { kit, kifu, nodes, head, line, source, remarks, replay }: Seekable,
  analysis: RecordAnalysis,
  author: string,
  options: Options,
): Promise<Result<SavedAnalysis>> {
  const game = kit.game as Game;
  const { analysis: analysisTexts, records } = io.texts.reports;
  const { output } = options;
  if (source.form === 'library' && options.save) {
    const { match } = replay;
    const changed = await withLibrary(io, library =>
      editAnnotations(io, library, match, opened =>
        ok(withAnalysis(game, line, opened.remarks, analysis, author)),
      ),
    );
    if (!changed.ok) return changed;
    return ok({ match: formatCid(match), said: [analysisTexts.saved(formatId(match))] });
  }
  if (output === undefined) return ok({ said: [] });
  const annotated = { ...kifu, ...withAnalysis(game, line, remarks, analysis, author) };
  const written = await writeAs({ kit, kifu: annotated, nodes, head }, formOf(kit, output)!);
  if (!written.ok) return written;
  const saved = await saveOutput(output, written.value.output, options);
  if (!saved.ok) return saved;
  const lost = written.value.losses.map(records.lost);
  return ok({ file: output, said: [analysisTexts.written(output), ...lost] });
}
