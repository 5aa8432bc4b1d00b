/** The tree of commands. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { accountCommand, loginCommand, whoamiCommand } from './commands/account.ts';
import { annotateCommand } from './commands/annotate.ts';
import { archiveCommand } from './commands/archive.ts';
import { branchCommand } from './commands/branch.ts';
import { challengeCommand } from './commands/challenge.ts';
import { completionCommand } from './commands/completion.ts';
import { configCommand } from './commands/config.ts';
import { convertCommand } from './commands/convert.ts';
import { demoCommand } from './commands/demo.ts';
import { diffCommand } from './commands/diff.ts';
import { exportCommand } from './commands/export.ts';
import { fetchCommand } from './commands/fetch.ts';
import { gameCommand } from './commands/game.ts';
import { gamesCommand } from './commands/games.ts';
import { idCommand } from './commands/id.ts';
import { infoCommand } from './commands/info.ts';
import { keyCommand } from './commands/key.ts';
import { libraryCommand } from './commands/library.ts';
import { lobbyCommand } from './commands/lobby.ts';
import { moveCommand } from './commands/move.ts';
import { namespaceCommand } from './commands/namespace.ts';
import { peerCommand } from './commands/peer.ts';
import { perftCommand } from './commands/perft.ts';
import { playCommand } from './commands/play.ts';
import { playerCommand } from './commands/player.ts';
import { publishCommand } from './commands/publish.ts';
import { ratingsCommand } from './commands/ratings.ts';
import { recordCommand } from './commands/record.ts';
import { replayCommand } from './commands/replay.ts';
import { runCommand } from './commands/run.ts';
import { serveCommand } from './commands/serve.ts';
import { showCommand } from './commands/show.ts';
import { stateCommand } from './commands/state.ts';
import { tournamentCommand } from './commands/tournament.ts';
import { verifyCommand } from './commands/verify.ts';
import { watchCommand } from './commands/watch.ts';
import { colorsFor, type Io, wantsColor } from './io.ts';
import { addExamples } from './options.ts';
import type { Handle } from './run-command.ts';
import { fillOptions } from './settings.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** Builds the program; commands report to `handle`, words about wrong usage go to the streams of `io`. */
export function buildProgram(io: Io, handle: Handle, isColorOff: boolean): Command {
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
  settle(program, io, isColorOff);
  program.hook('preAction', (_program, command) => fillOptions(command, io));
  for (const make of COMMANDS) addInherited(program, make(handle));
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

const COMMANDS = [
  demoCommand,
  playCommand,
  lobbyCommand,
  watchCommand,
  recordCommand,
  showCommand,
  replayCommand,
  infoCommand,
  stateCommand,
  verifyCommand,
  diffCommand,
  convertCommand,
  exportCommand,
  branchCommand,
  annotateCommand,
  publishCommand,
  fetchCommand,
  libraryCommand,
  ratingsCommand,
  configCommand,
  tournamentCommand,
  keyCommand,
  loginCommand,
  whoamiCommand,
  accountCommand,
  idCommand,
  challengeCommand,
  gameCommand,
  archiveCommand,
  playerCommand,
  namespaceCommand,
  peerCommand,
  gamesCommand,
  moveCommand,
  perftCommand,
  runCommand,
  serveCommand,
  completionCommand,
];

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
