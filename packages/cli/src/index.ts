/** The command `kifu`: `run` for programs and tests, `main` for the shell. */
import { formatFault } from '@kifu/core';
import { type Command, CommanderError } from 'commander';
import { colorsFor, type Io, type ProcessIo } from './io.ts';
import { languageFor, loadSpeech, takeLanguage } from './language.ts';
import { processGames } from './process-games.ts';
import { processIo } from './process-io.ts';
import { buildProgram } from './program.ts';
import { EXIT, handlerFor } from './run-command.ts';

export type { ProcessIo as Io } from './io.ts';
export { EXIT } from './run-command.ts';

/** Runs one command line, without the names of node and program. Returns the exit code. */
export async function run(argv: readonly string[], process: ProcessIo): Promise<number> {
  const { words, named } = takeLanguage(beforeDashes(argv));
  const speech = await loadSpeech(languageFor(named, process.env));
  // a prototype, since some properties of a process change
  const io: Io = Object.create(process, Object.getOwnPropertyDescriptors(speech));
  let exitCode: number = EXIT.good;
  const handle = handlerFor(io, code => {
    exitCode = code;
  });
  const program = await buildProgram(io, handle, words);
  await addOptionsOfGame(program, words, io);
  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (cause) {
    if (cause instanceof CommanderError) return cause.exitCode === 0 ? EXIT.good : EXIT.misuse;
    io.stderr.write(`kifu: ${speech.texts.misuse.bug}\n${describe(cause)}\n`);
    return EXIT.bug;
  }
}

/** The options that precede `--`, which ends them. */
const beforeDashes = (argv: readonly string[]): readonly string[] =>
  argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length);

/** Adds the options of a game to the help of a command that names one. */
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
  // a promise that nothing keeps alive would end the process without an error
  const stuck = () => {
    console.error('kifu: internal error, please report it: the command stopped before it was done');
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
