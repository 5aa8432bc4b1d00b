/** `kifu show`: the board of a record at some point, as text with the moves up to there, or as a picture. */
import {
  glyphSigns,
  glyphWords,
  hashState,
  isSpoken,
  type Json,
  type JsonObject,
  type Note,
  noteExtras,
  ok,
  type Result,
  type Scene,
} from '@kifu/core';
import { svg, type Theme } from '@kifu/core/svg';
import type { Frame } from '@kifu/record';
import type { OpenedSource } from '@kifu/record/file';
import { Command, Option } from 'commander';
import { boardStyle, drawBoard } from '../board.ts';
import { type Context, type Io, put } from '../io.ts';
import { describeOutcome, numberMoves, voiceFor } from '../match-words.ts';
import { fileName, wholeNumber } from '../options.ts';
import {
  addRecordOptions,
  atOption,
  frameOf,
  openSeekable,
  type RecordOptions,
  reportOf,
  type Seekable,
} from '../record-options.ts';
import { movesUntil, sceneOf } from '../replay/frames.ts';
import type { CommandReport, Handle } from '../run-command.ts';
import { type Force, saveOutput } from '../save.ts';
import { oneLine, printable, wrap } from '../text.ts';

interface Options extends RecordOptions, Force {
  readonly at?: number;
  readonly color?: boolean;
  readonly flip?: boolean;
  /** True for standard output. */
  readonly svg?: string | true;
  readonly theme: Theme;
  readonly size: number;
}

/** The command. */
export const showCommand = (handle: Handle): Command =>
  addRecordOptions(new Command('show'))
    .addOption(atOption())
    .option('--flip')
    .addOption(new Option('--svg [FILE]').argParser(fileName('omit')))
    .addOption(new Option('--theme <NAME>').choices(['light', 'dark', 'auto']).default('auto'))
    .addOption(new Option('--size <PX>').argParser(wholeNumber(4, 1000)).default(48))
    .option('--force')
    .action(
      handle<Options>(async (context, [file], options) => {
        const opened = await openSeekable(context.io, file as string, options);
        return opened.ok ? show(context, opened.value, options) : opened;
      }),
    );

async function show(
  context: Context,
  opened: Seekable,
  options: Options,
): Promise<Result<CommandReport>> {
  const { io } = context;
  const found = frameOf(opened, options.at);
  if (!found.ok) return found;
  const frame = found.value;
  const { kit, kifu, line } = opened;
  const scene = sceneOf(kit, line, frame, voiceFor(io, kit).game);
  if (options.svg !== undefined) return picture(context, opened, frame, scene, options);
  const moves = movesUntil(kit, line, frame.n);
  const { outcome } = frame;
  const width = Math.min(io.columns, 80);
  const notes = kifu.notes.filter(note => note.entry === frame.n && isSpoken(note));
  const where = whereOf(io, opened, frame);
  const style = { ...boardStyle(io, options.color === false), isFlipped: options.flip === true };
  const report: CommandReport = {
    json: {
      ...placeOf(opened, frame),
      moves: moves.map(({ text }) => text),
      notes: notes.map(({ entry: _, ...note }) => note as unknown as JsonObject),
      outcome: outcome as unknown as Json,
    },
    text: [
      ...drawBoard(scene, style),
      '',
      ...wrap(numberMoves(moves), width),
      ...notes.map(noteLine).flatMap(line => wrap(line.split(' '), width)),
      outcome === null ? where : `${where}: ${describeOutcome(outcome, voiceFor(io, kit))}`,
    ].join('\n'),
  };
  return ok(reportOf(opened, report));
}

/** What a note says: its words in quotes, then what else it has. */
const noteLine = (note: Note): string =>
  [
    note.text === '' ? '' : `“${oneLine(note.text)}”`,
    glyphSigns(note.glyphs).trim(),
    ...glyphWords(note.glyphs),
    noteExtras(note),
  ]
    .filter(part => part !== '')
    .join(' ');

const whereOf = ({ texts }: Io, { entries }: OpenedSource, { n }: Frame): string =>
  texts.reports.records.position(n, entries);

const placeOf = ({ entries, kit }: OpenedSource, { n, state }: Frame): JsonObject => ({
  n,
  entries,
  hash: hashState(kit.game, state),
});

/** The board as SVG, into a file or to standard output; with `--json` as a string. */
async function picture(
  { io, isJson }: Context,
  opened: OpenedSource,
  frame: Frame,
  scene: Scene,
  options: Options,
): Promise<Result<CommandReport>> {
  const { kit, kifu } = opened;
  const names = kifu.header.players.map(({ name }) => name).filter(name => name !== '');
  const drawn = svg(scene, kit.art, {
    theme: options.theme,
    cellPx: options.size,
    turn: options.flip === true ? 180 : 0,
    title: [kit.game.name, names.join(', '), whereOf(io, opened, frame)].filter(Boolean).join(': '),
    description: kit.describe.position(frame.state, voiceFor(io, kit).game),
    facts: true,
  });
  if (typeof options.svg === 'string') {
    const saved = await saveOutput(options.svg, `${drawn}\n`, options);
    if (!saved.ok) return saved;
    const file = options.svg;
    const text = printable(`${file}: ${kit.game.name}, ${whereOf(io, opened, frame)}`);
    return ok(reportOf(opened, { json: { ...placeOf(opened, frame), file }, text }));
  }
  if (isJson)
    return ok(reportOf(opened, { json: { ...placeOf(opened, frame), svg: drawn }, text: '' }));
  // a terminal would obey what strangers wrote; a file or a pipe gets it as it is
  await put(io.stdout, `${io.isTTY.stdout ? printable(drawn) : drawn}\n`);
  return ok(reportOf(opened, { json: null, text: '' }));
}
