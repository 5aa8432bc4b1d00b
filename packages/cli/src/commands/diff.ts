/** `kifu diff`: where two records or two copies of a tournament part, and the proof if one key signed both. */

import {
  type Action,
  canonicalText,
  type Ending,
  fail,
  type Game,
  hexToBytes,
  type Json,
  type Kifu,
  ok,
  type Result,
} from '@kifu/core';
import { timeline } from '@kifu/record';
import { isCar, type OpenedSource } from '@kifu/record/file';
import { actToJson, entryToJson, kifuToJson } from '@kifu/record/json';
import { decodeHeader } from '@kifu/record/node';
import {
  checkDoubleSigning,
  type DoubleSigning,
  describeDoubleSigning,
  encodeDoubleSigning,
  findDoubleHeader,
  findFork,
} from '@kifu/record/sign';
import type { RecordReports } from '@kifu/texts/en/cli/reports/records';
import type { OpenTournament } from '@kifu/tournament';
import { Command } from 'commander';
import { movedBy, spellShort } from '../input.ts';
import type { Io } from '../io.ts';
import { proofText } from '../proofs.ts';

import { readInput } from '../read-input.ts';
import { openWhole } from '../record-options.ts';
import { type CommandReport, EXIT, type Handle } from '../run-command.ts';
import { type Force, saveOutput } from '../save.ts';
import { printable } from '../text.ts';
import { compareTournaments } from '../tournament/compare.ts';
import { decodeTournament } from '../tournament/file.ts';

/** The command. */
export const diffCommand = (handle: Handle): Command =>
  new Command('diff')
    .argument('<FILE>')
    .argument('<OTHER>')
    .option('-o, --output <FILE>')
    .option('--force')
    .action(
      handle<Options>(async ({ io }, [a, b], options) => {
        const [first, second] = [a as string, b as string];
        const both = await openTournaments(io, first, second);
        if (both !== null) {
          const [left, right] = both;
          const fork = await findFork(left.nodes, right.nodes);
          const report = compareTournaments(io, left, right, fork);
          return withProof(io, report, fork?.proof ?? null, options);
        }
        const one = await openWhole(io, first);
        if (!one.ok) return one;
        const other = await openWhole(io, second);
        if (!other.ok) return other;
        const proof = await proofBetween(one.value.nodes, other.value.nodes);
        return withProof(io, compare(io, one.value, other.value), proof, options);
      }),
    );

interface Options extends Force {
  readonly output?: string;
}

/** Two files as tournaments; null if one of them is not. */
async function openTournaments(
  io: Io,
  first: string,
  second: string,
): Promise<readonly [OpenTournament, OpenTournament] | null> {
  // standard input can be read once, and is read as a record
  if (first === '-' || second === '-') return null;
  const one = await readTournament(io, first);
  const other = one === null ? null : await readTournament(io, second);
  return one === null || other === null ? null : [one, other];
}

async function readTournament(io: Io, path: string): Promise<OpenTournament | null> {
  const bytes = await readInput(io, path);
  const file = bytes.ok && isCar(bytes.value) ? await decodeTournament(path, bytes.value) : null;
  return file?.ok ? file.value.open : null;
}

/** The proof that one key signed two histories of a match, or that a referee used one nonce for two; null if none did. */
async function proofBetween(
  a: readonly Uint8Array[],
  b: readonly Uint8Array[],
): Promise<DoubleSigning | null> {
  const fork = await findFork(a, b);
  if (fork !== null) return fork.proof;
  const header = decodeHeader(a[0]!);
  const referee = header.ok ? (header.value.terms?.referee ?? null) : null;
  if (referee === null || a[1] === undefined || b[1] === undefined) return null;
  const proof = findDoubleHeader(hexToBytes(referee), [a[0]!, a[1]], [b[0]!, b[1]]);
  return proof !== null && (await checkDoubleSigning(proof)).ok ? proof : null;
}

/** The report with the proof: written if the user names a file, otherwise offered. */
async function withProof(
  io: Io,
  report: CommandReport,
  proof: DoubleSigning | null,
  options: Options,
): Promise<Result<CommandReport>> {
  const { output } = options;
  if (proof === null)
    return output === undefined
      ? ok(report)
      : fail('not-found', 'no proof to write: no key signed both histories');
  const t = io.texts.reports.records.diff;
  const words = proofText(io, describeDoubleSigning(proof));
  const saved =
    output === undefined ? null : await saveOutput(output, encodeDoubleSigning(proof), options);
  if (saved?.ok === false) return saved;
  const where = saved === null ? t.saveProof : t.proofSaved(saved.value);
  return ok({
    ...report,
    json: { ...report.json, proof: words, file: saved?.value ?? null },
    text: `${report.text}\n${printable(`${words}; ${where}`)}`,
  });
}

