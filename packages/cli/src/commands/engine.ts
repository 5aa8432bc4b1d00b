/** `kifu engine`: engines in separate processes, by names that `--seats` takes. */

import { fail, type Json, type Kit, ok, playerViewOf, type Result, start } from '@kifu/core';
import { type EngineSpec, PROTOCOLS } from '@kifu/engines';
import { Command, Option } from 'commander';
import { addEngineOptions } from '../engines/engine-options.ts';
import { type EngineOptions, findEngine, isEngineText } from '../engines/find-engine.ts';
import { engineFault, MatchEngines } from '../engines/open-engines.ts';
import { isEngineName, storedEngines, storeEngine } from '../engines/stored-engines.ts';
import type { Io } from '../io.ts';
import { type CommandReport, type Handle, misuse } from '../run-command.ts';
import { tableLines } from '../text.ts';
import { engineServeCommand } from './engine-serve.ts';

/** How many moves a test plays, and how long the engine thinks about each. */
const TEST_MOVES = 4;
const TEST_MOVE_MS = 100;

/** The command. */
export const engineCommand = (handle: Handle): Command =>
  new Command('engine')
    .addCommand(
      addEngineOptions(
        new Command('add').argument('<NAME>').argument('<ENGINE>').argument('[ARG...]'),
      )
        .addOption(new Option('--ponder'))
        .action(
          handle<AddOptions>(({ io }, [name, engine, args], options) =>
            add(io, name as string, engine as string, args as readonly string[], options),
          ),
        ),
    )
    .addCommand(new Command('list').action(handle(({ io }) => list(io))))
    .addCommand(
      addEngineOptions(new Command('test').argument('<ENGINE>').argument('[GAME]')).action(
        handle<EngineOptions>(({ io }, [engine, game], options) =>
          test(io, engine as string, game as string | undefined, options),
        ),
      ),
    )
    .addCommand(engineServeCommand(handle))
    .addCommand(
      new Command('remove')
        .argument('<NAME>')
        .action(handle(({ io }, [name]) => remove(io, name as string))),
    );

interface AddOptions extends EngineOptions {
  readonly ponder?: true;
}

async function add(
  io: Io,
  name: string,
  text: string,
  args: readonly string[],
  { ponder, ...options }: AddOptions,
): Promise<Result<CommandReport>> {
  if (!isEngineName(name)) return misuse(texts => texts.engineName(JSON.stringify(name)));
  if (!isEngineText(text) || text.startsWith('engine:')) return notAnEngine(text);
  const t = io.texts.reports.programs.engine;
  const found = await findEngine(io, text, options);
  if (!found.ok) return found;
  const { command, ...rest } = found.value;
  if (ponder === true && rest.protocol !== 'uci') return misuse(texts => texts.ponder);
  const spec = {
    ...rest,
    ...(ponder === true ? { ponder } : {}),
    command: args.length === 0 ? command : [command[0]!, ...args],
  };
  const stored = await storeEngine(io, name, spec);
  if (!stored.ok) return stored;
  return ok({ json: { name, ...asJson(spec) }, text: t.is(`engine:${name}`, describe(io, spec)) });
}

async function list(io: Io): Promise<Result<CommandReport>> {
  const engines = await storedEngines(io);
  if (!engines.ok) return engines;
  const rows = [...engines.value].map(([name, spec]) => [`engine:${name}`, describe(io, spec)]);
  const json = Object.fromEntries([...engines.value].map(([name, spec]) => [name, asJson(spec)]));
  return ok({
    json: { engines: json },
    text: rows.length === 0 ? io.texts.reports.programs.engine.none : tableLines(rows).join('\n'),
  });
}

async function remove(io: Io, name: string): Promise<Result<CommandReport>> {
  const engines = await storedEngines(io);
  if (!engines.ok) return engines;
  if (!engines.value.has(name)) return fail('not-found', `engine ${name} not found`);
  const stored = await storeEngine(io, name, null);
  return stored.ok
    ? ok({ json: { name }, text: io.texts.reports.programs.engine.removed(`engine:${name}`) })
    : stored;
}

