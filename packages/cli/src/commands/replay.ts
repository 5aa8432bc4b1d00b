/** `kifu replay`: a record played back in the terminal. */
import { emitKeypressEvents } from 'node:readline';
import type { ReadStream } from 'node:tty';
import { fail, type Kit, ok, type Result } from '@kifu/core';
import { type Frame, type Timeline, timeline } from '@kifu/record';
import { Command } from 'commander';
import { type BoardStyle, boardStyle, drawBoard } from '../board.ts';
import { type Handle, type Report, SILENT } from '../handle.ts';
import { spellShort } from '../input.ts';
import { type Context, put } from '../io.ts';
import { addExamples } from '../options.ts';
import type { Opened } from '../record-file.ts';
import { addRecordOptions, atOption, type RecordOptions, withRecord } from '../record-options.ts';
import {
  advance,
  KEYS,
  type Player,
  press,
  SPEEDS,
  startPlayer,
  waitMs,
} from '../replay/player.ts';
import { outcomeWords, printable, seatNamesOf, spaced } from '../words.ts';
import { movesUntil, sceneOf } from './show.ts';

interface Options extends RecordOptions {
  readonly at?: number;
  readonly color?: boolean;
}

/** The command. */
export const replayCommand = (handle: Handle): Command =>
  addExamples(
    addRecordOptions(
      new Command('replay')
        .description(
          'Play a record back in the terminal, at its own pace or yours. Without a terminal, print its moves.',
        )
        .summary('Play a record back.'),
    )
      .addOption(atOption().default(undefined, 'from the start'))
      .action(
        handle<Options>(async (context, [file], options) =>
          withRecord(context.io, file as string, options, opened =>
            replay(context, opened, options, file as string),
          ),
        ),
      ),
    ['kifu replay game.car', 'space plays and pauses, ? shows the keys'],
    ['kifu replay games.pgn --number 3', 'the third game of a collection'],
  );

async function replay(
  context: Context,
  opened: Opened,
  options: Options,
  file: string,
): Promise<Result<Report>> {
  const { io, isJson } = context;
  const line = timeline(opened.kit.game, opened.kifu);
  if (!line.ok) return line;
  if (options.at !== undefined && options.at > line.value.length)
    return fail(
      'not-found',
      `the record has ${line.value.length} entries, there is no ${options.at}`,
    );
  if (isJson || !io.isTTY.stdout || !io.isTTY.stdin || file === '-')
    return ok(listMoves(opened.kit, line.value, opened));
  return watch(context, opened, line.value, options);
}

/** Where there is no terminal: every move on a line of its own. */
function listMoves(kit: Kit, line: Timeline, { kifu }: Opened): Report {
  const names = seatNamesOf(kit);
  const rows = kifu.entries.map((_, i) => entryLine(kit, line, line.at(i + 1)));
  const outcome = kifu.ending?.outcome ?? line.at(line.length).outcome;
  return {
    json: {
      entries: line.length,
      moves: movesUntil(kit, line, line.length).map(({ text }) => text),
      marks: line.marks.map(({ n, event }) => ({ n, ...event })),
    },
    text: [...rows, ...(outcome === null ? [] : [outcomeWords(outcome, names)])].join('\n'),
  };
}

/** `12  white  Nf3  knight to f3`. */
function entryLine(kit: Kit, line: Timeline, frame: Frame): string {
  const { n, entry, parts } = frame;
  if (entry === null) return 'the start';
  const who = entry.seat === null ? '' : seatNamesOf(kit)(entry.seat);
  const number = `${n}`.padStart(`${line.length}`.length);
  if (entry.act.type !== 'move') return `${number}  ${who}  ${spaced(entry.act.type)}`;
  const before = line.at(n - 1).state;
  const events = parts.find(({ by }) => by === 'move')?.events ?? [];
  const words = kit.say.move(before, entry.act.move, events);
  return printable(`${number}  ${who}  ${spellShort(kit, before, entry.act.move)}  ${words}`);
}

