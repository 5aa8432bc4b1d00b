/** `kifu tournament run`: a tournament of bots and engines, to its end. */
import {
  bytesToHex,
  fail,
  formatCid,
  type Game,
  type Kit,
  ok,
  type Result,
  sha256,
} from '@kifu/core';
import { remarksBlock } from '@kifu/record/annotations';
import {
  appendEntry,
  beginTournament,
  isOver,
  nodeId,
  type OpenTournament,
  parseTerms,
  type System,
  type TournamentEntry,
} from '@kifu/tournament';
import { Command, Option } from 'commander';
import { addEngineOptions } from '../engines/engine-options.ts';
import type { EngineOptions } from '../engines/find-engine.ts';
import { MatchEngines } from '../engines/open-engines.ts';
import type { Io } from '../io.ts';
import { findKey, secretOf } from '../keys.ts';
import { type Library, withLibrary } from '../library/open.ts';
import { prepareSource } from '../library/prepare.ts';
import { saveToLibrary } from '../library/save.ts';
import { refuse } from '../misuse.ts';
import { freshNonce } from '../new-header.ts';
import { fileName, gameArgument, wholeNumber } from '../options.ts';
import { isPerson, namedRoles, roleName, rolesText, type SeatRole } from '../play/players.ts';
import type { CommandReport, Handle } from '../run-command.ts';
import { type Force, refuseExisting } from '../save.ts';
import { resultOnBoard } from '../tournament/check-match.ts';
import { saveTournament } from '../tournament/file.ts';
import { playBoard } from '../tournament/play-board.ts';
import { tellStandings } from '../tournament/tell.ts';
import { addSystemOptions, roundsFor } from './tournament-change.ts';

interface Options extends Force, EngineOptions {
  readonly system: System;
  readonly rounds?: number;
  readonly players: number;
  readonly bot: string;
  /** In place of bots of one kind. */
  readonly entrants?: readonly SeatRole[];
  readonly nodes: number;
  readonly seed?: number;
  readonly key?: string;
  readonly rated?: boolean;
  readonly output: string;
}

const MAX_PLAYERS = 2000;

/** The command. */
export const runTournamentCommand = (handle: Handle): Command =>
  addSystemOptions(addEngineOptions(new Command('run')).addArgument(gameArgument()))
    .addOption(new Option('--players <N>').argParser(wholeNumber(2, MAX_PLAYERS)).default(8))
    .addOption(new Option('--bot <NAME>').default('random'))
    .addOption(
      new Option('--entrants <LIST>').argParser(entrantsText).conflicts(['players', 'bot']),
    )
    .addOption(new Option('--nodes <N>').argParser(wholeNumber(1, 1_000_000)).default(100))
    .addOption(new Option('--seed <N>').argParser(wholeNumber(0, 2 ** 31 - 1)))
    .option('--rated')
    .option('--key <NAME>')
    .addOption(
      new Option('-o, --output <FILE>').argParser(fileName('tournament')).makeOptionMandatory(),
    )
    .option('--force')
    .action(
      handle<Options>(async ({ io }, [name], options) => {
        const kit = await io.games.load(name as string);
        if (!kit.ok) return kit;
        const refused = await refuseExisting(options.output, options);
        const play = (library: Library) => run(io, kit.value, library, options);
        return refused ?? withLibrary(io, play, { inThreads: true });
      }),
    );

/** Reads `uci:stockfish,engine:fish,bot:mcts-3`. */
function entrantsText(text: string): SeatRole[] {
  const roles = rolesText(text);
  const isWrong = roles.some(isPerson) || roles.length < 2 || roles.length > MAX_PLAYERS;
  return isWrong ? refuse(texts => texts.entrants) : roles;
}

/** Names as the tournament has them, and what plays under each. */
type Entrants = readonly { readonly name: string; readonly role: SeatRole }[];

/** Starts every engine once, so that one that cannot play is refused before the first round, and for its name. */
async function findEntrants(
  io: Io,
  kit: Kit,
  { entrants, players, bot, ...options }: Options,
): Promise<Result<Entrants>> {
  if (entrants === undefined)
    return ok(
      Array.from({ length: players }, (_, i) => ({ name: `${bot} ${i + 1}`, role: { bot } })),
    );
  const engines = new MatchEngines(io, options);
  try {
    const seated = await engines.seat(kit, namedRoles(kit, entrants), null);
    if (!seated.ok) return seated;
    const names = seated.value.map(role => roleName(role));
    const isShared = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
    return ok(
      seated.value.map(({ player: _, ...role }, i) => {
        const number = names.slice(0, i + 1).filter(name => name === names[i]).length;
        return { name: isShared(names[i]!) ? `${names[i]} ${number}` : names[i]!, role };
      }),
    );
  } finally {
    await engines.close();
  }
}

