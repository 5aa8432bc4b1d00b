/** `kifu diff`: where two records part. */
import {
  type Act,
  canonicalText,
  type Ending,
  type Game,
  type Json,
  type Kifu,
  ok,
} from '@kifu/core';
import { timeline } from '@kifu/record';
import type { OpenedSource } from '@kifu/record/file';
import { actToJson, entryToJson, kifuToJson } from '@kifu/record/json';
import { Command } from 'commander';
import { movedBy, spellShort } from '../input.ts';
import { addExamples } from '../options.ts';
import { openWhole } from '../record-options.ts';
import { type CommandReport, EXIT, type Handle } from '../run-command.ts';
import { printable } from '../text.ts';

/** The command. */
export const diffCommand = (handle: Handle): Command =>
  addExamples(
    new Command('diff')
      .description(
        'Find the first entry at which two records part, and what differs in their headers. Exits with 1 where they differ.',
      )
      .summary('Find where two records part.')
      .argument('<FILE>', 'a record in any form; - for standard input')
      .argument('<OTHER>', 'another')
      .action(
        handle(async ({ io }, [a, b]) => {
          const one = await openWhole(io, a as string);
          if (!one.ok) return one;
          const other = await openWhole(io, b as string);
          return other.ok ? ok(compare(one.value, other.value)) : other;
        }),
      ),
    ['kifu diff game.car game.pgn', 'the same moves?'],
  );

/** Something that the two records have each in its own way. */
interface Difference {
  /** `header`, `entry 5`, `ending`. */
  readonly at: string;
  /** The field. */
  readonly what: string;
  readonly a: string;
  readonly b: string;
}

function compare(a: OpenedSource, b: OpenedSource): CommandReport {
  const header = headerDifferences(a.kifu, b.kifu);
  const parting =
    entryDifference(a, b, DONE) ??
    endingDifference(a, b, ['outcome', 'at']) ??
    entryDifference(a, b, TOLD) ??
    endingDifference(a, b, ['ms', 'deal', 'referee']);
  const first = parting ?? header[0];
  if (first === undefined)
    return { json: { same: true, at: null, header: [] }, text: 'the records are the same' };
  const fields = header.map(({ what }) => what);
  const same = `the ${a.kifu.entries.length === 1 ? 'entry is' : 'entries are'} the same`;
  return {
    json: { same: false, ...first, header: fields },
    text: [...header.flatMap(tell), ...(parting === null ? [same] : tell(parting))].join('\n'),
    exitCode: EXIT.fault,
  };
}

const tell = ({ at, what, a, b }: Difference): string[] =>
  [`${at}: ${what}`, `- ${a}`, `+ ${b}`].map(printable);

function headerDifferences({ header: a }: Kifu, { header: b }: Kifu): Difference[] {
  const keys = Object.keys({ ...a, ...b }) as (keyof Kifu['header'])[];
  return keys
    .filter(key => !isSame(a[key], b[key]))
    .map(key => ({ at: 'header', what: key, a: asText(a[key]), b: asText(b[key]) }));
}

/** What was done; and what else is told of it. State hashes follow from the rules, and records need not have them. */
const DONE = ['seat', 'act', 'at'] as const;
const TOLD = ['ms', 'clockMs', 'signed', 'referee'] as const;

/** The first entry that is not the same; remarks are not looked at. */
function entryDifference(
  a: OpenedSource,
  b: OpenedSource,
  fields: readonly Field[],
): Difference | null {
  const [left, right] = [a.kifu.entries, b.kifu.entries];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const at = `entry ${i + 1}`;
    if (left[i] === undefined || right[i] === undefined)
      return { at, what: 'one of them ends before', a: entryText(a, i), b: entryText(b, i) };
    const one = entryToJson(a.kit.game as Game, left[i]!);
    const other = entryToJson(b.kit.game as Game, right[i]!);
    const what = fields.find(field => !isSame(one[field], other[field]));
    if (what === 'act') return { at, what, a: entryText(a, i), b: entryText(b, i) };
    if (what !== undefined) return { at, what, a: asText(one[what]), b: asText(other[what]) };
  }
  return null;
}

type Field = (typeof DONE | typeof TOLD)[number];

function endingDifference(
  one: OpenedSource,
  other: OpenedSource,
  fields: readonly (keyof Ending)[],
): Difference | null {
  const [a, b] = [endingJson(one), endingJson(other)];
  const what = fields.find(field => !isSame(a?.[field], b?.[field]));
  return what === undefined
    ? null
    : { at: 'ending', what, a: asText(a?.[what]), b: asText(b?.[what]) };
}

const endingJson = ({ kit, kifu }: OpenedSource) =>
  kifuToJson(kit.game as Game, { ...kifu, entries: [], variations: [] }).ending;

const isSame = (a: unknown, b: unknown): boolean =>
  canonicalText((a ?? null) as Json) === canonicalText((b ?? null) as Json);

const asText = (value: unknown): string => canonicalText((value ?? null) as Json);

/** What a record does at an entry: a move as people write it, other acts as data. */
function entryText({ kit, kifu }: OpenedSource, i: number): string {
  const act: Act | undefined = kifu.entries[i]?.act;
  if (act === undefined) return 'nothing more';
  const data = () => asText(actToJson(kit.game as Game, act));
  if (act.type !== 'move') return data();
  const before = timeline(kit.game, { ...kifu, entries: kifu.entries.slice(0, i), ending: null });
  return before.ok ? spellShort(kit, before.value.at(i).state, movedBy(kit, act)) : data();
}