/** Draws the record in place and listens to keys until the user leaves. */
async function watch(
  { io, colors }: Context,
  opened: Opened,
  line: Timeline,
  { at, color }: Options,
): Promise<Result<Report>> {
  const stdin = io.stdin as ReadStream;
  let player = startPlayer(line.length, at ?? 0);
  let exitCode = 0;
  let wake = () => {};
  const heard: string[] = [];
  const onKey = (text: string | undefined, key: { name?: string; ctrl?: boolean }) => {
    if (key.ctrl && key.name === 'c') [exitCode, player] = [130, { ...player, isOver: true }];
    else heard.push(key.name !== undefined && key.name.length > 1 ? key.name : (text ?? ''));
    wake();
  };
  const stopListening = io.onStop(code => {
    [exitCode, player] = [code, { ...player, isOver: true }];
    wake();
  });
  emitKeypressEvents(stdin);
  stdin.setRawMode?.(true);
  stdin.on('keypress', onKey);
  stdin.resume();
  await put(io.stdout, '\x1b[?1049h\x1b[?25l'); // the other screen, without a cursor
  try {
    while (!player.isOver) {
      const style = { ...boardStyle(io, color === false), isFlipped: player.isFlipped };
      await put(io.stdout, draw(opened, line, player, style, io.rows, io.columns, colors.dim));
      const wait = player.isPlaying ? waitMs(player, line.kifu) : null;
      if (heard.length === 0) await wakeOrTimeout(wait, io.sleep, run => (wake = run));
      if (player.isOver) break;
      const key = heard.shift();
      player = key === undefined ? advance(player) : press(player, key, line.marks);
    }
  } finally {
    stopListening();
    stdin.off('keypress', onKey);
    stdin.setRawMode?.(false);
    stdin.pause();
    await put(io.stdout, '\x1b[?25h\x1b[?1049l');
  }
  return ok({ ...SILENT, exitCode });
}

/** Resolves when a key was pressed, or when it is time to go on; null: only on a key. */
function wakeOrTimeout(
  waitFor: number | null,
  sleep: (ms: number) => Promise<void>,
  onWake: (run: () => void) => void,
): Promise<void> {
  return new Promise(resolve => {
    onWake(resolve);
    if (waitFor !== null) sleep(waitFor).then(resolve);
  });
}

/** Everything on the screen. */
function draw(
  { kit, kifu }: Opened,
  line: Timeline,
  player: Player,
  style: BoardStyle,
  rows: number,
  columns: number,
  dim: (text: string) => string,
): string {
  const frame = line.at(player.n);
  const names = seatNamesOf(kit);
  const outcome =
    frame.outcome ?? (frame.n === line.length ? (kifu.ending?.outcome ?? null) : null);
  const clocks = line.clocks(frame.n)?.map(({ seat, ms }) => `${names(seat)} ${clock(ms)}`);
  const notes = kifu.notes.filter(({ entry, text }) => entry === frame.n && text !== '');
  const lines = [
    header(kifu, names),
    '',
    ...drawBoard(sceneOf(kit, line, frame), style),
    '',
    entryLine(kit, line, frame),
    ...(clocks === undefined ? [] : [clocks.join('   ')]),
    ...(outcome === null ? [] : [outcomeWords(outcome, names)]),
    ...notes.map(({ text }) => printable(text)),
    '',
    bar(line, player, Math.min(columns, 80)),
    dim(status(player)),
    ...(player.hasHelp
      ? ['', ...KEYS.map(([keys, about]) => `  ${keys.padEnd(10)} ${about}`)]
      : []),
  ];
  const fitting = lines.slice(0, Math.max(1, rows - 1)).map(text => `${text}\x1b[K`);
  return `\x1b[H${fitting.join('\r\n')}\x1b[J`;
}

const header = ({ header: { players } }: Opened['kifu'], names: (seat: number) => string): string =>
  printable(players.map(({ seat, name }) => `${name || names(seat)}`).join(' – '));

/** How far it is, with a mark wherever something happened. */
function bar(line: Timeline, { n, length }: Player, columns: number): string {
  const width = Math.max(10, columns - 4);
  const place = (entry: number) =>
    length === 0 ? 0 : Math.min(width - 1, Math.floor((entry * (width - 1)) / length));
  const marked = new Set(line.marks.map(mark => place(mark.n)));
  const here = place(n);
  const cells = Array.from({ length: width }, (_, i) =>
    i === here ? '●' : marked.has(i) ? '┼' : i < here ? '━' : '─',
  );
  return `  ${cells.join('')}`;
}

function status({ n, length, isPlaying, speed, typed }: Player): string {
  if (typed !== null) return `  go to entry: ${typed}`;
  const how = isPlaying ? '▶' : '⏸';
  return `  ${how} ${n} of ${length}   ${SPEEDS[speed]}×   space ← → [ ] + − ? q`;
}

const clock = (ms: number): string =>
  `${Math.floor(ms / 60_000)}:${`${Math.floor(ms / 1000) % 60}`.padStart(2, '0')}`;