async function run(
  io: Io,
  kit: Kit,
  library: Library,
  options: Options,
): Promise<Result<CommandReport>> {
  const { system, rounds, output } = options;
  const entrants = await findEntrants(io, kit, options);
  if (!entrants.ok) return entrants;
  const signer = options.key === undefined ? null : await findKey(io, options.key);
  if (signer?.ok === false) return signer;
  const secret =
    signer === null ? sha256(new TextEncoder().encode(freshNonce())) : secretOf(signer.value);
  const terms = parseTerms({
    ...{ name: `${kit.game.name} bots`, system, game: kit.game.name },
    rounds: roundsFor(system, rounds),
  });
  if (!terms.ok) return terms;
  const startedAt = new Date(io.now()).toISOString();
  const begun = await beginTournament(
    terms.value,
    { name: signer === null ? 'kifu' : signer.value.name, secret },
    { nonce: freshNonce(), startedAt },
  );
  if (!begun.ok) return begun;
  let open = begun.value;
  const take = async (entry: TournamentEntry): Promise<Result<OpenTournament>> => {
    const next = await appendEntry(open, entry, secret);
    if (next.ok) open = next.value;
    return next;
  };
  for (const { name } of entrants.value) {
    const entered = await take({ type: 'enter', name, key: null });
    if (!entered.ok) return entered;
  }
  const seed = options.seed ?? io.freshSeed();
  let isStopped = false;
  const stopListening = io.onStop(() => {
    isStopped = true;
  });
  try {
    while (!isOver(open.tournament)) {
      const paired = await take({ type: 'round' });
      if (!paired.ok) return paired;
      const round = open.tournament.rounds.length;
      for (const board of open.tournament.rounds.at(-1)!.pairings.keys()) {
        if (isStopped) return fail('unsupported', 'stopped; matches played so far are saved');
        const played = await playOne(io, kit, library, open, {
          ...{ round, board, seed, options, entrants: entrants.value },
        });
        const taken = played.ok ? await take(played.value) : played;
        if (!taken.ok) return taken;
        await io.sleep(0); // lets Ctrl-C in
      }
    }
  } finally {
    stopListening();
  }
  const saved = await saveTournament({ path: output, open, matches: new Map() }, true);
  if (!saved.ok) return saved;
  const { json, text } = tellStandings(io, open.tournament);
  return ok({ json: { file: output, ...json }, text });
}

interface BoardPlace {
  readonly round: number;
  readonly board: number;
  readonly seed: number;
  readonly options: Options;
  readonly entrants: Entrants;
}

const NOBODY = { referees: new Set<string>() };

/** Plays one board, keeps the match, and gives the entry of its result. */
async function playOne(
  io: Io,
  kit: Kit,
  library: Library,
  { tournament }: OpenTournament,
  { round, board, seed, options, entrants }: BoardPlace,
): Promise<Result<TournamentEntry>> {
  const pairing = tournament.rounds[round - 1]!.pairings[board]!;
  const [first, second] = pairing.players;
  const place = `${seed} ${round} ${board}`;
  const engines = new MatchEngines(io, options);
  const played = await playBoard({
    ...{ kit, engines, nodes: options.nodes, isRated: options.rated === true },
    roles: [entrants[first]!.role, entrants[second]!.role],
    names: [tournament.players[first]!.name, tournament.players[second]!.name],
    // 28 bits of a hash: boards next to each other must not play alike
    seed: Number.parseInt(bytesToHex(sha256(new TextEncoder().encode(place))).slice(0, 7), 16),
    nowMs: io.now(),
    tags: { Event: tournament.terms.name, Round: `${round}` },
  }).finally(() => engines.close());
  if (!played.ok) return played;
  const { nodes, notes } = played.value;
  const head = nodeId(nodes.at(-1)!);
  const { remarks, losses } = remarksBlock(kit.game as Game, head, { notes, variations: [] });
  const source = { name: '', form: 'library', losses, nodes, remarks, head };
  const labels = { source: 'tournament', visibility: 'private' } as const;
  const record = await prepareSource(io.games, source, { labels, isPacked: true });
  const kept = record.ok ? await saveToLibrary(io.games, library, record.value) : record;
  if (!kept.ok) return kept;
  // bots do not sign: the organizer runs them and vouches for their results
  const result = await resultOnBoard(io, tournament, pairing, nodes, NOBODY);
  if (!result.ok) return result;
  const match = formatCid(nodeId(nodes[0]!));
  return ok({ type: 'result', round, board: board + 1, match, winner: result.value.winner });
}
