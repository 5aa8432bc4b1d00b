/** `kifu tournament standings`, `verify` and `export`: what every reader can see of a tournament. */
import { fail, formatFault, type Json, ok, type Result } from '@kifu/core';
import { encodeTournament, formatTrf } from '@kifu/tournament';
import { Command, Option } from 'commander';
import { type Context, type Io, put } from '../io.ts';
import { hasLibrary, type Library, readLibrary } from '../library/open.ts';
import { addExamples } from '../options.ts';
import { type CommandReport, EXIT, type Handle, SILENT } from '../run-command.ts';
import { type Force, saveOutput } from '../save.ts';
import { counted, printable } from '../text.ts';
import { findMatchNodes, winnerOnBoard } from '../tournament/check-match.ts';
import { readTournamentFile, type TournamentFile } from '../tournament/file.ts';
import { fetchTournament, type ServedOptions, servedOption } from '../tournament/served.ts';
import { tellStandings } from '../tournament/tell.ts';

/** `kifu tournament standings`. */
export const standingsCommand = (handle: Handle): Command =>
  addExamples(
    new Command('standings')
      .description('Print who stands where, with all tie-breaks.')
      .argument('<FILE>', 'the tournament')
      .addOption(servedOption())
      .action(
        handle<ServedOptions>(async ({ io }, [path], { server }) => {
          const file = await openTournament(io, path as string, server);
          return file.ok ? ok(tellStandings(file.value.open.tournament)) : file;
        }),
      ),
    ['kifu tournament standings club.car', 'the best first'],
  );

/** A tournament of a file, or of a server. */
const openTournament = (
  io: Io,
  path: string,
  server: string | undefined,
): Promise<Result<TournamentFile>> =>
  server === undefined ? readTournamentFile(io, path) : fetchTournament(server, path);

/** Does something with the library where there is one. */
const whereLibrary = async <T>(
  io: Io,
  work: (library: Library | null) => Promise<Result<T>>,
): Promise<Result<T>> => ((await hasLibrary(io)) ? readLibrary(io, work) : work(null));

/** `kifu tournament verify`. */
export const verifyCommand = (handle: Handle): Command =>
  addExamples(
    new Command('verify')
      .description(
        'Check everything: each entry is signed and can be taken, each result is that of its match, which is played through by its rules. Matches are in the file where it was exported with them, else in the library. Exits with 1 where something is wrong.',
      )
      .summary('Check entries and matches.')
      .argument('<FILE>', 'the tournament')
      .addOption(servedOption())
      .action(
        handle<ServedOptions>(async (context, [path], { server }) => {
          const file = await openTournament(context.io, path as string, server);
          if (!file.ok) return file;
          return whereLibrary(context.io, library => verifyAll(context, file.value, library));
        }),
      ),
    ['kifu tournament verify club.car', 'is every result true?'],
  );

async function verifyAll(
  { io, colors }: Context,
  file: TournamentFile,
  library: Library | null,
): Promise<Result<CommandReport>> {
  const { tournament, entries } = file.open;
  const troubles: { readonly where: string; readonly fault: ReturnType<typeof fail>['fault'] }[] =
    [];
  let matches = 0;
  for (const [r, { pairings }] of tournament.rounds.entries())
    for (const [b, pairing] of pairings.entries()) {
      const { result } = pairing;
      if (result === null || result.match === null) continue;
      matches++;
      const nodes = await findMatchNodes(file, library, result.match);
      const winner = nodes.ok ? await winnerOnBoard(io, tournament, pairing, nodes.value) : nodes;
      const checked =
        winner.ok && winner.value !== result.winner
          ? fail('broken-record', 'the result is not that of the match', { rule: 'result' })
          : winner;
      if (!checked.ok)
        troubles.push({ where: `round ${r + 1}, board ${b + 1}`, fault: checked.fault });
    }
  const looked = `${counted(entries.length, 'signed entry', 'signed entries')}, ${counted(matches, 'match', 'matches')}`;
  return ok({
    json: { entries: entries.length, matches, troubles: troubles as unknown as Json },
    text: [
      ...troubles.map(
        ({ where, fault }) => `${colors.red(where)}  ${printable(formatFault(fault))}`,
      ),
      `${looked}: ${troubles.length === 0 ? 'all is well' : counted(troubles.length, 'trouble', 'troubles')}`,
    ].join('\n'),
    exitCode: troubles.length === 0 ? EXIT.good : EXIT.fault,
  });
}

interface ExportOptions extends Force {
  readonly to: 'car' | 'trf' | 'json';
  readonly output?: string;
}

/** `kifu tournament export`. */
export const exportCommand = (handle: Handle): Command =>
  addExamples(
    new Command('export')
      .description(
        'Write a tournament out: car with all its matches, which anybody can verify; trf, the report file of FIDE, of chess; json, all entries.',
      )
      .summary('Write a tournament with its matches.')
      .argument('<FILE>', 'the tournament')
      .addOption(
        new Option('--to <FORM>', 'which form').choices(['car', 'trf', 'json']).default('car'),
      )
      .option('-o, --output <FILE>', 'where to (default: standard output)')
      .option('--force', 'replace the file if it exists')
      .addOption(servedOption())
      .action(
        handle<ExportOptions & ServedOptions>(async ({ io }, [path], options) => {
          const file = await openTournament(io, path as string, options.server);
          if (!file.ok) return file;
          const output = await whereLibrary(io, library => formAs(file.value, library, options.to));
          if (!output.ok) return output;
          if (options.output === undefined) {
            await put(io.stdout, output.value);
            return ok(SILENT);
          }
          const saved = await saveOutput(options.output, output.value, options);
          return saved.ok ? ok({ json: { file: saved.value }, text: saved.value }) : saved;
        }),
      ),
    ['kifu tournament export club.car -o all.car', 'with all matches'],
    ['kifu tournament export club.car --to trf -o club.trf', 'for a federation'],
  );

async function formAs(
  file: TournamentFile,
  library: Library | null,
  form: ExportOptions['to'],
): Promise<Result<Uint8Array | string>> {
  const { tournament, entries } = file.open;
  const { terms, rounds } = tournament;
  if (form === 'json') return ok(`${JSON.stringify({ terms, entries }, null, 2)}\n`);
  if (form === 'trf') {
    if (terms.game === 'chess' && (terms.system === 'swiss' || terms.system === 'round-robin'))
      return ok(formatTrf(tournament));
    return fail('unsupported', 'a report for FIDE is of chess, Swiss or round-robin');
  }
  const matches = new Map<string, readonly Uint8Array[]>();
  for (const { result } of rounds.flatMap(({ pairings }) => pairings)) {
    if (result === null || result.match === null) continue;
    const nodes = await findMatchNodes(file, library, result.match);
    if (!nodes.ok) return nodes;
    matches.set(result.match, nodes.value);
  }
  return ok(encodeTournament(file.open, matches.values()));
}
