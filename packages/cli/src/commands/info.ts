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
import { verdicts as english, type VerdictTexts } from '@kifu/texts/en/verdicts';
import { Command } from 'commander';
import type { Io } from '../io.ts';
import { describeOutcome, factRows, recordedSeatName, voiceFor } from '../match-words.ts';

import { addRecordOptions, openRecord, type RecordOptions, reportOf } from '../record-options.ts';
import type { CommandReport, Handle } from '../run-command.ts';
import { counted, grouped, printable, tableLines } from '../text.ts';
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
          .map(([tag, value]): Row => ['claims', `${tag}: ${value}`]),
        ...(judged === null ? [] : proofRows(judged, io.common?.verdicts)),
        ...sizeRows(opened),
        ...losses.map((loss): Row => ['not converted', loss]),
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
  const others =
    fault !== null
      ? `, the first ${grouped(kifu.entries.length)} can be played`
      : moves === entries
        ? ''
        : `, ${counted(moves, 'move', 'moves')}`;
  return [
    ['game', `${header.game} version ${header.version}`],
    ...header.players.map(
      ({ seat, name, key }): Row => [
        voice.names(seat),
        `${namedPlayer(name || '(unknown)', facts, seat)}${key === undefined ? '' : `, key ${key}`}`,
      ],
    ),
    ...(terms.referee === null ? [] : [['referee', `key ${terms.referee}`] as Row]),
    ['started', header.startedAt ?? 'unknown'],
    ...factRows(facts),
    ...(facts.timeControl === null ? [['clocks', 'none'] as Row] : []),
    ['chance', chanceWords(kit.game.chance !== undefined, header)],
    [
      'entries',
      `${grouped(entries)}${others}${last === null ? '' : ` in ${formatDuration(last)}`}`,
    ],
    ['ending', ending === null ? 'none yet' : describeOutcome(ending.outcome, voice)],
    ...(terms.branch === null ? [] : [['branch of', terms.branch.node] as Row]),
  ];
}

/** What it proves, as `kifu verify` tells it at length. */
const proofRows = (judged: Judgment, texts: VerdictTexts = english): Row[] => [
  ['verdict', `${texts.words[judged.verdict]}: ${verdictMeanings(texts)[judged.verdict]}`],
  ...judged.caveats
    .filter(({ word, why }) => word !== why) // the verdict above says already that it is unsigned
    .map((reason): Row => ['caveat', describeCaveat(judged, reason, { texts })]),
];

function sizeRows({ nodes, kifu, head }: OpenedSource): Row[] {
  const { notes, variations } = kifu;
  const bytes = nodes.reduce((sum, { length }) => sum + length, 0);
  const remarks = [
    ...(notes.length === 0 ? [] : [counted(notes.length, 'note', 'notes')]),
    ...(variations.length === 0 ? [] : [counted(variations.length, 'variation', 'variations')]),
  ];
  return [
    ...(remarks.length === 0 ? [] : [['remarks', remarks.join(', ')] as Row]),
    ['size', `${counted(nodes.length, 'node', 'nodes')}, ${counted(bytes, 'byte', 'bytes')}`],
    ['head', formatCid(head)],
  ];
}

function chanceWords(hasChance: boolean, header: Header): string {
  if (!hasChance) return 'none';
  return termsOf(header).fair === null ? 'seeded' : `provably fair: ${describeMakers(header)}`;
}
