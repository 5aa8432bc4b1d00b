/** `kifu verify`: plays records through again and compares everything they say. */
import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fault, formatFault, type Game, type Json, ok, type Result } from '@kifu/core';
import {
  type Report as Found,
  formatReport,
  reportData,
  verdictOf,
  verify,
  type WhichSignatures,
} from '@kifu/record';
import { Command, Option } from 'commander';
import { EXIT, type Handle, type Report, refusal } from '../handle.ts';
import { type Context, type Io, put, putJson, putLine } from '../io.ts';
import { addExamples } from '../options.ts';
import { openSource, readRecords, type Source } from '../record-file.ts';
import { counted, printable } from '../words.ts';

/** How often the progress is told. */
const PROGRESS_MS = 200;

interface Options {
  readonly allSignatures?: boolean;
  readonly as?: string;
}

/** The command. */
export const verifyCommand = (handle: Handle): Command =>
  addExamples(
    new Command('verify')
      .description(
        'Play records through again and compare everything they say: links, rules, hashes, clocks, chance and signatures.',
      )
      .summary('Verify records.')
      .argument('<FILE...>', 'records in any form, or folders of them; - for standard input')
      .option('--all-signatures', 'check every signature, not only the last one of each key')
      .addOption(new Option('--as <FORM>', 'take the files to be in this form: car, json, pgn, …'))
      .action(
        handle<Options>(async (context, [files], options) =>
          verifyAll(context, files as readonly string[], options),
        ),
      ),
    ['kifu verify game.car', 'one record, in detail'],
    ['kifu verify games/ more.pgn', 'a line each, and a summary'],
  );

/** What is known of one record. */
interface Checked {
  readonly name: string;
  readonly found: Found | null;
  /** Why it is not good; null where it is. */
  readonly fault: Fault | null;
}

async function verifyAll(
  context: Context,
  files: readonly string[],
  options: Options,
): Promise<Result<Report>> {
  const { io, isJson } = context;
  const tally = { records: 0, verified: 0, unsigned: 0, broken: 0 };
  const progress = startProgress(io);
  let only: Checked | null = null;
  for await (const checked of checkFiles(io, files, options)) {
    // a lone record is told in detail, so the first waits until it is clear that there is another
    if (tally.records === 1 && only !== null) await tell(context, only, progress);
    tally.records++;
    tally[checked.fault === null && checked.found !== null ? good(checked.found) : 'broken']++;
    only = tally.records === 1 ? checked : null;
    if (only === null) await tell(context, checked, progress);
    await progress.tell(`${counted(tally.records, 'record', 'records')} so far`);
  }
  progress.end();
  const exitCode = tally.broken === 0 ? EXIT.good : EXIT.fault;
  if (only !== null) return tellOnly(context, only, exitCode);
  const summary = `${counted(tally.records, 'record', 'records')}: ${tally.verified} verified, ${tally.unsigned} unsigned, ${tally.broken} broken`;
  if (!isJson) return ok({ json: null, text: summary, exitCode });
  await putJson(io, { ok: tally.broken === 0, summary: tally });
  return ok({ json: null, text: '', exitCode });
}

const good = (found: Found): 'verified' | 'unsigned' =>
  verdictOf(found) === 'verified' ? 'verified' : 'unsigned';

async function* checkFiles(
  io: Io,
  files: readonly string[],
  { allSignatures = false, as }: Options,
): AsyncGenerator<Checked> {
  for (const file of files)
    for await (const path of expand(file)) {
      let i = 0;
      for await (const source of readRecords(io, path, as ?? null)) {
        i++;
        const name = i === 1 ? path : `${path}#${i}`;
        yield source.ok
          ? await check(io, name, source.value, allSignatures ? 'all' : 'last')
          : { name, found: null, fault: source.fault };
      }
      if (i === 0)
        yield { name: path, found: null, fault: { code: 'malformed', message: 'no record in it' } };
    }
}

/** The files of a folder, in order; a file itself. */
async function* expand(path: string): AsyncGenerator<string> {
  const isFolder = path !== '-' && (await stat(path).catch(() => null))?.isDirectory() === true;
  if (!isFolder) {
    yield path;
    return;
  }
  const names: string[] = [];
  for await (const entry of glob('**/*', { cwd: path, withFileTypes: true }))
    if (entry.isFile()) names.push(join(entry.parentPath, entry.name));
  yield* names.sort();
}

async function check(
  { games }: Io,
  name: string,
  source: Source,
  signatures: WhichSignatures,
): Promise<Checked> {
  const record = 'kifu' in source ? await openSource(games, source) : ok(source);
  if (!record.ok) return { name, found: null, fault: record.fault };
  const { nodes, head } = record.value;
  const findGame = async (game: string, version: number) => {
    const kit = await games.load(game, version);
    return kit.ok ? ok(kit.value.game as Game) : kit;
  };
  const found = await verify(nodes, findGame, { signatures, head: head.digest });
  return { name, found, fault: found.fault };
}

/** One record of several: a line. */
async function tell({ io, isJson, colors }: Context, checked: Checked, progress: Progress) {
  const { name, found, fault } = checked;
  progress.clear();
  if (isJson) {
    await putJson(io, data(checked));
    return;
  }
  const verdict = fault === null && found !== null ? good(found) : 'broken';
  const colored = { verified: colors.green, unsigned: colors.yellow, broken: colors.red }[verdict];
  const why = fault === null ? `  ${found?.head ?? ''}` : `  ${printable(formatFault(fault))}`;
  await putLine(io, `${colored(verdict.padEnd(8))}  ${printable(name)}${why}`);
}

const data = ({ name, found, fault }: Checked): { readonly [key: string]: Json } => ({
  ...(fault === null ? { ok: true } : refusal(fault)),
  file: name,
  ...(found === null ? {} : reportData(found)),
});

/** A record by itself: all that was found. */
function tellOnly({ isJson }: Context, checked: Checked, exitCode: number): Result<Report> {
  const { found, fault } = checked;
  if (found === null) return { ok: false, fault: fault! };
  if (isJson) return ok({ json: data(checked), text: '', exitCode });
  return ok({ json: null, text: formatReport(found).map(printable).join('\n'), exitCode });
}

/** Tells a terminal how far it is, on a line that goes away again. */
interface Progress {
  tell(line: string): Promise<void>;
  clear(): void;
  end(): void;
}

function startProgress(io: Io): Progress {
  const isLive = io.isTTY.stderr && io.env.TERM !== 'dumb';
  let told = io.now();
  let isShown = false;
  const clear = () => {
    if (isShown) io.stderr.write('\r\x1b[K');
    isShown = false;
  };
  return {
    async tell(line) {
      if (!isLive || io.now() - told < PROGRESS_MS) return;
      told = io.now();
      await put(io.stderr, `\r\x1b[K${line}`);
      isShown = true;
    },
    clear,
    end: clear,
  };
}
