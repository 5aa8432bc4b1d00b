/** `kifu verify`: plays records through again and compares everything they say. */
import {
  type Fault,
  formatFault,
  type Game,
  isSpoken,
  type JsonObject,
  type Kifu,
  ok,
  type Result,
} from '@kifu/core';
import {
  type Report as Checks,
  formatReport,
  reportData,
  verdictOf,
  verify,
  type WhichSignatures,
} from '@kifu/record';
import { openSource, type Source } from '@kifu/record/file';
import { Command, Option } from 'commander';
import { filesIn } from '../files-in.ts';
import { type Context, type Io, putJson, putLine } from '../io.ts';
import { addExamples } from '../options.ts';
import { startProgress } from '../progress.ts';
import { naming, readRecords } from '../read-records.ts';
import { EXIT, type Handle, type Report, refusal, SILENT } from '../run-command.ts';
import { counted, grouped, printable } from '../text.ts';

interface Options {
  readonly allSignatures?: boolean;
  readonly as?: string;
}

/** The command. */
export const verifyCommand = (handle: Handle): Command =>
  addExamples(
    new Command('verify')
      .description(
        'Play records through again and compare everything they say: links, rules, hashes, clocks, chance and signatures. Exits with 1 where any is broken.',
      )
      .summary('Verify records.')
      .argument('<FILE...>', 'records in any form, or folders of them; - for standard input')
      .option('--all-signatures', 'check every signature, not only the last one of each key')
      .addOption(
        new Option('--as <FORM>', 'take the files to be in this form: car, json, pack, pgn, …'),
      )
      .action(
        handle<Options>(async (context, [files], options) =>
          verifyAll(context, files as readonly string[], options),
        ),
      ),
    ['kifu verify game.car', 'one record, in detail'],
    ['kifu verify games/ more.pgn', 'a line each, and a summary'],
  );

/** What is known of one record. */
export interface Checked {
  readonly name: string;
  /** Null where it could not even be read. */
  readonly checks: Checks | null;
  /** Why it is not good; null where it is. It does not name the file. */
  readonly fault: Fault | null;
  /** What is known of who is behind it: lines for people. */
  readonly people: readonly string[];
  /** Whether commits of IPGS that it carries prove all of it. */
  readonly isProved: boolean;
}

type Verdict = ReturnType<typeof verdictOf>;

/** What came of it, in one word. */
export const verdictOn = ({ checks, fault, isProved }: Checked): Verdict => {
  if (fault !== null || checks === null) return 'broken';
  return isProved ? 'verified' : verdictOf(checks);
};

async function verifyAll(
  context: Context,
  files: readonly string[],
  options: Options,
): Promise<Result<Report>> {
  const { io, isJson } = context;
  const tally = { records: 0, verified: 0, unsigned: 0, sealed: 0, broken: 0 };
  const progress = startProgress(io);
  let first: Checked | null = null;
  for await (const checked of checkFiles(io, files, options)) {
    tally.records++;
    tally[verdictOn(checked)]++;
    progress.clear();
    if (isJson) await putJson(io, dataOf(checked));
    // a lone record is told in detail, so the first waits until it is clear that there is another
    else if (tally.records === 1) first = checked;
    else {
      if (first !== null) await putLine(io, lineOf(context, first));
      first = null;
      await putLine(io, lineOf(context, checked));
    }
    progress.tellOften(`${counted(tally.records, 'record', 'records')} so far`);
  }
  progress.clear();
  if (first !== null) return detail(first);
  const exitCode = tally.broken === 0 ? EXIT.good : EXIT.fault;
  if (isJson) await putJson(io, { ok: tally.broken === 0, summary: tally });
  else await putLine(io, summaryOf(tally));
  return ok({ ...SILENT, exitCode });
}

/** How many records there were, and how many of each kind. */
type Tally = { readonly [kind in 'records' | Verdict]: number };

const summaryOf = ({ records, ...verdicts }: Tally): string => {
  const counts = Object.entries(verdicts).filter(([verdict, n]) => verdict !== 'sealed' || n > 0);
  const words = counts.map(([verdict, n]) => `${grouped(n)} ${verdict}`);
  return `${counted(records, 'record', 'records')}: ${words.join(', ')}`;
};

