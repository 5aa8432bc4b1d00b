/** The tree of commands. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { colorsFor, type Io, wantsColor } from './io.ts';
import { addExamples } from './options.ts';
import type { Handle } from './run-command.ts';
import { fillOptions } from './settings.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };

/**
 * Builds the program for a command line; commands report to `handle`, words about wrong usage go to the streams of `io`. It has the one
 * command that is named, or all of them where they are told of.
 */
export async function buildProgram(
  io: Io,
  handle: Handle,
  words: readonly string[],
): Promise<Command> {
  const program = addExamples(
    new Command('kifu')
      .description('Play, record and verify games.')
      .version(version, '-V, --version', 'print the version')
      .helpOption('-h, --help', 'print this help')
      .helpCommand(false) // ours knows commands within commands
      .option('--json', 'print JSON instead of text')
      .option('--no-color', 'print no colours (so does NO_COLOR)'),
    ['kifu demo', 'watch two bots play chess'],
    ['kifu play chess', 'play against a bot'],
    ['kifu perft chess 4', 'count move sequences'],
  );
  settle(program, io, words.includes('--no-color'));
  program.hook('preAction', (_program, command) => fillOptions(command, io));
  const wanted = words.find(word => !word.startsWith('-')) ?? '';
  const isOne = wanted !== 'completion' && Object.hasOwn(COMMANDS, wanted);
  const loaded = isOne ? [COMMANDS[wanted]!] : Object.values(COMMANDS);
  for (const make of await Promise.all(loaded.map(load => load())))
    addInherited(program, make(handle));
  addInherited(program, helpCommand(program));
  return program;
}

/** `kifu help`, also of a command within a command. */
const helpCommand = (program: Command): Command =>
  new Command('help')
    .description('Print the help of a command.')
    .argument('[COMMAND...]', 'words of the command: move encode')
    .action((words: readonly string[]) => {
      let found = program;
      for (const word of words) {
        const part = found.commands.find(command => command.name() === word);
        if (part === undefined) program.error(`error: unknown command '${words.join(' ')}'`);
        found = part;
      }
      found.outputHelp();
    });

/** In the order of the help. What a command needs is loaded with it: others start quicker without it. */
const COMMANDS: { readonly [name: string]: () => Promise<(handle: Handle) => Command> } = {
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
  play: async () => (await import('./commands/play.ts')).playCommand,
  lobby: async () => (await import('./commands/lobby.ts')).lobbyCommand,
  watch: async () => (await import('./commands/watch.ts')).watchCommand,
  record: async () => (await import('./commands/record.ts')).recordCommand,
  show: async () => (await import('./commands/show.ts')).showCommand,
  replay: async () => (await import('./commands/replay.ts')).replayCommand,
  info: async () => (await import('./commands/info.ts')).infoCommand,
  state: async () => (await import('./commands/state.ts')).stateCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  diff: async () => (await import('./commands/diff.ts')).diffCommand,
  convert: async () => (await import('./commands/convert.ts')).convertCommand,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  branch: async () => (await import('./commands/branch.ts')).branchCommand,
  annotate: async () => (await import('./commands/annotate.ts')).annotateCommand,
  publish: async () => (await import('./commands/publish.ts')).publishCommand,
  fetch: async () => (await import('./commands/fetch.ts')).fetchCommand,
  library: async () => (await import('./commands/library.ts')).libraryCommand,
  ratings: async () => (await import('./commands/ratings.ts')).ratingsCommand,
  config: async () => (await import('./commands/config.ts')).configCommand,
  tournament: async () => (await import('./commands/tournament.ts')).tournamentCommand,
  key: async () => (await import('./commands/key.ts')).keyCommand,
  login: async () => (await import('./commands/account.ts')).loginCommand,
  whoami: async () => (await import('./commands/account.ts')).whoamiCommand,
  account: async () => (await import('./commands/account.ts')).accountCommand,
  id: async () => (await import('./commands/id.ts')).idCommand,
  challenge: async () => (await import('./commands/challenge.ts')).challengeCommand,
  game: async () => (await import('./commands/game.ts')).gameCommand,
  archive: async () => (await import('./commands/archive.ts')).archiveCommand,
  player: async () => (await import('./commands/player.ts')).playerCommand,
  namespace: async () => (await import('./commands/namespace.ts')).namespaceCommand,
  peer: async () => (await import('./commands/peer.ts')).peerCommand,
  games: async () => (await import('./commands/games.ts')).gamesCommand,
  move: async () => (await import('./commands/move.ts')).moveCommand,
  perft: async () => (await import('./commands/perft.ts')).perftCommand,
  run: async () => (await import('./commands/run.ts')).runCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand,
};

/** Commands made apart take over what the program was told about output and help. */
function addInherited(parent: Command, command: Command): void {
  command.helpOption('-h, --help', 'print this help');
  inherit(command, parent);
  parent.addCommand(command);
}

function inherit(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent);
  if (command.commands.length > 0) command.helpCommand(false);
  for (const part of command.commands) inherit(part, command);
}

/** Where and how help and complaints are written; nothing here ends the process. */
function settle(program: Command, io: Io, isColorOff: boolean): void {
  const isColored = {
    out: wantsColor(io, 'stdout', isColorOff),
    err: wantsColor(io, 'stderr', isColorOff),
  };
  const { bold } = colorsFor(true); // commander takes colours away again where there are none
  program
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, styleTitle: title => bold(title) })
    .showSuggestionAfterError()
    .showHelpAfterError('(--help shows how it is used)')
    .configureOutput({
      writeOut: text => void io.stdout.write(text),
      writeErr: text => void io.stderr.write(text),
      getOutHelpWidth: () => Math.min(io.columns, 100),
      getErrHelpWidth: () => Math.min(io.columns, 100),
      getOutHasColors: () => isColored.out,
      getErrHasColors: () => isColored.err,
      outputError: (text, write) => write(text.replace(/^error: /, 'kifu: ')),
    });
}
