/** `kifu tournament standings`, `verify` and `export`: what every reader can see of a tournament. */

import { type Fault, fail, type Json, ok, type Result } from '@kifu/core';
import type { Verdict } from '@kifu/record';
import type { TrustRule, Unproven } from '@kifu/record/ratings';
import { verdicts as english } from '@kifu/texts/en/verdicts';
import { encodeTournament, formatTrf, type Pairing } from '@kifu/tournament';
import { Command, Option } from 'commander';
import { faultText } from '../fault-text.ts';
import { type Context, type Io, put } from '../io.ts';
import { hasLibrary, type Library, readLibrary } from '../library/open.ts';
import { refereeOption } from '../options.ts';
import { type CommandReport, EXIT, type Handle, SILENT } from '../run-command.ts';
import { type Force, saveOutput } from '../save.ts';
import { findMatchNodes, resultOnBoard, trustIn } from '../tournament/check-match.ts';
import { readTournamentFile, type TournamentFile } from '../tournament/file.ts';
import { fetchTournament, type ServedOptions, servedOption } from '../tournament/served.ts';
import { tellStandings } from '../tournament/tell.ts';

/** `kifu tournament standings`. */
export const standingsCommand = (handle: Handle): Command =>
  new Command('standings')
    .argument('<FILE>')
    .addOption(servedOption())
    .action(
      handle<ServedOptions>(async ({ io }, [path], { server }) => {
        const file = await openTournament(io, path as string, server);
        return file.ok ? ok(tellStandings(io, file.value.open.tournament)) : file;
      }),
    );

/** A tournament of a file, or of a server. */
const openTournament = (
  io: Io,
  path: string,
  server: string | undefined,
): Promise<Result<TournamentFile>> =>
  server === undefined ? readTournamentFile(io, path) : fetchTournament(io, server, path);

/** Does something with the library where there is one. */
const whereLibrary = async <T>(
  io: Io,
  work: (library: Library | null) => Promise<Result<T>>,
): Promise<Result<T>> => ((await hasLibrary(io)) ? readLibrary(io, work) : work(null));

/** `kifu tournament verify`. */
export const verifyCommand = (handle: Handle): Command =>
  new Command('verify')
    .argument('<FILE>')
    .addOption(refereeOption())
    .addOption(servedOption())
    .action(
      handle<VerifyOptions>(async (context, [path], { server, referee }) => {
        const file = await openTournament(context.io, path as string, server);
        if (!file.ok) return file;
        const trust = await trustIn(context.io, file.value.open, referee);
        return whereLibrary(context.io, library => verifyAll(context, file.value, library, trust));
      }),
    );

interface VerifyOptions extends ServedOptions {
  readonly referee?: readonly string[];
}

/** Why a result without a match is not proven. */
const NOT_PLAYED = 'not played';

const reasonText = ({ texts }: Io, why: Unproven): string =>
  texts.reports.players.ratings.reasons[why];

/** A result of the tournament, and what it rests on. */
interface CheckedResult {
  readonly round: number;
  readonly board: number;
  /** Null if nothing was played. */
  readonly match: string | null;
  readonly verdict: Verdict | null;
  readonly provenBy: 'signatures' | 'organizer' | null;
  /** Why the signatures do not prove it. */
  readonly why: Unproven | typeof NOT_PLAYED | null;
  /** Why it is wrong. */
  readonly fault: Fault | null;
}

async function verifyAll(
  { io, colors }: Context,
  file: TournamentFile,
  library: Library | null,
  trust: TrustRule,
): Promise<Result<CommandReport>> {
  const { tournament, entries } = file.open;
  const results: CheckedResult[] = [];
  for (const [r, { pairings }] of tournament.rounds.entries())
    for (const [b, pairing] of pairings.entries())
      if (pairing.result !== null)
        results.push({
          ...{ round: r + 1, board: b + 1, match: pairing.result.match },
          ...(await checkResult(io, file, library, pairing, trust)),
        });
  const matches = results.filter(({ match }) => match !== null).length;
  const wrong = results.filter(({ fault }) => fault !== null);
  const count = (by: CheckedResult['provenBy']) =>
    results.filter(({ provenBy }) => provenBy === by).length;
  const t = io.texts.reports.players.tournament;
  const counts = {
    ...{ proven: count('signatures'), vouched: count('organizer') },
    wrong: wrong.length,
  };
  return ok({
    json: { entries: entries.length, matches, results: results as unknown as Json },
    text: [
      ...results.map(result => resultLine(io, result, colors)),
      t.verified(entries.length, matches, counts),
    ].join('\n'),
    exitCode: wrong.length === 0 ? EXIT.good : EXIT.fault,
  });
}

function resultLine(
  io: Io,
  { round, board, verdict, provenBy, why, fault }: CheckedResult,
  colors: Context['colors'],
): string {
  const t = io.texts.reports.players.tournament;
  const where = t.board(round, board);
  const told = verdict === null ? null : (io.common?.verdicts ?? english).words[verdict];
  if (fault !== null) return `${colors.red(where)}  ${faultText(io, fault)}`;
  if (provenBy === 'signatures') return `${where}  ${told}`;
  const reason = why === null ? '' : why === NOT_PLAYED ? t.notPlayed : reasonText(io, why);
  return `${where}  ${t.vouched(told === null ? reason : `${told}: ${reason}`)}`;
}

async function checkResult(
  io: Io,
  file: TournamentFile,
  library: Library | null,
  pairing: Pairing,
  trust: TrustRule,
): Promise<Pick<CheckedResult, 'verdict' | 'provenBy' | 'why' | 'fault'>> {
  const { match, winner } = pairing.result!;
  if (match === null) return { verdict: null, provenBy: 'organizer', why: NOT_PLAYED, fault: null };
  const nodes = await findMatchNodes(file, library, match);
  const { tournament } = file.open;
  const found = nodes.ok ? await resultOnBoard(io, tournament, pairing, nodes.value, trust) : nodes;
  const failed = found.ok && found.value.winner !== winner ? OTHER_RESULT : found;
  if (!failed.ok) return { verdict: null, provenBy: null, why: null, fault: failed.fault };
  const { verdict, unproven } = failed.value;
  const provenBy = unproven === null ? 'signatures' : 'organizer';
  return { verdict, provenBy, why: unproven, fault: null };
}

const OTHER_RESULT = fail('broken-record', 'the result is not that of the match', {
  rule: 'result',
});

interface ExportOptions extends Force {
  readonly to: 'car' | 'trf' | 'json';
  readonly output?: string;
}

/** `kifu tournament export`. */
export const exportCommand = (handle: Handle): Command =>
  new Command('export')
    .argument('<FILE>')
    .addOption(new Option('--to <FORMAT>').choices(['car', 'trf', 'json']).default('car'))
    .option('-o, --output <FILE>')
    .option('--force')
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