/** Starts an engine, shows what it says about itself, and lets it play a few moves against itself. */
async function test(
  io: Io,
  text: string,
  named: string | undefined,
  options: EngineOptions,
): Promise<Result<CommandReport>> {
  const whole = isEngineText(text) ? text : `engine:${text}`;
  const found = await findEngine(io, whole, options);
  if (!found.ok) return found;
  const game = named ?? PROTOCOLS[found.value.protocol];
  if (game === null) return misuse(texts => texts.gameToTest);
  const kit = await io.games.load(game);
  if (!kit.ok) return kit;
  const engines = new MatchEngines(io, { moveTime: TEST_MOVE_MS, ...options });
  try {
    const opened = await engines.open(kit.value, whole);
    if (!opened.ok) return opened;
    const { name, author } = opened.value;
    const played = await playAlone(kit.value, opened.value.decide, io);
    if (!played.ok) return played;
    const offered = opened.value.options.map(option => ({ ...option, values: [...option.values] }));
    const rows = offered.map(({ name, type, default: usual, min, max, values }) => [
      `  ${name}`,
      type,
      usual ?? '',
      values.length > 0
        ? values.join(', ')
        : min === null || max === null
          ? ''
          : io.texts.reports.programs.engine.range(min, max),
    ]);
    return ok({
      json: { name, author, options: offered, moves: played.value },
      text: [
        author === null ? name : `${name}, ${author}`,
        ...tableLines(rows),
        `${kit.value.title}: ${played.value.join(' ')}`,
      ].join('\n'),
    });
  } finally {
    await engines.close();
  }
}

type Decide =
  Awaited<ReturnType<MatchEngines['open']>> extends Result<infer Player>
    ? Player extends { readonly decide: infer Method }
      ? Method
      : never
    : never;

/** Asks for every seat in turn; returns the moves in the first notation. */
async function playAlone(kit: Kit, decide: Decide, io: Io): Promise<Result<string[]>> {
  const { game } = kit;
  const begun = start(game, game.chance === undefined ? {} : { seed: io.freshSeed() });
  if (!begun.ok) return begun;
  let { state } = begun.value;
  const moves: Json[] = [];
  const texts: string[] = [];
  for (let n = 0; n < TEST_MOVES; n++) {
    const [seat] = game.active(state);
    if (seat === undefined) break;
    const turn = {
      ...{ seat, n, view: playerViewOf(game, state, seat) },
      moves: () => (game.secrets === undefined && game.time === undefined ? [...moves] : null),
      budget: { moveMs: null, clocks: null, elapsedMs: 0 },
    };
    try {
      const decision = await decide(turn as never, new AbortController().signal);
      if (decision.do !== 'move') break;
      texts.push(
        kit.notations[0]?.format(state, decision.move as never) ?? JSON.stringify(decision.move),
      );
      moves.push(decision.move);
      const played = game.play(state, seat, decision.move as never);
      if (!played.ok) return played;
      state = played.value.state;
    } catch (cause) {
      return engineFault('the engine', cause);
    }
  }
  return ok(texts);
}

const notAnEngine = (text: string) =>
  misuse(texts => texts.noEngine(JSON.stringify(text), Object.keys(PROTOCOLS)));

const asJson = (spec: EngineSpec) => ({ ...spec }) as unknown as { readonly [key: string]: Json };

/** `uci /usr/games/stockfish (Hash=64, Elo 1500)`. */
function describe(
  { texts }: Io,
  { protocol, command, options = {}, elo, limits = {}, ponder }: EngineSpec,
): string {
  const details = [
    ...Object.entries(options).map(([name, value]) => `${name}=${value}`),
    ...(elo === undefined ? [] : [`Elo ${elo}`]),
    ...(ponder === true ? [texts.reports.programs.engine.ponders] : []),
    ...(limits.moveMs === undefined ? [] : [texts.reports.programs.engine.moveTime(limits.moveMs)]),
  ];
  return `${protocol} ${command.join(' ')}${details.length === 0 ? '' : ` (${details.join(', ')})`}`;
}
