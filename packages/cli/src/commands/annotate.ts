/** `kifu annotate`: comments, glyphs, evaluations and shapes at a position. */
import {
  type Evaluation,
  fail,
  formatCid,
  glyphSigns,
  isSpoken,
  type MarkType,
  type Note,
  noteExtras,
  ok,
  parseCell,
  parseEvaluation,
  parseGlyph,
  type Result,
  type Scene,
  SHAPE_COLORS,
  type Shape,
  type ShapeCell,
  type ShapeColor,
} from '@kifu/core';
import type { Annotations } from '@kifu/record/annotations';
import { writeAs } from '@kifu/record/file';
import { Command, Option } from 'commander';
import type { Context, Io } from '../io.ts';
import { editAnnotations, withNote } from '../library/edit-annotations.ts';
import { formatId } from '../library/ids.ts';
import { withLibrary } from '../library/open.ts';
import { refuse } from '../misuse.ts';
import { fileName } from '../options.ts';
import {
  addRecordOptions,
  atOption,
  brokenAt,
  frameOf,
  openSeekable,
  type RecordOptions,
  type Seekable,
} from '../record-options.ts';
import { sceneOf } from '../replay/frames.ts';
import { type CommandReport, type Handle, misuse, misused } from '../run-command.ts';
import { type Force, saveOutput } from '../save.ts';
import { printable } from '../text.ts';
import { formOf } from '../write-record.ts';

interface Options extends RecordOptions, Force {
  readonly at?: number;
  readonly comment?: string;
  readonly glyph?: readonly number[];
  readonly eval?: Evaluation;
  readonly arrow?: readonly string[];
  readonly circle?: readonly string[];
  readonly square?: readonly string[];
  readonly triangle?: readonly string[];
  readonly cross?: readonly string[];
  readonly author?: string;
  readonly remove?: boolean;
  readonly output?: string;
}

/** The command. */
export const annotateCommand = (handle: Handle): Command =>
  addRecordOptions(new Command('annotate'))
    .addOption(atOption())
    .option('--comment <TEXT>')
    .addOption(several('--glyph <SIGN>', glyph))
    .addOption(new Option('--eval <SCORE>').argParser(judged))
    .addOption(several('--arrow <CELLS>', String))
    .addOption(several('--circle <CELL>', String))
    .addOption(several('--square <CELL>', String))
    .addOption(several('--triangle <CELL>', String))
    .addOption(several('--cross <CELL>', String))
    .option('--author <NAME>')
    .option('--remove')
    .addOption(new Option('-o, --output <FILE>').argParser(fileName('record')))
    .option('--force')
    .action(handle<Options>((context, [file], options) => run(context, file as string, options)));

/** An option that may be given several times. */
const several = <T>(flags: string, read: (text: string) => T): Option =>
  new Option(flags).argParser((text, before: readonly T[] = []) => [...before, read(text)]);

function glyph(text: string): number {
  const read = parseGlyph(text);
  if (read !== null) return read;
  return refuse(texts => texts.glyph);
}

function judged(text: string): Evaluation {
  const read = parseEvaluation(text.replace('−', '-'));
  if (read !== undefined) return read;
  return refuse(texts => texts.evaluation);
}

async function run(
  context: Context,
  file: string,
  options: Options,
): Promise<Result<CommandReport>> {
  const { io } = context;
  const opened = await openSeekable(io, file, options);
  if (!opened.ok) return opened;
  const broken = brokenAt(opened.value);
  if (broken !== null) return broken;
  const found = frameOf(opened.value, options.at);
  if (!found.ok) return found;
  const { kit, line } = opened.value;
  const { n } = found.value;
  const note = noteFrom(sceneOf(kit, line, found.value, kit.texts), n, options);
  if (!note.ok) return misused(note);
  if (note.value === null && !options.remove) return misuse(texts => texts.nothingToAdd);
  const change = (remarks: Annotations): Annotations => {
    const rest = options.remove ? withoutNotes(remarks, n) : remarks;
    return note.value === null ? rest : withNote(rest, note.value);
  };
  return opened.value.source.form === 'library'
    ? keep(context, opened.value, n, change, options)
    : save(io, opened.value, n, change, options);
}

const withoutNotes = ({ notes, variations }: Annotations, n: number): Annotations => ({
  notes: notes.filter(note => note.entry !== n || !isSpoken(note)),
  variations,
});

/** What is to be said; null where that is nothing. */
function noteFrom(scene: Scene, n: number, options: Options): Result<Note | null> {
  const { comment = '', glyph: glyphs = [], eval: evaluation, author = null } = options;
  if (n === 0 && glyphs.length > 0) return fail('malformed', 'no glyph before the first move');
  const shapes = shapesFrom(scene, options);
  if (!shapes.ok) return shapes;
  const note: Note = {
    entry: n,
    author,
    text: comment.trim(),
    glyphs,
    ...(evaluation !== undefined && { evaluation }),
    ...(shapes.value.length > 0 && { shapes: shapes.value }),
  };
  const isSaid = note.text !== '' || glyphs.length > 0 || noteExtras(note) !== '';
  return ok(isSaid ? note : null);
}

