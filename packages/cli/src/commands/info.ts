/** `kifu info`: what a record is about. */
import {
  formatCid,
  formatDuration,
  type Header,
  isSpoken,
  type Json,
  type Kifu,
  type Metadata,
  metadataTags,
  namedPlayer,
  ok,
} from '@kifu/core';
import { describeCaveat, describeMakers, type Judgment, verdictMeanings } from '@kifu/record';
import type { OpenedSource } from '@kifu/record/file';
import { termsOf } from '@kifu/record/match-state';
import { nameFacts } from '@kifu/record/replay';
import type { RecordReports } from '@kifu/texts/en/cli/reports/records';
import { verdicts as english, type VerdictTexts } from '@kifu/texts/en/verdicts';
import { Command } from 'commander';
import type { Io } from '../io.ts';
import { describeOutcome, factRows, recordedSeatName, voiceFor } from '../match-words.ts';

import { addRecordOptions, openRecord, type RecordOptions, reportOf } from '../record-options.ts';
import type { CommandReport, Handle } from '../run-command.ts';
import { printable, tableLines } from '../text.ts';
import { check } from './verify.ts';

/** The command. */
export const infoCommand = (handle: Handle): Command =>
  addRecordOptions(new Command('info')).action(
    handle<RecordOptions>(async ({ io }, [file], options) => {
      const opened = await openRecord(io, file as string, options);
      if (!opened.ok) return opened;
      const { source } = opened.value;
      const { judged } = await check(io, source.name, source);
      return ok(reportOf(opened.value, await describe(io, opened.value, [], judged)));
    }),
  );

type Row = readonly [label: string, value: string];

/** Describes a record, after rows about its origin, if any. */
export async function describe(
  io: Io,
  opened: OpenedSource,
  first: readonly Row[] = [],
  judged: Judgment | null = null,
): Promise<CommandReport> {
  const { kit, kifu, head, source, losses, entries, nodes } = opened;
  const { header, ending } = kifu;
  const { rows } = io.texts.reports.records;
  const facts = await nameFacts(kit, header, nodes);
  const told = metadataTags(kit.seatNames);
  const isNew = ([tag, value]: Row) =>
    !told.includes(tag) &&
    !header.players.some(
      ({ seat, name }) => name === value && recordedSeatName(kit, seat) === tag.toLowerCase(),
    );
  return {
    json: {
      form: source.form,
      header: header as unknown as Json,
      facts: { ...facts } as unknown as Json,
      entries,
      moves: countMoves(kifu),
      ending: ending as unknown as Json,
      notes: kifu.notes.filter(isSpoken).length,
      variations: kifu.variations.length,
      head: formatCid(head),
      losses,
      ...(judged === null ? {} : { proof: judged as unknown as Json }),
    },
    text: tableLines(
      [
        ...first,
        ...rowsOf(io, opened, facts),
        // what the file says of itself, which nobody signs for; PGN says who plays once more
        ...Object.entries(header.tags)
          .filter(isNew)
          .map(([tag, value]): Row => [rows.claims, `${tag}: ${value}`]),
        ...(judged === null ? [] : proofRows(rows, judged, io.common?.verdicts)),
        ...sizeRows(io, opened),
        ...losses.map((loss): Row => [rows.lost, loss]),
      ].map(row => row.map(printable)),
    ).join('\n'),
  };
}

const countMoves = ({ entries }: Kifu): number =>
  entries.filter(({ act }) => act.type === 'move').length;

function rowsOf(io: Io, { kit, kifu, entries, fault }: OpenedSource, facts: Metadata): Row[] {
  const { header, ending } = kifu;
  const terms = termsOf(header);
  const voice = voiceFor(io, kit);
  const last = kifu.entries.findLast(({ ms }) => ms !== null)?.ms ?? null;
  const moves = countMoves(kifu);
  const t = io.texts.reports.records;
  const { rows } = t;
  const shown = {
    playable: fault === null ? null : kifu.entries.length,
    moves: fault !== null || moves === entries ? null : moves,
  };
  return [
    [rows.game, t.version(header.game, header.version)],
    ...header.players.map(
      ({ seat, name, key }): Row => [
        voice.names(seat),
        withKey(namedPlayer(name || t.unknownName, facts, seat), key, t.named),
      ],
    ),
    ...(terms.referee === null ? [] : [[rows.referee, t.key(terms.referee)] as Row]),
    [rows.started, header.startedAt ?? t.unknown],
    ...factRows(facts, io),
    ...(facts.timeControl === null ? [[rows.clocks, t.none] as Row] : []),
    [rows.randomness, describeChance(io, kit.game.chance !== undefined, header)],
    [rows.entries, t.entries(entries, shown, last === null ? null : formatDuration(last))],
    [rows.ending, ending === null ? t.noneYet : describeOutcome(ending.outcome, voice)],
    ...(terms.branch === null ? [] : [[rows.branch, terms.branch.node] as Row]),
  ];
}

/** What it proves, as `kifu verify` tells it at length. */
const proofRows = (
  rows: RecordReports['rows'],
  judged: Judgment,
  texts: VerdictTexts = english,
): Row[] => [
  [rows.verdict, `${texts.words[judged.verdict]}: ${verdictMeanings(texts)[judged.verdict]}`],
  ...judged.caveats
    .filter(({ word, why }) => word !== why) // the verdict above says already that it is unsigned
    .map((reason): Row => [rows.caveat, describeCaveat(judged, reason, { texts })]),
];

function sizeRows({ texts }: Io, { nodes, kifu, head }: OpenedSource): Row[] {
  const t = texts.reports.records;
  const { notes, variations } = kifu;
  const bytes = nodes.reduce((sum, { length }) => sum + length, 0);
  const annotations = t.annotations(notes.length, variations.length);
  return [
    ...(annotations === '' ? [] : [[t.rows.annotations, annotations] as Row]),
    [t.rows.size, t.size(nodes.length, bytes)],
    [t.rows.head, formatCid(head)],
  ];
}

const withKey = (name: string, key: string | undefined, named: RecordReports['named']): string =>
  key === undefined ? name : named(name, key);

function describeChance({ texts, common }: Io, hasChance: boolean, header: Header): string {
  const { none, randomness } = texts.reports.records;
  if (!hasChance) return none;
  const style = common === undefined ? {} : { texts: common.verdicts };
  return termsOf(header).fair === null
    ? randomness.seeded
    : randomness.fair(describeMakers(header, style));
}
