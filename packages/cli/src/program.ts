/** The tree of commands. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { columnsOf } from './columns.ts';
import { describeProgram, describeTarget } from './describe-commands.ts';
import { colorsFor, type Io, wantsColor } from './io.ts';
import { LANGUAGE_TAGS } from './language.ts';
import type { Handle } from './run-command.ts';
import { fillOptions } from './settings.ts';
import { wrap } from './text.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };

/**
 * Builds the program for a command line; commands report to `handle`, and errors of usage go to the streams of `io`. It has the one
 * command that is named, or all of them for help and completion.
 */
export async function buildProgram(
  io: Io,
  handle: Handle,
  words: readonly string[],
): Promise<Command> {
  const program = new Command('kifu')
    .version(version, '-V, --version')
    .helpCommand(false) // ours knows commands within commands
    .option('--json')
    .option('--no-color')
    .option(`--lang <${LANGUAGE_TAGS.join('|')}>`);
  settle(program, io, words.includes('--no-color'));
  program.hook('preAction', (_program, command) => fillOptions(command, io));
  const wanted = words.find(word => !word.startsWith('-')) ?? '';
  const isOne = wanted !== 'completion' && Object.hasOwn(COMMANDS, wanted);
  const loaded = isOne ? [COMMANDS[wanted]!] : Object.values(COMMANDS);
  for (const make of await Promise.all(loaded.map(load => load())))
    addInherited(program, make(handle));
  addInherited(program, helpCommand(program, io));
  describeProgram(program, io.texts);
  return program;
}

/** `kifu help`, also of a command within a command. */
const helpCommand = (program: Command, { texts: { misuse } }: Io): Command =>
  new Command('help').argument('[COMMAND...]').action((words: readonly string[]) => {
    let found = program;
    for (const word of words) {
      const part = found.commands.find(command => command.name() === word);
      if (part === undefined) program.error(`error: ${misuse.unknownCommand(words.join(' '))}`);
      found = part;
    }
    found.outputHelp();
  });

/** In the order of the help. Each command is loaded on demand, so that others start faster. */
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
  analyze: async () => (await import('./commands/analyze.ts')).analyzeCommand,
  annotate: async () => (await import('./commands/annotate.ts')).annotateCommand,
  publish: async () => (await import('./commands/publish.ts')).publishCommand,
  fetch: async () => (await import('./commands/fetch.ts')).fetchCommand,
  library: async () => (await import('./commands/library.ts')).libraryCommand,
  puzzles: async () => (await import('./commands/puzzles.ts')).puzzlesCommand,
  sql: async () => (await import('./commands/sql.ts')).sqlCommand,
  ratings: async () => (await import('./commands/ratings.ts')).ratingsCommand,
  engine: async () => (await import('./commands/engine.ts')).engineCommand,
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

/** Adds a command with the settings of its parent about output and help. */
function addInherited(parent: Command, command: Command): void {
  inherit(command, parent);
  parent.addCommand(command);
}

function inherit(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent);
  if (command.commands.length > 0) command.helpCommand(false);
  for (const part of command.commands) inherit(part, command);
}

/** Sets where and how help and errors are written. None of them exits the process. */
function settle(program: Command, io: Io, isColorOff: boolean): void {
  const isColored = {
    out: wantsColor(io, 'stdout', isColorOff),
    err: wantsColor(io, 'stderr', isColorOff),
  };
  const { bold } = colorsFor(true); // commander removes them where there is no color
  const { shared, misuse } = io.texts;
  const headings: { readonly [title: string]: string } = shared.headings;
  const translate = (text: string): string =>
    text.replace(/\[(?:options|command)\]/g, word => headings[word]!);
  program
    .exitOverride()
    .configureHelp({
      showGlobalOptions: true,
      minWidthToWrap: 20,
      styleTitle: title => bold(headings[title] ?? title),
      styleUsage: translate,
      styleSubcommandTerm: translate,
      optionDescription: option => describeTarget(option, io.texts),
      argumentDescription: argument => describeTarget(argument, io.texts),
      displayWidth: text => columnsOf(text.replace(COLOR_CODES, '')),
      boxWrap: (text, width) => wrap(text.split(/\s+/), width).join('\n'),
    })
    .showSuggestionAfterError()
    .showHelpAfterError(misuse.seeHelp)
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: color codes start with one
const COLOR_CODES = /\x1b\[[\d;]*m/g;
