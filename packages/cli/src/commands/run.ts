/** `kifu run`: the rules of a game as a filter, for programs in other languages. */
import { type Draws, ok } from '@kifu/core';
import { Command, Option } from 'commander';
import { createEngine } from '../engine.ts';
import { readSetup, type StartOptions } from '../input.ts';
import { put } from '../io.ts';
import { readLines } from '../lines.ts';
import { addStartOptions, gameArgument } from '../options.ts';
import { type Handle, SILENT } from '../run-command.ts';

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
  )
    .action(
      handle<Options>(async ({ io }, [name], options) => {
        const kit = await io.games.load(name as string);
        if (!kit.ok) return kit;
        const setup = readSetup(kit.value, options);
        if (!setup.ok) return setup;
        const { draws, state = false, legal = false } = options;
        const engine = createEngine(kit.value, setup.value, { draws, state, legal });
        if (!engine.ok) return engine;
        await put(io.stdout, jsonLines(engine.value.opening));
        for await (const { text } of readLines(io.stdin))
          await put(io.stdout, jsonLines(engine.value.answer(text)));
        return ok(SILENT);
      }),
    )
    .addHelpText('after', PROTOCOL);

/** What a line looks like; all of it is in the README. */
const PROTOCOL = `
Lines in:
  {"seat":0,"move":"e4"}           a move: JSON, hex or a notation; without
                                   a seat where only one can act
  {"seat":0,"move":3,"at":120}     the same at a tick, in games that have ticks
  {"at":200}                       time passes
  {"leave":1,"how":"resignation"}  a seat leaves
  {"seat":0,"claim":"fiftyMoves"}  what the rules let a seat claim
  {"draw":12345}                   a draw of chance, where draws are fair

Lines out:
  {"ok":true,"start":true,…}       once, before anything is read
  {"ok":true,"n":1,"events":[…],"hash":"…","active":[1],"outcome":null}
  {"ok":false,"fault":{"code":"…","message":"…"}}
  {"ok":true,"draw":true,…}        after an answer, for each draw of chance`;

const jsonLines = (lines: readonly object[]) =>
  lines.map(line => `${JSON.stringify(line)}\n`).join('');
