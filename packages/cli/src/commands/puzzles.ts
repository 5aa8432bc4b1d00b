/** `kifu puzzles`: finds puzzles in records, and checks them against these. */
import { makeAnalyzer } from '@kifu/bots';
import { checkPuzzle, type MinedPosition, minePuzzles, type Puzzle } from '@kifu/bots/puzzles';
import {
  type Fail,
  fail,
  formatCid,
  type Game,
  isObject,
  type Json,
  type Kit,
  ok,
  type Result,
} from '@kifu/core';
import { idOf } from '@kifu/record';
import { openSource, type RecordSource } from '@kifu/record/file';
import { pack, playPack } from '@kifu/record/pack';
import type { Replay, ReplayReader } from '@kifu/record/replay';
import { Command, Option } from 'commander';
import { faultText } from '../fault-text.ts';
import { type Context, type Io, put, putJson, putLine } from '../io.ts';
import { findAll } from '../library/find.ts';
import { formatId } from '../library/ids.ts';
import { readLibrary } from '../library/open.ts';
import { loadKept } from '../library/records.ts';
import { voiceFor } from '../match-words.ts';
import { wholeNumber } from '../options.ts';
import { readInputText } from '../read-input.ts';
import { naming, readRecords } from '../read-records.ts';
import { type CommandReport, type Handle, SILENT } from '../run-command.ts';
import { type Force, saveOutput } from '../save.ts';

interface MineOptions extends Force {
  readonly game?: string;
  readonly limit: number;
  readonly nodes: number;
  readonly output?: string;
}

const LIMIT = 100;
const NODES = 8000;
const MAX_NODES = 100_000_000;
/** Largest file of puzzles. */
const MAX_BYTES = 1 << 26;

/** The command. */
export const puzzlesCommand = (handle: Handle): Command =>
  new Command('puzzles').addCommand(mineCommand(handle)).addCommand(checkCommand(handle));

const mineCommand = (handle: Handle): Command =>
  new Command('mine')
    .argument('[FILE...]')
    .addOption(new Option('--game <NAME>'))
    .addOption(new Option('--limit <N>').argParser(wholeNumber(1, 1_000_000)).default(LIMIT))
    .addOption(new Option('--nodes <N>').argParser(wholeNumber(100, MAX_NODES)).default(NODES))
    .addOption(new Option('-o, --output <FILE>'))
    .addOption(new Option('--force'))
    .action(
      handle<MineOptions>((context, [files], options) =>
        mine(context, files as readonly string[], options),
      ),
    );

const checkCommand = (handle: Handle): Command =>
  new Command('check')
    .argument('<FILE>')
    .action(handle((context, [file]) => check(context, file as string)));

/** A file of puzzles, with the records that they are from as packs. */
interface PuzzleSet {
  readonly records: readonly { readonly match: string; readonly pack: string }[];
  readonly puzzles: readonly Puzzle[];
}

async function mine(
  context: Context,
  files: readonly string[],
  options: MineOptions,
): Promise<Result<CommandReport>> {
  const set = { records: [] as PuzzleSet['records'][number][], puzzles: [] as Puzzle[] };
  let faults = 0;
  const tellFault = async ({ fault }: Fail): Promise<void> => {
    faults++;
    await put(context.io.stderr, `kifu: ${faultText(context.io, fault)}\n`);
  };
  const read = await eachSource(context, files, options.game, async source => {
    const mined = source.ok ? await mineRecord(context, source.value, options, set) : source;
    if (!mined.ok) await tellFault(mined);
    return set.puzzles.length < options.limit;
  });
  if (!read.ok) await tellFault(read);
  const { puzzles, records } = set;
  if (options.output !== undefined) {
    const saved = await saveOutput(
      options.output,
      `${JSON.stringify({ records, puzzles })}\n`,
      options,
    );
    if (!saved.ok) return saved;
  }
  const t = context.io.texts.reports.analysis.puzzles;
  if (context.isJson) await putJson(context.io, { ok: true, puzzles: puzzles.length });
  else await putLine(context.io, t.found(puzzles.length, records.length));
  return ok({ ...SILENT, exitCode: faults > 0 ? 1 : 0 });
}

/** Takes the records of files, or those of the library, one by one until no more are wanted. */
async function eachSource(
  { io }: Context,
  files: readonly string[],
  game: string | undefined,
  take: (source: Result<RecordSource>) => Promise<boolean>,
): Promise<Result<null>> {
  for (const file of files)
    for await (const { name, source } of readRecords(io, file))
      if (!(await take(source.ok ? source : naming(name, source)))) return ok(null);
  if (files.length > 0) return ok(null);
  return readLibrary(io, async library => {
    for await (const page of findAll(library, game === undefined ? {} : { game }, { all: true })) {
      if (!page.ok) return page;
      for (const { match } of page.value.listings)
        if (!(await take(await loadKept(library, match, formatId(match))))) return ok(null);
    }
    return ok(null);
  });
}

