/** `kifu verify`: replays records and checks everything in them. */

import { type JsonObject, ok, type Result } from '@kifu/core';
import {
  describeQuickCheck,
  formatRow,
  formatVerdict,
  type Judgment,
  judge,
  reportData,
  reportRows,
  VERDICTS,
  type Verdict,
} from '@kifu/record';
import { allFormats, type RecordSource } from '@kifu/record/file';
import { verdicts as english } from '@kifu/texts/en/verdicts';
import { Command, Option } from 'commander';
import { columnsOf, fit } from '../columns.ts';
import { faultText } from '../fault-text.ts';
import { filesIn } from '../files-in.ts';
import { type FoundPart, fromFile } from '../find-sources.ts';
import { type Context, type Io, putJson, putLine } from '../io.ts';
import { carriedLines, reportLine } from '../ipgs/carried-lines.ts';
import { knownKeys } from '../known-keys.ts';
import { isKeptBranch } from '../library/branches.ts';
import { findKept } from '../library/records.ts';

import { describeOutcome, voiceFor } from '../match-words.ts';
import { startProgress } from '../progress.ts';
import { type CheckedProof, checkProof, proofData, proofLines } from '../proofs.ts';
import { inputName } from '../read-input.ts';
import { type FoundRecord, naming } from '../read-records.ts';
import { type CheckedRecord, workOn } from '../record-workers/jobs.ts';
import { workOnAll } from '../record-workers/work-on-all.ts';
import { type CommandReport, EXIT, type Handle, refusal, SILENT } from '../run-command.ts';
import { printable } from '../text.ts';

interface Options {
  readonly quick?: boolean;
  readonly as?: string;
}

/** The command. */
export const verifyCommand = (handle: Handle): Command =>
  new Command('verify')
    .argument('<FILE...>')
    .option('--quick')
    .addOption(new Option('--as <FORMAT>'))
    .action(
      handle<Options>(async (context, [files], options) =>
        verifyAll(context, files as readonly string[], options),
      ),
    );

/** A record that was verified. */
interface VerifiedFile extends CheckedRecord {
  readonly name: string;
  /** Who is known to be behind its keys: lines for people. */
  readonly people: readonly string[];
  /** Null where no nodes can be made of it. */
  readonly judged: Judgment | null;
}

/** The verdict on a file; `broken` where no nodes can be made of it. */
export const verdictOn = ({ judged }: VerifiedFile): Verdict => judged?.verdict ?? 'broken';

async function verifyAll(
  context: Context,
  files: readonly string[],
  options: Options,
): Promise<Result<CommandReport>> {
  const { io, isJson } = context;
  const tally: { -readonly [kind in keyof VerdictCounts]: number } = { records: 0, ...NO_VERDICTS };
  const progress = startProgress(io, { isLogged: true });
  let first: VerifiedFile | null = null;
  const proofs: CheckedProof[] = [];
  const onProof = async (name: string, bytes: Uint8Array) =>
    void proofs.push(await checkProof(io, name, bytes));
  for await (const checked of checkFiles(io, files, options, onProof)) {
    tally.records++;
    tally[verdictOn(checked)]++;
    progress.clear();
    if (isJson) await putJson(io, dataOf(io, checked));
    // a single record is reported in detail, so the first one waits until there is another
    else if (tally.records === 1) first = checked;
    else {
      if (first !== null) await putLine(io, lineOf(context, first));
      first = null;
      await putLine(io, lineOf(context, checked));
    }
    progress.tellOften(io.texts.reports.records.verified(tally.records));
  }
  progress.clear();
  if (proofs.length === 0 && first !== null) return detail(io, first);
  if (first !== null) await putLine(io, lineOf(context, first));
  for (const proof of proofs)
    if (isJson) await putJson(io, proofData(proof));
    else await putLine(io, proofLines(io, proof).join('\n'));
  const isGood = tally.broken + tally.unknown === 0 && proofs.every(({ fault }) => fault === null);
  const exitCode = isGood ? EXIT.good : EXIT.fault;
  if (!isJson && proofs.length === 1 && tally.records === 0) return ok({ ...SILENT, exitCode });
  const counts = { ...tally, ...(proofs.length === 0 ? {} : { proofs: proofs.length }) };
  if (isJson) await putJson(io, { ok: isGood, summary: counts });
  else if (proofs.length === 0) await putLine(io, summaryOf(io, tally));
  else await putLine(io, `${summaryOf(io, tally)}; ${io.texts.counts.proofs(proofs.length)}`);
  return ok({ ...SILENT, exitCode });
}

/** How many records there were, and how many of each kind. */
type VerdictCounts = { readonly [kind in 'records' | Verdict]: number };

/** None of each, the best first. */
const NO_VERDICTS = Object.fromEntries(
  VERDICTS.toReversed().map(verdict => [verdict, 0]),
) as Record<Verdict, number>;

/** These are counted also where there are none. */
const ALWAYS: readonly string[] = ['verified', 'unsigned', 'broken'];

const summaryOf = ({ texts, common }: Io, { records, ...verdicts }: VerdictCounts): string => {
  const { words } = common?.verdicts ?? english;
  const counts = Object.entries(verdicts).filter(([word, n]) => n > 0 || ALWAYS.includes(word));
  return texts.reports.records.summary(
    records,
    counts.map(([verdict, n]) => `${texts.counts.number(n)} ${words[verdict as Verdict]}`),
  );
};

