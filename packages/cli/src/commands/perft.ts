/** `kifu perft`: counts move sequences. */
import { type Json, type Kit, ok, perft, step, unwrap } from '@kifu/core';
import { Argument, Command } from 'commander';
import { type Choice, choices, type StartOptions, spellShort, startFrom } from '../input.ts';
import type { Context, Io } from '../io.ts';
import { addStartOptions, gameArgument, wholeNumber } from '../options.ts';
import type { CommandReport, Handle } from '../run-command.ts';
import { tableLines } from '../text.ts';

const MAX_DEPTH = 32;
/** Time between updates of the progress, in milliseconds. */
const PROGRESS_MS = 200;

interface Options extends StartOptions {
  readonly divide?: boolean;
}

/** The command. */
export const perftCommand = (handle: Handle): Command =>
  addStartOptions(
    new Command('perft')
      .addArgument(gameArgument())
      .addArgument(new Argument('<DEPTH>').argParser(wholeNumber(0, MAX_DEPTH)))
      .option('--divide'),
  ).action(
    handle<Options>(async (context, [name, depth], options) => {
      const kit = await context.io.games.load(name as string);
      if (!kit.ok) return kit;
      const started = startFrom(kit.value, options, 1);
      if (!started.ok) return started;
      return ok(await count(context, kit.value, started.value.state, depth as number, options));
    }),
  );

interface Divided extends Choice {
  readonly text: string;
  readonly count: number;
}

async function count(
  context: Context,
  kit: Kit,
  state: unknown,
  depth: number,
  { divide = false }: Options,
): Promise<CommandReport> {
  const { io } = context;
  const began = io.now();
  const divided = depth > 0 ? await countEach(io, kit, state, depth) : [];
  // some games count on where others stop, so that the whole is asked for where it cannot be summed up
  const nodes = divided.length > 0 ? sum(divided) : countAll(kit, state, depth);
  const ms = Math.max(0, io.now() - began);
  const perSecond = ms === 0 ? null : Math.round((nodes * 1000) / ms);
  const moves = divided.map(({ seat, move, text, count }) => ({ seat, move, text, count }));
  return {
    json: {
      game: kit.game.name,
      depth,
      nodes,
      ms: Math.round(ms),
      nodesPerSecond: perSecond,
      ...(divide ? { moves: moves as unknown as Json } : {}),
    },
    text: [
      ...(divide
        ? tableLines(moves.map(({ text, count }) => [text, io.texts.counts.number(count)]))
        : []),
      ...(divide && moves.length > 0 ? [''] : []),
      io.texts.reports.programs.perft.result(
        nodes,
        depth,
        io.texts.counts.decimal(ms / 1000, 2),
        perSecond,
      ),
    ].join('\n'),
  };
}

const sum = (divided: readonly Divided[]) => divided.reduce((all, { count }) => all + count, 0);

const countAll = (kit: Kit, state: unknown, depth: number): number =>
  kit.perft?.(state, depth) ?? perft(kit.game, state, depth);

/** Counts behind each first move, and tells a terminal how far it is. */
async function countEach(io: Io, kit: Kit, state: unknown, depth: number): Promise<Divided[]> {
  const divided: Divided[] = [];
  const all = choices(kit.game, state);
  const isLive = io.isTTY.stderr && io.env.TERM !== 'dumb';
  let told = io.now();
  let hasTold = false;
  for (const { seat, move } of all) {
    const next = unwrap(step(kit.game, state, { do: 'move', seat, move })).state;
    const count = countAll(kit, next, depth - 1);
    divided.push({ seat, move, text: spellShort(kit, state, move), count });
    if (isLive && io.now() - told >= PROGRESS_MS) {
      [told, hasTold] = [io.now(), true];
      const line = io.texts.reports.programs.perft.progress(
        divided.length,
        all.length,
        sum(divided),
      );
      io.stderr.write(`\r\x1b[K${line}`);
      await io.sleep(0); // lets the line out
    }
  }
  if (hasTold) io.stderr.write('\r\x1b[K');
  return divided;
}