type DiffTexts = RecordReports['diff'];

/** Something that the two records have each in its own way. */
interface Difference {
  /** `header`, `entry 5`, `ending`. */
  readonly at: string;
  /** The field. */
  readonly what: string;
  readonly a: string;
  readonly b: string;
}

function compare(io: Io, a: OpenedSource, b: OpenedSource): CommandReport {
  const t = io.texts.reports.records.diff;
  const header = headerDifferences(t, a.kifu, b.kifu);
  const parting =
    entryDifference(t, a, b, DONE) ??
    endingDifference(t, a, b, ['outcome', 'at']) ??
    entryDifference(t, a, b, TOLD) ??
    endingDifference(t, a, b, ['ms', 'deal', 'referee']);
  const first = parting ?? header[0];
  if (first === undefined) return { json: { same: true, at: null, header: [] }, text: t.same };
  const fields = header.map(({ what }) => what);
  const same = t.sameEntries(a.kifu.entries.length);
  return {
    json: { same: false, ...first, header: fields },
    text: [...header.flatMap(tell), ...(parting === null ? [same] : tell(parting))].join('\n'),
    exitCode: EXIT.fault,
  };
}

const tell = ({ at, what, a, b }: Difference): string[] =>
  [`${at}: ${what}`, `- ${a}`, `+ ${b}`].map(printable);

function headerDifferences(t: DiffTexts, { header: a }: Kifu, { header: b }: Kifu): Difference[] {
  const keys = Object.keys({ ...a, ...b }) as (keyof Kifu['header'])[];
  return keys
    .filter(key => !isSame(a[key], b[key]))
    .map(key => ({ at: t.header, what: key, a: asText(a[key]), b: asText(b[key]) }));
}

/** Fields of the action, and its other fields. State hashes follow from the rules, and records may lack them. */
const DONE = ['seat', 'act', 'at'] as const;
const TOLD = ['ms', 'clockMs', 'signed', 'referee'] as const;

/** The first entry that is not the same; remarks are not looked at. */
function entryDifference(
  t: DiffTexts,
  a: OpenedSource,
  b: OpenedSource,
  fields: readonly Field[],
): Difference | null {
  const [left, right] = [a.kifu.entries, b.kifu.entries];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const at = t.entry(i + 1);
    if (left[i] === undefined || right[i] === undefined)
      return { at, what: t.shorter, a: entryText(t, a, i), b: entryText(t, b, i) };
    const one = entryToJson(a.kit.game as Game, left[i]!);
    const other = entryToJson(b.kit.game as Game, right[i]!);
    const what = fields.find(field => !isSame(one[field], other[field]));
    if (what === 'act') return { at, what, a: entryText(t, a, i), b: entryText(t, b, i) };
    if (what !== undefined) return { at, what, a: asText(one[what]), b: asText(other[what]) };
  }
  return null;
}

type Field = (typeof DONE | typeof TOLD)[number];

function endingDifference(
  t: DiffTexts,
  one: OpenedSource,
  other: OpenedSource,
  fields: readonly (keyof Ending)[],
): Difference | null {
  const [a, b] = [endingJson(one), endingJson(other)];
  const what = fields.find(field => !isSame(a?.[field], b?.[field]));
  return what === undefined
    ? null
    : { at: t.ending, what, a: asText(a?.[what]), b: asText(b?.[what]) };
}

const endingJson = ({ kit, kifu }: OpenedSource) =>
  kifuToJson(kit.game as Game, { ...kifu, entries: [], variations: [] }).ending;

const isSame = (a: unknown, b: unknown): boolean =>
  canonicalText((a ?? null) as Json) === canonicalText((b ?? null) as Json);

const asText = (value: unknown): string => canonicalText((value ?? null) as Json);

/** What a record does at an entry: a move as people write it, other acts as data. */
function entryText(t: DiffTexts, { kit, kifu }: OpenedSource, i: number): string {
  const act: Action | undefined = kifu.entries[i]?.act;
  if (act === undefined) return t.nothing;
  const data = () => asText(actToJson(kit.game as Game, act));
  if (act.type !== 'move') return data();
  const before = timeline(kit.game, { ...kifu, entries: kifu.entries.slice(0, i), ending: null });
  return before.ok ? spellShort(kit, before.value.at(i).state, movedBy(kit, act)) : data();
}
