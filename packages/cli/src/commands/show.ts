/** `kifu show`: the board of a record at some point, and the moves up to there. */
import { fail, hashState, type Json, type Kit, ok, type Result } from '@kifu/core';
import { type Frame, type Timeline, timeline } from '@kifu/record';
import { Command } from 'commander';
import { boardStyle, drawBoard } from '../board.ts';
import type { Handle, Report } from '../handle.ts';
import { spellShort } from '../input.ts';
import type { Context } from '../io.ts';
import { addExamples } from '../options.ts';
import type { Opened } from '../record-file.ts';
import { addRecordOptions, atOption, type RecordOptions, withRecord } from '../record-options.ts';
import {
  numberMoves,
  outcomeWords,
  printable,
  seatNamesOf,
  type WrittenMove,
  wrap,
} from '../words.ts';

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
        handle<Options>(async (context, [file], options) =>
          withRecord(context.io, file as string, options, opened => show(context, opened, options)),
        ),
      ),
    ['kifu show game.car', 'how it ended'],
    ['kifu show game.car --at 12', 'after twelve entries'],
  );

function show(context: Context, opened: Opened, { at, color }: Options): Result<Report> {
  const found = frameOf(opened, at);
  if (!found.ok) return found;
  const { line, frame } = found.value;
  const { kit, kifu } = opened;
  const moves = movesUntil(kit, line, frame.n);
  const outcome =
    frame.outcome ?? (frame.n === line.length ? (kifu.ending?.outcome ?? null) : null);
  const notes = kifu.notes.filter(({ entry, text }) => entry === frame.n && text !== '');
  return ok({
    json: {
      n: frame.n,
      entries: line.length,
      hash: hashState(kit.game, frame.state),
      moves: moves.map(({ text }) => text),
      outcome: outcome as unknown as Json,
    },
    text: [
      ...drawBoard(sceneOf(kit, line, frame), boardStyle(context.io, color === false)),
      '',
      ...wrap(numberMoves(moves), Math.min(context.io.columns, 80)),
      ...notes.map(({ text }) => printable(`“${text}”`)),
      `entry ${frame.n} of ${line.length}${outcome === null ? '' : `: ${outcomeWords(outcome, seatNamesOf(kit))}`}`,
    ].join('\n'),
  });
}

/** The timeline of a record, and its frame after so many entries. */
export function frameOf(
  { kit, kifu }: Opened,
  at: number | undefined,
): Result<{ readonly line: Timeline; readonly frame: Frame }> {
  const line = timeline(kit.game, kifu);
  if (!line.ok) return line;
  const n = at ?? line.value.length;
  if (n > line.value.length)
    return fail('not-found', `the record has ${line.value.length} entries, there is no ${n}`);
  return ok({ line: line.value, frame: line.value.at(n) });
}

/** The picture of a frame, with its last move marked. */
export function sceneOf(kit: Kit, line: Timeline, frame: Frame): ReturnType<Kit['scene']> {
  const before = line.previous(frame);
  const act = frame.entry?.act;
  if (before === null || act?.type !== 'move') return kit.scene(frame.state);
  return kit.scene(frame.state, { scene: kit.scene(before.state), move: act.move });
}

/** The moves up to an entry, as people write them. */
export function movesUntil(kit: Kit, line: Timeline, n: number): WrittenMove[] {
  return line.kifu.entries
    .slice(0, n)
    .flatMap(({ seat, act }, i) =>
      act.type === 'move' && seat !== null
        ? [{ seat, text: spellShort(kit, line.at(i).state, act.move) }]
        : [],
    );
}
