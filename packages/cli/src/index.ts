/** The command `kifu`: `run` for programs and tests, `main` for the shell. */
import { formatFault } from '@kifu/core';
import { type Command, CommanderError } from 'commander';
import { colorsFor, type Io } from './io.ts';
import { processGames } from './process-games.ts';
import { processIo } from './process-io.ts';
import { buildProgram } from './program.ts';
import { EXIT, handlerFor } from './run-command.ts';

export type { Io } from './io.ts';
export { EXIT } from './run-command.ts';

/** Runs one command line, without the names of node and program; gives the exit code. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let exitCode: number = EXIT.good;
  const handle = handlerFor(io, code => {
    exitCode = code;
  });
  const words = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length);
  const program = await buildProgram(io, handle, words);
  await addOptionsOfGame(program, words, io);
  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (cause) {
    if (cause instanceof CommanderError) return cause.exitCode === 0 ? EXIT.good : EXIT.misuse;
    io.stderr.write(`kifu: this should not have happened, please report it:\n${describe(cause)}\n`);
    return EXIT.bug;
  }
}

/** Help of a command that names a game tells the options of that game too. */
async function addOptionsOfGame(program: Command, words: readonly string[], io: Io): Promise<void> {
  if (!words.some(word => word === '--help' || word === '-h')) return;
  const [first, name = ''] = words.filter(word => !word.startsWith('-'));
  const command = program.commands.find(each => each.name() === first);
  const takesOptions = command?.options.some(({ long }) => long === '--option') ?? false;
  const kit = takesOptions && io.games.names().includes(name) ? await io.games.load(name) : null;
  if (!kit?.ok) return;
  const { optionLines } = await import('./commands/games.ts');
  command!.addHelpText('after', optionLines(kit.value, io, colorsFor(false)).join('\n'));
}

/** Runs the command line of this process. */
export async function main(): Promise<void> {
  // a promise that nothing keeps alive would end the process as if all were well
  const stuck = () => {
    console.error(
      'kifu: this should not have happened, please report it: it stopped in the middle',
    );
    process.exitCode = EXIT.bug;
  };
  process.once('beforeExit', stuck);
  const games = await processGames(process.env);
  if (games.ok) process.exitCode = await run(process.argv.slice(2), processIo(games.value));
  else {
    process.stderr.write(`kifu: ${formatFault(games.fault)}\n`);
    process.exitCode = EXIT.misuse;
  }
  process.off('beforeExit', stuck);
  process.stdin.destroy(); // an input that the command no longer reads must not keep the process alive
}

const describe = (cause: unknown) => (cause instanceof Error ? cause.stack : String(cause));