/** Reports a single record in detail. */
async function detail(io: Io, checked: VerifiedFile): Promise<Result<CommandReport>> {
  const { name, checks, fault, people, carried, judged } = checked;
  if (checks === null || judged === null) return naming(name, { ok: false, fault: fault! });
  const report = { ...checks, fault };
  const { header, outcome } = checks;
  const kit = header === null ? null : await io.games.load(header.game, header.version);
  const style = {
    texts: io.common?.verdicts ?? english,
    ...(io.common !== undefined && outcome !== null && kit?.ok
      ? { outcome: describeOutcome(outcome, voiceFor(io, kit.value)) }
      : {}),
  };
  const verdict = formatVerdict(report, judged, style.texts);
  const rows = reportRows(report, judged, style).filter(
    ({ topic }) => carried?.replaces.includes(topic) !== true,
  );
  const rest = [...rows.map(formatRow), ...people, ...commitLines(io, carried)];
  return ok({
    json: null,
    text: [`${name}: ${verdict}`, ...rest].map(printable).join('\n'),
    exitCode: fault === null ? EXIT.good : EXIT.fault,
  });
}

/** Room for a verdict in a listing; longer ones push what follows. */
const VERDICT_COLUMNS = 8;

/** One record of several: a line. */
function lineOf({ io, colors }: Context, checked: VerifiedFile): string {
  const { name, checks, fault } = checked;
  const texts = io.common?.verdicts ?? english;
  const verdict = verdictOn(checked);
  const { green, yellow, red } = colors;
  const colored = verdict === 'verified' ? green : verdict === 'broken' ? red : yellow;
  const quick = checks === null ? '' : describeQuickCheck({ ...checks, fault }, texts);
  const why = fault === null ? `${checks?.head ?? ''}${quick}` : faultText(io, fault);
  const word = texts.words[verdict];
  const padded = fit(word, Math.max(VERDICT_COLUMNS, columnsOf(word)));
  return `${colored(padded)}  ${printable(`${name}  ${why}`)}`;
}

const commitLines = (io: Io, proof: VerifiedFile['carried']): string[] =>
  proof === null
    ? []
    : carriedLines(proof, io.texts.reports.records, (io.common?.verdicts ?? english).seat);

function dataOf(io: Io, checked: VerifiedFile): JsonObject {
  const { name, checks, fault, people, carried, judged } = checked;
  const persons = [...people, ...commitLines(io, carried)];
  return {
    ...(fault === null ? { ok: true } : refusal(fault)),
    ...(persons.length === 0 ? {} : { people: persons }),
    file: name,
    verdict: verdictOn(checked),
    ...(checks === null || judged === null ? {} : reportData({ ...checks, fault }, judged)),
  };
}

async function* checkFiles(
  io: Io,
  files: readonly string[],
  { quick = false, as }: Options,
  onProof: OnProof,
): AsyncGenerator<VerifiedFile> {
  const work = { do: 'verify', signatures: quick ? 'last' : 'all' } as const;
  const found = withoutProofs(findAll(io, files, as ?? null), onProof);
  for await (const { name, done } of workOnAll(io, found, () => work))
    yield withPeople(io, name, done);
}

/** Called with a proof that was found among records. */
type OnProof = (name: string, bytes: Uint8Array) => Promise<void>;

async function* withoutProofs(
  all: AsyncIterable<FoundRecord | FoundPart>,
  onProof: OnProof,
): AsyncGenerator<FoundRecord | FoundPart> {
  for await (const found of all)
    if ('proof' in found && found.proof !== undefined) await onProof(found.name, found.proof);
    else yield found;
}

/** All records of files and folders, and those of the library that ids name. */
async function* findAll(
  io: Io,
  files: readonly string[],
  as: string | null,
): AsyncGenerator<FoundRecord | FoundPart> {
  const dialects = await allFormats(io.games);
  for (const file of files)
    for await (const path of filesIn(file))
      if (typeof path !== 'string') yield { name: file, source: path };
      else {
        const kept = as === null ? await findKept(io, path) : null;
        if (kept === null) yield* fromFile(io, dialects, path, as);
        else yield { name: inputName(path), source: kept };
      }
}

/** Verifies a record. */
export const check = async (io: Io, name: string, source: RecordSource): Promise<VerifiedFile> =>
  withPeople(io, name, await workOn(io.games, ok(source), { do: 'verify', signatures: 'all' }));

/** Judges a verified record by local knowledge: owners of its keys, and the match from which it branches. */
async function withPeople(io: Io, name: string, checked: CheckedRecord): Promise<VerifiedFile> {
  const { checks, fault, carried } = checked;
  if (checks === null) return { name, people: [], judged: null, ...checked };
  const players = fault === null ? (checks.header?.players ?? []) : [];
  const referee = checks.header?.terms?.referee ?? null;
  const keys = [...players.map(({ key }) => key ?? null), referee].filter(key => key !== null);
  const { known, people } = await knownKeys(io, keys);
  const judged = judge(
    { ...checks, fault },
    {
      known,
      isBranchChecked: fault === null && (await isKeptBranch(io, checks.header)),
      ...(carried === null
        ? {}
        : { commits: carried.players.map(({ signedAt }) => signedAt !== null) }),
    },
  );
  const lines = players.flatMap(({ seat, key }) => {
    const line = people.get(key ?? '');
    return line === undefined
      ? []
      : [reportLine((io.common?.verdicts ?? english).seat(seat), line)];
  });
  return { name, people: lines, judged, ...checked };
}
