/** The screen of the replay player: what fits, the most important first. */

import { momentOfMark } from '@kifu/client/playback';
import type { Frame, Timeline } from '@kifu/record';
import type { OpenedSource } from '@kifu/record/file';
import { type BoardStyle, drawBoard, widthOf } from '../board.ts';
import { columnsOf } from '../columns.ts';
import { faultText } from '../fault-text.ts';
import type { Speech } from '../language.ts';
import { describeOutcome, type MatchVoice, voiceFor } from '../match-words.ts';
import { cutTo, fit, type Section, type TerminalSize } from '../sections.ts';
import { oneLine, printable, wrap } from '../text.ts';
import type { PlaybackSchedule } from './course.ts';
import { besides, entryLine, sceneOf } from './frames.ts';
import { KEYS, type ReplayPlayer } from './player.ts';

/** What is shown of a record. */
export interface ShownRecord {
  readonly opened: OpenedSource;
  readonly line: Timeline;
  readonly frame: Frame;
  readonly player: ReplayPlayer;
  readonly course: PlaybackSchedule;
  readonly speech: Speech;
}

/** The lines of the screen, no more and no longer than it has room for. */
export function drawScreen(
  shown: ShownRecord,
  style: BoardStyle,
  size: TerminalSize,
  dim: (text: string) => string,
): string[] {
  const { opened, line, frame, player } = shown;
  const voice = voiceFor(shown.speech, opened.kit);
  const width = Math.max(1, size.columns - 1); // the last column may wrap
  const cut = (text: string) => cutTo(text, width);
  const text = (lines: readonly string[]) => lines.map(cut);
  const ended = endLine(shown, voice);
  const { notes } = opened.kifu;
  const said = notes.filter(note => note.entry === frame.n && note.text !== '');
  const sections: Section[] = [
    { rank: 6, lines: text([title(opened, voice)]) },
    { rank: 8, lines: [''] },
    player.hasHelp
      ? { rank: 2, lines: text(helpLines(shown)), mayBeCut: 'first' }
      : { rank: 2, lines: boardLines(shown, style, size, ended, voice) },
    { rank: 7, lines: [''] },
    { rank: 4, lines: text([entryLine(opened.kit, line, frame, voice)]) },
    { rank: 6, lines: text(clockLines(shown, voice)) },
    { rank: ended === '' ? 5 : 3, lines: text([ended]) }, // there from the start, so that nothing jumps
    { rank: 1, lines: [bar(shown, width), dim(cut(status(shown, width)))] },
    { rank: 9, lines: text(besides(opened.kit, frame, voice)), mayBeCut: 'first' },
    {
      rank: 10,
      lines: said.flatMap(note => wrap(`“${oneLine(note.text)}”`.split(' '), width).map(cut)),
      mayBeCut: 'first',
    },
  ];
  return fit(sections, size.rows);
}

/** The rows that the bar and the status take. */
const FOOT_ROWS = 2;

/** The board; without the facts beside it where they would drive out what was played; or else what it would take to draw it. */
function boardLines(
  shown: ShownRecord,
  style: BoardStyle,
  { rows, columns }: TerminalSize,
  ended: string,
  { game }: MatchVoice,
) {
  const { opened, line, frame, player } = shown;
  const turned = { ...style, isFlipped: player.isFlipped };
  const { facts, ...bare } = sceneOf(opened.kit, line, frame, game);
  const whole = drawBoard(facts === undefined ? bare : { ...bare, facts }, turned);
  const told = FOOT_ROWS + (ended === '' ? 1 : 2);
  if (whole.length + told <= rows && widest(whole) <= columns) return whole;
  const board = drawBoard(bare, turned);
  if (board.length + FOOT_ROWS <= rows && widest(board) <= columns) return board;
  const needs = shown.speech.texts.session.boardNeeds(widest(board), board.length + FOOT_ROWS);
  return [cutTo(needs, Math.max(1, columns - 1))];
}

const widest = (lines: readonly string[]): number => Math.max(0, ...lines.map(widthOf));

