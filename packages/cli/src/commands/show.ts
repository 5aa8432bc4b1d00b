/** `kifu show`: the board of a record at some point, and the moves up to there. */
import { hashState, type Json, ok, type Result } from '@kifu/core';
import { Command } from 'commander';
import { boardStyle, drawBoard } from '../board.ts';
import { movesUntil, outcomeAt, sceneOf } from '../frames.ts';
import type { Handle, Report } from '../handle.ts';
import type { Context } from '../io.ts';
import type { Opened } from '../open-record.ts';
import { addExamples } from '../options.ts';
import {
  addRecordOptions,
  atOption,
  frameOf,
  openRecord,
  type RecordOptions,
  reportOf,
} from '../record-options.ts';
import { numberMoves, oneLine, outcomeWords, seatNamesOf, wrap } from '../words.ts';

interface Options extends RecordOptions {
  readonly at?: number;
  readonly color?: boolean;
}

/** The command. */
export const showCommand = (handle: Handle): Command =>
  addExamples(
    addRecordOptions(
      new Command('show')
        .description('Show the board of a record, and the moves up to there.')
        .summary('Show the board of a record.'),
    )
      .addOption(atOption())
      .action(
        handle<Options>(async (context, [file], options) => {
          const opened = await openRecord(context.io, file as string, options);
          return opened.ok ? show(context, opened.value, options) : opened;
        }),
      ),
    ['kifu show game.car', 'how it ended'],
    ['kifu show game.car --at 12', 'after twelve entries'],
  );

async function show(
  { io }: Context,
  opened: Opened,
  { at, color }: Options,
): Promise<Result<Report>> {
  const found = await frameOf(io, opened, at);
  if (!found.ok) return found;
  const { line, frame } = found.value;
  const { kit, kifu } = opened;
  const moves = movesUntil(kit, line, frame.n);
  const outcome = outcomeAt(line, frame);
  const width = Math.min(io.columns, 80);
  const notes = kifu.notes.filter(({ entry, text }) => entry === frame.n && text !== '');
  const where = `entry ${frame.n} of ${opened.entries}`;
  const report: Report = {
    json: {
      n: frame.n,
      entries: opened.entries,
      hash: hashState(kit.game, frame.state),
      moves: moves.map(({ text }) => text),
      outcome: outcome as unknown as Json,
    },
    text: [
      ...drawBoard(sceneOf(kit, line, frame), boardStyle(io, color === false)),
      '',
      ...wrap(numberMoves(moves), width),
      ...notes.flatMap(({ text }) => wrap(`“${oneLine(text)}”`.split(' '), width)),
      outcome === null ? where : `${where}: ${outcomeWords(outcome, seatNamesOf(kit))}`,
    ].join('\n'),
  };
  return ok(reportOf(opened, report));
}