/** A record by itself: all that was found. */
function detail(checked: Checked): Result<Report> {
  const { name, checks, fault, people, isProved } = checked;
  if (checks === null) return naming(name, { ok: false, fault: fault! });
  const [said, ...lines] = formatReport({ ...checks, fault });
  // that no native signature is in it says nothing where the commits are signed
  const rest = isProved ? lines.filter(line => !line.startsWith('signed ')) : lines;
  const verdict = fault === null ? verdictOn(checked) : said;
  return ok({
    json: null,
    text: [`${name}: ${verdict}`, ...rest, ...people].map(printable).join('\n'),
    exitCode: fault === null ? EXIT.good : EXIT.fault,
  });
}

/** One record of several: a line. */
function lineOf({ colors }: Context, checked: Checked): string {
  const { name, checks, fault } = checked;
  const verdict = verdictOn(checked);
  const { green, yellow, red } = colors;
  const colored = { verified: green, unsigned: yellow, sealed: yellow, broken: red }[verdict];
  const why = fault === null ? (checks?.head ?? '') : formatFault(fault);
  return `${colored(verdict.padEnd(8))}  ${printable(`${name}  ${why}`)}`;
}

function dataOf(checked: Checked): JsonObject {
  const { name, checks, fault, people } = checked;
  return {
    ...(fault === null ? { ok: true } : refusal(fault)),
    ...(people.length === 0 ? {} : { people }),
    file: name,
    ...(checks === null ? {} : reportData({ ...checks, fault })),
    verdict: verdictOn(checked),
  };
}

async function* checkFiles(
  io: Io,
  files: readonly string[],
  { allSignatures = false, as }: Options,
): AsyncGenerator<Checked> {
  const signatures = allSignatures ? 'all' : 'last';
  for (const file of files)
    for await (const path of filesIn(file))
      if (typeof path !== 'string')
        yield { name: file, checks: null, fault: path.fault, people: [], isProved: false };
      else
        for await (const { name, source } of readRecords(io, path, as ?? null))
          yield source.ok
            ? await check(io, name, source.value, signatures)
            : { name, checks: null, fault: source.fault, people: [], isProved: false };
}

/** Verifies a record. */
export async function check(
  io: Io,
  name: string,
  source: Source,
  signatures: WhichSignatures,
): Promise<Checked> {
  const findGame = async (game: string, version: number) => {
    const kit = await io.games.load(game, version);
    return kit.ok ? ok(kit.value.game as Game) : kit;
  };
  if (!('kifu' in source)) {
    const checks = await verify(source.nodes, findGame, {
      signatures,
      head: source.head.digest,
    });
    const opened = await openSource(io.games, source);
    return { name, checks, ...(await whose(io, checks, opened.ok ? opened.value.kifu : null)) };
  }
  const opened = await openSource(io.games, source);
  if (!opened.ok) return { name, checks: null, fault: opened.fault, people: [], isProved: false };
  const { nodes, head, entries, fault, kifu } = opened.value;
  // what comes before the fault is verified too: a signature may be worse
  const found = await verify(nodes, findGame, { signatures, head: head.digest });
  const checks = { ...found, entries, fault: found.fault ?? fault };
  return { name, checks, ...(await whose(io, checks, kifu)) };
}

/** Who is behind a record that is good: persons who vouch for its keys, and the commits of IPGS that it carries. */
async function whose(
  io: Io,
  { fault, header }: Checks,
  kifu: Kifu | null,
): Promise<Pick<Checked, 'fault' | 'people' | 'isProved'>> {
  const players = header?.players ?? [];
  const keys = players.flatMap(({ key }) => key ?? []);
  const isCarrying = kifu?.notes.some(note => !isSpoken(note)) === true;
  if (fault !== null || kifu === null || (keys.length === 0 && !isCarrying))
    return { fault, people: [], isProved: false };
  // not before it is needed: OpenPGP and the formats of IPFS take time to load
  const { carriedIn, carriedLines, peopleOf, personLine } = await import('../ipgs/people.ts');
  const known = await peopleOf(io, keys);
  const persons = players.flatMap(({ seat, key }) => {
    const person = key === undefined ? undefined : known.get(key);
    return person === undefined ? [] : [personLine(seat, person)];
  });
  const carried = await carriedIn(io, kifu);
  if (carried === null) return { fault, people: persons, isProved: false };
  return carried.ok
    ? { fault, people: [...persons, ...carriedLines(carried.value)], isProved: true }
    : { fault: carried.fault, people: persons, isProved: false };
}
