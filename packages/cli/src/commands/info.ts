/** `kifu info`: what a record is about, without playing it. */
import { formatCid, type Json, ok, type Terms } from '@kifu/core';
import { termsOf } from '@kifu/record';
import { Command } from 'commander';
import type { Handle, Report } from '../handle.ts';
import { addExamples } from '../options.ts';
import type { Opened } from '../record-file.ts';
import { addRecordOptions, type RecordOptions, withRecord } from '../record-options.ts';
import { counted, outcomeWords, printable, seatNamesOf, tableLines } from '../words.ts';

/** The command. */
export const infoCommand = (handle: Handle): Command =>
  addExamples(
    addRecordOptions(
      new Command('info')
        .description('Print what a record is about: game, players, terms, length, ending and ids.')
        .summary('Print what a record is about.'),
    ).action(
      handle<RecordOptions>(async ({ io }, [file], options) =>
        withRecord(io, file as string, options, opened => ok(describe(opened))),
      ),
    ),
    ['kifu info game.car', 'of a record'],
    ['kifu info games.pgn --number 3', 'of the third one in a collection'],
  );

function describe({ kit, kifu, head, nodes, source }: Opened): Report {
  const { header, entries, ending } = kifu;
  const terms = termsOf(header);
  const names = seatNamesOf(kit);
  const moves = entries.filter(({ act }) => act.type === 'move').length;
  const last = entries.findLast(({ ms }) => ms !== null)?.ms ?? null;
  const rows: [string, string][] = [
    ['game', `${header.game} version ${header.version}`],
    ...header.players.map(({ seat, name, key }): [string, string] => [
      names(seat),
      `${name || '(unknown)'}${key === undefined ? '' : `, key ${key}`}`,
    ]),
    ...(terms.referee === null ? [] : [['referee', `key ${terms.referee}`] as [string, string]]),
    ['started', header.startedAt ?? 'unknown'],
    ['clocks', clockWords(terms)],
    ['chance', chanceWords(kit.game.chance !== undefined, terms)],
    [
      'entries',
      `${entries.length}, ${counted(moves, 'move', 'moves')}${last === null ? '' : `, ${minutes(last)}`}`,
    ],
    ['ending', ending === null ? 'none yet' : outcomeWords(ending.outcome, names)],
    ...(terms.branch === null ? [] : [['branch of', terms.branch.node] as [string, string]]),
    ...Object.entries(header.tags),
    [
      'size',
      `${counted(nodes.length, 'node', 'nodes')}, ${counted(
        nodes.reduce((sum, { length }) => sum + length, 0),
        'byte',
        'bytes',
      )}`,
    ],
    ['head', formatCid(head)],
    ...source.losses.map((loss): [string, string] => ['left out', loss]),
  ];
  return {
    json: {
      form: source.form,
      header: header as unknown as Json,
      entries: entries.length,
      moves,
      ending: ending as unknown as Json,
      notes: kifu.notes.length,
      variations: kifu.variations.length,
      head: formatCid(head),
      losses: source.losses,
    },
    text: tableLines(rows.map(row => row.map(printable))).join('\n'),
  };
}

/** A time control in words. */
function clockWords({ clock }: Terms): string {
  if (clock === null) return 'none';
  switch (clock.type) {
    case 'absolute':
      return `${minutes(clock.mainMs)} for all moves`;
    case 'fixed':
      return `${minutes(clock.moveMs)} for each move`;
    case 'fischer':
      return `${minutes(clock.mainMs)} and ${minutes(clock.incrementMs)} for each move`;
    default:
      return `${minutes(clock.mainMs)}, then ${clock.periods} times ${minutes(clock.periodMs)}`;
  }
}

const chanceWords = (hasChance: boolean, { fair }: Terms): string =>
  !hasChance ? 'none' : fair === null ? 'plain, from a seed' : 'fair, made by all together';

/** `5:03`, with hours where there are any, and tenths below a minute. */
function minutes(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${(ms / 1000).toFixed(ms % 1000 === 0 ? 0 : 1)} s`;
  const two = (n: number) => `${n}`.padStart(2, '0');
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600];
  const short = `${hours === 0 ? Math.floor(rest / 60) : two(Math.floor(rest / 60))}:${two(rest % 60)}`;
  return hours === 0 ? short : `${hours}:${short}`;
}