const MARKS: readonly (readonly [option: 'circle' | 'square' | 'triangle' | 'cross', MarkType])[] =
  [
    ['circle', 'mark'],
    ['square', 'square'],
    ['triangle', 'triangle'],
    ['cross', 'cross'],
  ];

function shapesFrom(scene: Scene, options: Options): Result<Shape[]> {
  const shapes: Shape[] = [];
  for (const text of options.arrow ?? []) {
    const drawn = cellsIn(scene, text, 2);
    if (!drawn.ok) return drawn;
    const { cells, color } = drawn.value;
    shapes.push({ type: 'arrow', from: cells[0]!, to: cells[1]!, color });
  }
  for (const [option, type] of MARKS)
    for (const text of options[option] ?? []) {
      const drawn = cellsIn(scene, text, 1);
      if (!drawn.ok) return drawn;
      const { cells, color } = drawn.value;
      shapes.push({ type, at: cells[0]!, color });
    }
  return ok(shapes);
}

interface DrawnCells {
  readonly cells: readonly ShapeCell[];
  readonly color: ShapeColor;
}

/** Parses cells separated by hyphens, with a color after a colon (default: green). `e2e4` works if labels have two letters. */
function cellsIn(scene: Scene, text: string, count: number): Result<DrawnCells> {
  const [, places = '', color = 'green'] =
    new RegExp(`^(.*?)(?::(${SHAPE_COLORS.join('|')}))?$`, 's').exec(text) ?? [];
  const close = count === 2 && /^(\w\w)(\w\w)$/.exec(places);
  const names = close ? close.slice(1) : places.split('-');
  const cells = names.flatMap(name => parseCell(scene, name) ?? []);
  if (cells.length === count && names.length === count)
    return ok({ cells, color: color as ShapeColor });
  const example = count === 1 ? 'e4 or e4:red' : 'e2-e4 or e2-e4:red';
  return fail(
    'malformed',
    `${text} is not ${count === 1 ? 'a cell' : 'two cells'} of this board; use a form such as ${example}, with a color of ${SHAPE_COLORS.join(', ')}; cells without a name are column,row from the top left`,
  );
}

/** In the library, beside the match. */
const keep = (
  { io }: Context,
  { replay: { match } }: Seekable,
  n: number,
  change: (remarks: Annotations) => Annotations,
  { output }: Options,
): Promise<Result<CommandReport>> =>
  output === undefined
    ? withLibrary(io, async library => {
        const changed = await editAnnotations(io, library, match, ({ remarks }) =>
          ok(change(remarks)),
        );
        if (!changed.ok) return changed;
        return ok(told(io, formatId(match), { match: formatCid(match) }, n, changed.value));
      })
    : Promise.resolve(misuse(texts => texts.annotationsInLibrary));

/** In a file, with the record. */
async function save(
  io: Io,
  opened: Seekable,
  n: number,
  change: (remarks: Annotations) => Annotations,
  options: Options,
): Promise<Result<CommandReport>> {
  const { kit, kifu, nodes, head } = opened;
  const { output } = options;
  if (output === undefined) return misuse(texts => texts.noOutput);
  const form = formOf(kit, output);
  if (form === null) return misuse(texts => texts.unknownEnding(printable(output)));
  const remarks = change(opened.remarks);
  const written = await writeAs({ kit, kifu: { ...kifu, ...remarks }, nodes, head }, form);
  if (!written.ok) return written;
  const saved = await saveOutput(output, written.value.output, options);
  if (!saved.ok) return saved;
  const losses = [...opened.losses, ...written.value.losses];
  const report = told(io, output, { file: output, losses }, n, remarks);
  const lost = losses.map(loss => io.texts.reports.records.lost(printable(loss)));
  return ok({ ...report, text: [report.text, ...lost].join('\n') });
}

/** All that is said at the point now. */
function told(
  { texts }: Io,
  where: string,
  json: CommandReport['json'],
  n: number,
  { notes }: Annotations,
): CommandReport {
  const there = notes.filter(note => note.entry === n && isSpoken(note));
  return {
    json: { ...json, n, notes: there as unknown as [] },
    text: [
      `${where}: ${texts.reports.records.noted(there.length, n)}`,
      ...there.map(note => `  ${printable(noteLine(note))}`),
    ].join('\n'),
  };
}

const noteLine = (note: Note): string =>
  [glyphSigns(note.glyphs).trim(), note.text, noteExtras(note)].filter(Boolean).join('  ');
