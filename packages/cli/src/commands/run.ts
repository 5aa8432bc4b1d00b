/** `kifu run`: the rules of a game as a filter, for programs in other languages. */
import { type Draws, ok } from '@kifu/core';
import { Command, Option } from 'commander';
import { createEngine } from '../engine.ts';
import { readSetup, type StartOptions } from '../input.ts';
import { put } from '../io.ts';
import { readLines } from '../lines.ts';
import { addStartOptions, gameArgument } from '../options.ts';
import { type Handle, SILENT } from '../run-command.ts';
import { createMatches } from '../run-matches.ts';

interface Options extends StartOptions {
  readonly state?: true;
  readonly legal?: true;
  readonly draws: Draws;
}

/** The command. */
export const runCommand = (handle: Handle): Command =>
  addStartOptions(
    new Command('run')
      .addArgument(gameArgument())
      .option('--state')
      .option('--legal')
      .addOption(new Option('--draws <HOW>').choices(['plain', 'fair']).default('plain')),
  ).action(
    handle<Options>(async ({ io }, [name], options) => {
      const kit = await io.games.load(name as string);
      if (!kit.ok) return kit;
      const setup = readSetup(kit.value, options);
      if (!setup.ok) return setup;
      const { draws, state = false, legal = false } = options;
      const engine = createEngine(kit.value, setup.value, { draws, state, legal });
      if (!engine.ok) return engine;
      await put(io.stdout, jsonLines(engine.value.opening));
      const matches = createMatches(io, kit.value, engine.value, { draws, state, legal });
      for await (const { text } of readLines(io.stdin))
        await put(io.stdout, jsonLines(await matches.answer(text)));
      return ok(SILENT);
    }),
  );

const jsonLines = (lines: readonly object[]) =>
  lines.map(line => `${JSON.stringify(line)}\n`).join('');
