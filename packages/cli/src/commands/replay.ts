/** `kifu replay`: a record played back in the terminal. */
import { ok } from '@kifu/core';
import type { Timeline } from '@kifu/record';
import type { OpenedSource } from '@kifu/record/file';
import { Command } from 'commander';
import { columnsOf } from '../columns.ts';
import type { Context, Io } from '../io.ts';
import { describeOutcome, voiceFor } from '../match-words.ts';

import {
  addRecordOptions,
  atOption,
  frameOf,
  openSeekable,
  type RecordOptions,
  reportOf,
} from '../record-options.ts';
import { frameNow, scheduleOf } from '../replay/course.ts';
import { besides, entryLine, movesUntil } from '../replay/frames.ts';
import { watch } from '../replay/watch.ts';
import type { CommandReport, Handle } from '../run-command.ts';

interface Options extends RecordOptions {
  readonly at?: number;
  readonly color?: boolean;
}

/** The command. */
export const replayCommand = (handle: Handle): Command =>
  addRecordOptions(new Command('replay'))
    .addOption(atOption().default(undefined))
    .action(
      handle<Options>(async (context, [file], options) => {
        const opened = await openSeekable(context.io, file as string, options);
        if (!opened.ok) return opened;
        const found = frameOf(opened.value, options.at);
        if (!found.ok) return found;
        const { line } = opened.value;
        const report = canWatch(context, file as string)
          ? await watch(context, opened.value, line, options)
          : listMoves(context.io, opened.value, line, options.at ?? line.length);
        return ok(reportOf(opened.value, report));
      }),
    );

/** Keys come from standard input, so a record cannot; and a screen is needed that can be drawn on. */
const canWatch = ({ io, isJson }: Context, file: string): boolean =>
  !isJson && io.isTTY.stdout && io.isTTY.stdin && io.env.TERM !== 'dumb' && file !== '-';

/** Lists every entry on one line, if there is no terminal. */
function listMoves(
  io: Io,
  { kit, entries }: OpenedSource,
  line: Timeline,
  until: number,
): CommandReport {
  const voice = voiceFor(io, kit);
  const moves = movesUntil(kit, line, until);
  const widths = {
    who: Math.max(0, ...moves.map(({ seat }) => columnsOf(voice.names(seat)))),
    move: moves.reduce((most, { text }) => Math.max(most, text.length), 0),
  };
  const last = line.at(until);
  const { outcome } = last;
  const indented = (words: string) => `${' '.repeat(`${line.length}`.length + 4)}${words}`;
  const rows = Array.from({ length: until + 1 }, (_, n) => line.at(n)).flatMap(frame => [
    ...(frame.n === 0 ? [] : [entryLine(kit, line, frame, voice, widths)]),
    ...besides(kit, frame, voice).map(indented),
  ]);
  // what time did after the last entry belongs to the match too
  const isLonger = until === line.length && line.lastTick !== line.tickOf(until);
  const end = isLonger ? frameNow(line, scheduleOf(line), { n: until, ms: Infinity }) : null;
  if (end !== null) rows.push(...besides(kit, end, voice).map(indented));
  return {
    json: {
      entries,
      moves: moves.map(({ text }) => text),
      marks: line.marks.filter(({ n }) => n <= until).map(({ n, event }) => ({ n, ...event })),
    },
    text: [...rows, ...(outcome === null ? [] : [describeOutcome(outcome, voice)])].join('\n'),
  };
}
