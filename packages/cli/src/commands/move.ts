/** `kifu move`: a move in all its spellings. */

import {
  type Fail,
  formatHex,
  type Json,
  type JsonObject,
  type Kit,
  ok,
  type Result,
  step,
} from '@kifu/core';
import { Argument, Command } from 'commander';
import { faultText } from '../fault-text.ts';
import {
  readBytes,
  readTyped,
  type Spelling,
  type StartOptions,
  spell,
  startFrom,
  upperHex,
} from '../input.ts';
import { type Context, putJson, putLine } from '../io.ts';
import { readLines } from '../lines.ts';
import { addStartOptions, gameArgument } from '../options.ts';
import { type Handle, SILENT, within } from '../run-command.ts';
import { tableLines } from '../text.ts';

interface Options extends StartOptions {
  readonly play?: true;
  readonly bytes?: true;
}

/** The command with its two parts. */
export const moveCommand = (handle: Handle): Command =>
  new Command('move').addCommand(encodeCommand(handle)).addCommand(decodeCommand(handle));

const encodeCommand = (handle: Handle): Command =>
  moveOptions('encode')
    .option('--play')
    .action(
      handle<Options>((context, words, options) => spellAll(context, words, options, readTyped)),
    );

const decodeCommand = (handle: Handle): Command =>
  moveOptions('decode')
    .option('--bytes')
    .action(
      handle<Options>((context, words, options) =>
        spellAll(context, words, options, (kit, _state, text) =>
          options.bytes ? readBytes(kit, text) : kit.game.moves.hex.decode(upperHex(text)),
        ),
      ),
    );

const moveOptions = (name: string): Command =>
  addStartOptions(
    new Command(name).addArgument(gameArgument()).addArgument(new Argument('<MOVE...>')),
  );

type Read = (kit: Kit, state: unknown, text: string) => Result<Json>;

async function spellAll(
  context: Context,
  [name, moves]: readonly unknown[],
  options: Options,
  read: Read,
): Promise<Result<typeof SILENT>> {
  const kit = await context.io.games.load(name as string);
  if (!kit.ok) return kit;
  const started = startFrom(kit.value, options, 1);
  if (!started.ok) return started;
  let { state } = started.value;
  let count = 0;
  for await (const text of textsOf(context, moves as readonly string[])) {
    if (!text.ok) return text;
    const { line } = text.value;
    const typed = text.value.text.trim();
    const refuse = (wrong: Fail) =>
      placed((moves as string[]).length > 1 ? within(JSON.stringify(typed), wrong) : wrong, line);
    const move = read(kit.value, state, typed);
    if (!move.ok) return refuse(move);
    if (count++ > 0 && !context.isJson) await putLine(context.io);
    await print(context, kit.value, state, move.value);
    if (!options.play) continue;
    const next = play(kit.value, state, move.value);
    if (!next.ok) return refuse(next);
    state = next.value;
  }
  return ok(SILENT);
}

interface Text {
  readonly text: string;
  /** Which line of standard input; null for an argument. */
  readonly line: number | null;
}

/** The moves of the arguments; those of standard input in place of a `-`. */
async function* textsOf({ io }: Context, moves: readonly string[]): AsyncGenerator<Result<Text>> {
  for (const move of moves) {
    if (move !== '-') yield ok({ text: move, line: null });
    else
      for await (const { number: line, text } of readLines(io.stdin))
        yield text.ok ? ok({ text: text.value, line }) : placed(text, line);
  }
}

const placed = ({ fault }: Fail, line: number | null): Fail => ({
  ok: false,
  fault: line === null ? fault : { ...fault, at: { ...fault.at, line } },
});

/** The state after a move by the first seat that may make it. */
function play({ game }: Kit, state: unknown, move: Json): Result<unknown> {
  const [first = 0, ...others] = game.active(state);
  let done = step(game, state, { do: 'move', seat: first, move });
  for (const seat of others) if (!done.ok) done = step(game, state, { do: 'move', seat, move });
  return done.ok ? ok(done.value.state) : done;
}

async function print({ io, isJson, colors }: Context, kit: Kit, state: unknown, move: Json) {
  const { moves } = kit.game;
  const hex = moves.hex.encode(move);
  const bytes = formatHex(moves.bytes.encode(move)).slice(2);
  const spellings = spell(kit, state, move);
  const played = play(kit, state, move);
  const json = moves.json.encode(move);
  if (isJson) {
    const notation = Object.fromEntries(spellings.map(({ name, text }) => [name, text]));
    const line: JsonObject = { ok: true, move: json, hex, bytes, notation, legal: played.ok };
    return putJson(io, line);
  }
  const t = io.texts.reports.records.move;
  const { notations } = io.texts.reports.programs.games;
  const rows = tableLines([
    ['json', JSON.stringify(json)],
    ['hex', hex],
    [t.rows.bytes, bytes],
    [
      t.rows.notation,
      spellings
        .map(({ name, text }: Spelling) => `${text} (${notations[name] ?? name})`)
        .join(', ') || '–',
    ],
    [t.rows.legal, played.ok ? t.legal : t.illegal(faultText(io, played.fault))],
  ]);
  return putLine(io, rows.map(row => row.replace(/^\S+/, word => colors.dim(word))).join('\n'));
}