const title = ({ kifu: { header } }: OpenedSource, { names }: MatchVoice): string =>
  printable(
    header.players.map(({ seat, name }) => `${names(seat)}: ${oneLine(name) || '?'}`).join(' · '),
  );

/** The keys; those for ticks where ticks set the pace. */
const helpLines = ({ course: { hz }, speech }: ShownRecord): string[] =>
  KEYS.filter(({ isForTicks }) => hz !== null || !isForTicks).map(
    ({ keys }) => `  ${keys.padEnd(10)} ${speech.texts.reports.records.player.keys[keys]}`,
  );

function clockLines({ line, frame }: ShownRecord, { names }: MatchVoice): string[] {
  const clocks = line.clocks(frame.n);
  return clocks === null
    ? []
    : [clocks.map(({ seat, ms }) => `${names(seat)} ${minutes(ms)}`).join('   ')];
}

/** How it ended, or why it goes no further. */
function endLine(
  { opened, line, frame, player, course, speech }: ShownRecord,
  voice: MatchVoice,
): string {
  // after the last entry, time may still bring events
  const isGoing = frame.tick !== null && player.ms < course.times.endMs;
  const outcome =
    frame.outcome ?? (isGoing || frame.n < line.length ? null : (line.ending?.outcome ?? null));
  if (outcome !== null) return describeOutcome(outcome, voice);
  const isBroken = opened.fault !== null && frame.n === line.length;
  return isBroken
    ? speech.texts.reports.records.player.broken(faultText(speech, opened.fault!))
    : '';
}

/** How far it is, with a mark wherever something happened: by time where ticks set the pace, else by entries. */
function bar({ player, course }: ShownRecord, columns: number): string {
  const width = Math.max(0, Math.min(columns, 80) - 2);
  const { times, marks } = course;
  const length = times.at.length - 1;
  const cellOf = (n: number, ms: number) => {
    const part = times.isExact ? ms / Math.max(1, times.endMs) : n / Math.max(1, length);
    return Math.floor(part * (width - 1) + ROUNDING);
  };
  const marked = new Set(marks.map(mark => cellOf(mark.n, momentOfMark(mark, times))));
  const here = cellOf(player.n, player.ms);
  const cells = Array.from({ length: width }, (_, i) =>
    i === here ? '●' : marked.has(i) ? '┼' : i < here ? '━' : '─',
  );
  return `  ${cells.join('')}`.slice(0, columns);
}

/** So that a third of three cells is one. */
const ROUNDING = 1e-9;

/** What the status line ends with, the fullest that fits. */
const hintsIn = ({ texts }: Speech): readonly string[] => [
  '   space ← → [ ] + − g f ? q',
  `   ${texts.reports.records.player.help}`,
  '   ?',
  '',
];

function status({ player, frame, course, speech }: ShownRecord, width: number): string {
  const t = speech.texts.reports.records.player;
  const { n, isPlaying, isReverse, speed, typed } = player;
  const { times } = course;
  if (typed !== null) return `  ${t.goTo[typed.is]}: ${typed.digits}_`;
  const isTimed = frame.tick === null && frame.ms !== null && frame.entry !== null;
  const facts = [
    `${!isPlaying ? '⏸' : isReverse ? '◀' : '▶'} ${t.of(`${n}`, `${times.at.length - 1}`)}`,
    ...(frame.tick === null ? [] : [t.tick(frame.tick)]),
    ...(times.isExact ? [t.of(minutes(player.ms), minutes(times.endMs))] : []),
    ...(isTimed ? [minutes(frame.ms!)] : []),
    `${isReverse ? '−' : ''}${speed}×`,
  ];
  const line = `  ${facts.join('   ')}`;
  const taken = columnsOf(line);
  return line + hintsIn(speech).find(hint => taken + columnsOf(hint) <= width || hint === '')!;
}

/** `5:03`. */
const minutes = (ms: number): string =>
  `${Math.floor(ms / 60_000)}:${`${Math.floor(ms / 1000) % 60}`.padStart(2, '0')}`;