async function mineRecord(
  { io, isJson }: Context,
  source: RecordSource,
  { game, limit, nodes }: MineOptions,
  set: { readonly records: PuzzleSet['records'][number][]; readonly puzzles: Puzzle[] },
): Promise<Result<null>> {
  let reader: PositionReader | null = null;
  const opened = await openSource(io.games, source, () => {
    reader = new PositionReader();
    return [reader];
  });
  if (!opened.ok) return naming(source.name, opened);
  const { kit, replay, nodes: blocks, fault } = opened.value;
  if (game !== undefined && kit.game.name !== game) return ok(null);
  if (fault !== null) return naming(source.name, { ok: false, fault });
  const analyzer = makeAnalyzer(kit, { now: () => io.now(), rest: () => io.sleep(0) });
  const match = formatCid(idOf(replay.digestAt(0)));
  const found = set.puzzles.length;
  const positions = (reader as PositionReader | null)?.positions ?? [];
  const options = { analyzer, nodes, limit: limit - found };
  for await (const puzzle of minePuzzles(kit, match, positions, options)) {
    set.puzzles.push(puzzle);
    await (isJson
      ? putJson(io, puzzle as unknown as Json)
      : putLine(io, lineOf(io, kit, puzzle, positions)));
  }
  await analyzer.close();
  if (set.puzzles.length === found) return ok(null);
  const packed = pack(kit.game as Game, blocks);
  if (!packed.ok) return naming(source.name, packed);
  set.records.push({ match, pack: Buffer.from(packed.value).toString('base64') });
  return ok(null);
}

/** The positions in which a seat was to move. */
class PositionReader implements ReplayReader {
  readonly positions: MinedPosition[] = [];

  take({ n, table, isEnded }: Replay): void {
    if (table !== null && !isEnded) this.positions.push({ n, state: table.state });
  }
}

function lineOf(
  io: Io,
  kit: Kit,
  { id, n, seat, line, rating }: Puzzle,
  positions: readonly MinedPosition[],
): string {
  const state = positions.find(one => one.n === n)?.state;
  const move = kit.game.moves.hex.decode(line[0]!);
  const written = move.ok ? (kit.notations[0]?.format(state, move.value) ?? line[0]!) : line[0]!;
  const t = io.texts.reports.analysis.puzzles;
  const who = voiceFor(io, kit).game.seats[seat] ?? seat;
  return [id, t.after(n), who, written, t.length(line.length, rating)].join('  ');
}

async function check({ io, isJson }: Context, file: string): Promise<Result<CommandReport>> {
  const text = await readInputText(io, file, MAX_BYTES);
  if (!text.ok) return text;
  const set = asSet(parsed(text.value));
  if (set === null)
    return fail('malformed', `${file}: not a file of puzzles, as kifu puzzles mine -o writes it`);
  let bad = 0;
  for (const puzzle of set.puzzles) {
    const checked = await checkOne(io.games, set, puzzle);
    if (!checked.ok) {
      bad++;
      await put(io.stderr, `kifu: ${faultText(io, checked.fault)}\n`);
    }
  }
  const good = set.puzzles.length - bad;
  if (isJson) await putJson(io, { ok: bad === 0, good, bad });
  else await putLine(io, io.texts.reports.analysis.puzzles.checked(good, bad));
  return ok({ ...SILENT, exitCode: bad > 0 ? 1 : 0 });
}

/** Verifies the record by its rules, finds the position in it, and judges the solution again. */
async function checkOne(
  games: Context['io']['games'],
  { records }: PuzzleSet,
  puzzle: Puzzle,
): Promise<Result<null>> {
  const packed = records.find(({ match }) => match === puzzle.match)?.pack;
  if (packed === undefined) return fail('not-found', `puzzle ${puzzle.id}: its record is missing`);
  const kit = await games.load(puzzle.game);
  if (!kit.ok) return kit;
  const reader = new PositionReader();
  const game = kit.value.game as Game;
  const played = await playPack(async () => ok(game), Buffer.from(packed, 'base64'), [reader]);
  if (!played.ok) return played;
  if (formatCid(idOf(played.value.replay.digestAt(0))) !== puzzle.match)
    return fail('broken-record', `puzzle ${puzzle.id}: its record is of another match`);
  const from = reader.positions.find(({ n }) => n === puzzle.n);
  if (from === undefined)
    return fail(
      'broken-record',
      `puzzle ${puzzle.id}: the record has no position after ${puzzle.n} entries`,
    );
  const analyzer = makeAnalyzer(kit.value, { now: () => 0 });
  return checkPuzzle(kit.value, puzzle, from.state, analyzer);
}

/** Shares are fractions, which canonical JSON does not have. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** The form of a file; null where it is another. */
function asSet(value: Json): PuzzleSet | null {
  if (!isObject(value) || !Array.isArray(value.records) || !Array.isArray(value.puzzles))
    return null;
  const isRecord = (one: Json) =>
    isObject(one) && typeof one.match === 'string' && typeof one.pack === 'string';
  return value.records.every(isRecord) && value.puzzles.every(isPuzzle)
    ? (value as unknown as PuzzleSet)
    : null;
}

function isPuzzle(one: Json): boolean {
  if (!isObject(one)) return false;
  const { id, game, match, n, seat, line, judge } = one;
  return (
    [id, game, match].every(text => typeof text === 'string') &&
    [n, seat].every(count => Number.isSafeInteger(count)) &&
    Array.isArray(line) &&
    line.length > 0 &&
    line.every(hex => typeof hex === 'string') &&
    isObject(judge) &&
    typeof judge.engine === 'string' &&
    typeof judge.version === 'string' &&
    Number.isSafeInteger(judge.nodes)
  );
}
