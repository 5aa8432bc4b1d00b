/** `kifu sql`: queries over the tables of games. */
import { type Fail, ok, type Result } from '@kifu/core';
import { Command, Option } from 'commander';
import { type Context, put } from '../io.ts';
import { fileSink, outputSink } from '../library/export/sinks.ts';
import { refuse } from '../misuse.ts';
import { fileName } from '../options.ts';
import { readInputText } from '../read-input.ts';
import { type CommandReport, EXIT, type Handle, misuse, misused, SILENT } from '../run-command.ts';
import type { Force } from '../save.ts';
import { missingTable, openTables, withTemporary } from '../sql/database.ts';
import { type Answer, type Duckdb, startDuckdb } from '../sql/duckdb.ts';
import { ANSWER_FORMATS, type AnswerFormat, writeAnswer } from '../sql/write-answer.ts';
import { printable } from '../text.ts';

interface Options extends Force {
  readonly db?: string;
  readonly format?: AnswerFormat;
  readonly output?: string;
  readonly memory: string;
  readonly external?: boolean;
}

/** The longest query. */
const MOST_BYTES = 1 << 20;

/** The command. */
export const sqlCommand = (handle: Handle): Command =>
  new Command('sql')
    .argument('<SQL>')
    .option('--db <PLACE>')
    .addOption(new Option('--format <FORMAT>').choices(ANSWER_FORMATS))
    .addOption(new Option('-o, --output <PATH>').argParser(fileName('omit')))
    .option('--force')
    .addOption(new Option('--memory <SIZE>').argParser(memorySize).default('1GB'))
    .option('--external')
    .action(
      handle<Options>(async (context, [words], options) => {
        const { io, isJson } = context;
        if (isJson && options.format !== undefined)
          return misuse(texts => texts.either('--json', '--format'));
        const text = words === '-' ? await readInputText(io, '-', MOST_BYTES) : ok(words as string);
        if (!text.ok) return text;
        return withTemporary(temporary => run(context, text.value, options, temporary));
      }),
    );

/** Such as `500MB`. */
function memorySize(text: string): string {
  if (!/^[1-9]\d{0,5}(?:\.\d)?\s?[KMGT]i?B$/i.test(text)) refuse(texts => texts.memorySize);
  return text;
}

async function run(
  context: Context,
  sql: string,
  options: Options,
  temporary: string,
): Promise<Result<CommandReport>> {
  const { io } = context;
  const { memory, external: isExternal = false } = options;
  const started = await startDuckdb({ memory, isExternal, temporary });
  if (!started.ok) return started;
  const duckdb = started.value;
  let stoppedBy: number | null = null;
  const stopListening = io.onStop(exitCode => {
    stoppedBy = exitCode;
    duckdb.interrupt();
  });
  try {
    const opened = await openTables(io, options.db ?? null, sql, temporary);
    if (!opened.ok) return opened;
    const { folder, tables, written } = opened.value;
    stoppedBy ??= written?.stoppedBy ?? null;
    if (stoppedBy !== null) return ok({ ...SILENT, exitCode: stoppedBy });
    await duckdb.open(folder, tables);
    const answer = await duckdb.query(sql);
    const told = answer.ok ? await tell(context, duckdb, answer.value, options) : answer;
    if (stoppedBy !== null) return ok({ ...SILENT, exitCode: stoppedBy });
    if (!told.ok) return answer.ok ? told : refused(missingTable(told, opened.value));
    // the answer lacks those matches
    return (written?.bad ?? 0) > 0 ? ok({ ...told.value, exitCode: EXIT.fault }) : told;
  } finally {
    stopListening();
    duckdb.close();
  }
}

/** A query that cannot be read is wrong usage. */
const refused = (failed: Fail): Result<CommandReport> =>
  failed.fault.code === 'malformed' ? misused(failed) : failed;

async function tell(
  { io, isJson }: Context,
  duckdb: Duckdb,
  answer: Answer,
  { format = isJson ? 'json' : 'table', output, force = false }: Options,
): Promise<Result<CommandReport>> {
  const sink = output === undefined ? ok(outputSink(io)) : await fileSink(output, { force });
  if (!sink.ok) return sink;
  let isWritten = false;
  try {
    const { rows, shown } = await writeAnswer(answer, format, text => sink.value.write('', text));
    isWritten = true;
    const closed = await sink.value.close(true);
    if (!closed.ok) return closed;
    const { tables } = io.texts.reports.library;
    if (shown < rows) await put(io.stderr, `kifu: ${tables.cut(shown, rows)}\n`);
    if (output === undefined || isJson) return ok(SILENT);
    return ok({ json: null, text: tables.answered(rows, printable(output)) });
  } catch (cause) {
    const fault = duckdb.faultOf(cause);
    if (fault === null) throw cause;
    return fault;
  } finally {
    if (!isWritten) await sink.value.close(false);
  }
}
