/** `kifu tournament new`, `enter`, `withdraw`, `start`, `pair` and `result`: what the organiser says, signed. */
import { fail, formatCid, ok, type Result } from '@kifu/core';
import {
  appendEntry,
  beginTournament,
  type Pairing,
  parseTerms,
  SYSTEMS,
  type System,
  type TournamentEntry,
} from '@kifu/tournament';
import { Command, Option } from 'commander';
import type { Io } from '../io.ts';
import { findKey, findOwnKey, secretOf } from '../keys.ts';
import { findMatch } from '../library/ids.ts';
import { readLibrary } from '../library/open.ts';
import { freshNonce } from '../new-header.ts';
import { addExamples, fileName, refereeOption, wholeNumber } from '../options.ts';
import { type CommandReport, type Handle, misuse, within } from '../run-command.ts';
import { counted, printable } from '../text.ts';
import { findMatchNodes, resultOnBoard, trustIn } from '../tournament/check-match.ts';
import { readTournamentFile, saveTournament, type TournamentFile } from '../tournament/file.ts';
import {
  fetchTournament,
  makeServed,
  type ServedOptions,
  saySomething,
  servedOption,
} from '../tournament/served.ts';
import { tellRound } from '../tournament/tell.ts';

interface NewOptions extends ServedOptions {
  readonly game: string;
  readonly system: System;
  readonly rounds?: number;
  readonly name?: string;
  readonly key: string;
}

/** `--system` and `--rounds`. */
export const addSystemOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--system <NAME>', 'how players are paired').choices(SYSTEMS).default('swiss'),
    )
    .addOption(
      new Option('--rounds <N>', 'rounds of swiss, waves of arena (default: 5)').argParser(
        wholeNumber(1, 1000),
      ),
    );

const ROUNDS = 5;

/** How many rounds the terms say. */
export const roundsFor = (system: System, rounds: number | undefined): number =>
  system === 'swiss' || system === 'arena' ? (rounds ?? ROUNDS) : (rounds ?? 0);

/** `kifu tournament new`. */
export const newCommand = (handle: Handle): Command =>
  addExamples(
    addSystemOptions(
      new Command('new')
        .description('Begin a tournament, in a file that nobody has written yet.')
        .argument('<FILE>', 'the tournament', fileName('A tournament is no text.'))
        .requiredOption('--game <NAME>', 'what is played')
        .option('--name <TEXT>', 'what it is called (default: the name of the file)')
        .option('--key <NAME>', 'the key that signs for the organiser', 'me')
        .addOption(servedOption()),
    ).action(
      handle<NewOptions>(async ({ io }, [file], options) => {
        const { game, system, rounds, name, key, server } = options;
        const path = file as string;
        if (server !== undefined) {
          const made = await makeServed(io, options, {
            ...{ name: name ?? path, system, game, rounds: roundsFor(system, rounds) },
          });
          return made.ok
            ? ok({ json: { id: made.value, server }, text: `${server}/tournament/${made.value}` })
            : made;
        }
        const kit = await io.games.load(game);
        if (!kit.ok) return kit;
        if (kit.value.game.seats[0] > 2 || kit.value.game.seats[1] < 2)
          return fail('unsupported', `${game} is no game for two`);
        const signer = await findKey(io, key);
        if (!signer.ok) return signer;
        const called = name ?? path.replace(/^.*\//, '').replace(/\.car$/, '');
        const terms = parseTerms({ name: called, system, game, rounds: roundsFor(system, rounds) });
        if (!terms.ok) return terms;
        const open = await beginTournament(
          terms.value,
          { name: signer.value.name, secret: secretOf(signer.value) },
          { nonce: freshNonce(), startedAt: new Date(io.now()).toISOString() },
        );
        if (!open.ok) return open;
        const saved = await saveTournament({ path, open: open.value, matches: new Map() }, false);
        if (!saved.ok) return saved;
        return ok({
          json: { file: path, ...terms.value },
          text: `${printable(called)}: ${system}, ${game}; kifu tournament enter ${path} NAME`,
        });
      }),
    ),
    ['kifu tournament new club.car --game chess --rounds 5', 'Swiss, of five rounds'],
    ['kifu tournament new cup.car --game go --system knock-out', 'who loses is out'],
  );

/** Takes entries one after the other, signed by the organiser, and writes the file. */
async function change(
  io: Io,
  path: string,
  entriesFor: (file: TournamentFile) => Promise<Result<readonly TournamentEntry[]>>,
): Promise<Result<TournamentFile>> {
  const file = await readTournamentFile(io, path);
  if (!file.ok) return file;
  const key = file.value.open.header.players[0]?.key;
  const signer = await findOwnKey(io, key === undefined ? [] : [key]);
  if (signer === null)
    return fail('bad-signature', `${path}: you do not have the key of the organiser`);
  const entries = await entriesFor(file.value);
  if (!entries.ok) return entries;
  let { open } = file.value;
  for (const entry of entries.value) {
    const next = await appendEntry(open, entry, secretOf(signer));
    if (!next.ok) return within(path, next);
    open = next.value;
  }
  const changed = { ...file.value, open };
  const saved = await saveTournament(changed, true);
  return saved.ok ? ok(changed) : saved;
}

const fileArgument = ['<FILE>', 'the tournament'] as const;

/** `kifu tournament enter`. */
export const enterCommand = (handle: Handle): Command =>
  addExamples(
    new Command('enter')
      .description('Let players take part; after the start too where the system allows it.')
      .argument(...fileArgument)
      .argument('[PLAYER...]', 'names; with =KEY (64 hex digits) who signs with a key')
      .addOption(servedOption())
      .option('--key <NAME>', 'on a server: the key that you enter with', 'me')
      .action(
        handle<ServedOptions>(async ({ io }, [path, words], options) => {
          const names = words as readonly string[];
          if (options.server !== undefined) {
            if (names.length > 0) return misuse('on a server everybody enters with their own key');
            const entered = await saySomething(io, options, path as string, { type: 'enter' });
            return entered.ok ? ok(tellPlayers(entered.value)) : entered;
          }
          if (names.length === 0) return misuse('say who takes part');
          const entries = names.map(word => {
            const [, name = word, key = null] = /^(.*)=([0-9a-f]{64})$/.exec(word) ?? [];
            return { type: 'enter', name, key } as const;
          });
          const changed = await change(io, path as string, async () => ok(entries));
          return changed.ok ? ok(tellPlayers(changed.value)) : changed;
        }),
      ),
    ['kifu tournament enter club.car Ann Bob Cara', 'three players, the strongest first'],
  );

/** `kifu tournament withdraw`. */
export const withdrawCommand = (handle: Handle): Command =>
  addExamples(
    new Command('withdraw')
      .description('Take a player out from the next round on. Who enters again keeps the points.')
      .argument(...fileArgument)
      .argument('[PLAYER]', 'a name; on a server yourself unless told')
      .addOption(servedOption())
      .option('--key <NAME>', 'on a server: your key', 'me')
      .action(
        handle<ServedOptions>(async ({ io }, [path, name], options) => {
          if (options.server !== undefined)
            return withdrawServed(io, options, path as string, name);
          if (name === undefined) return misuse('say who withdraws');
          const changed = await change(io, path as string, async ({ open }) => {
            const found = open.tournament.players.find(player => player.name === name);
            return found === undefined
              ? fail('not-found', `${printable(name as string)} does not take part`)
              : ok([{ type: 'withdraw', player: found.id }]);
          });
          return changed.ok ? ok(tellPlayers(changed.value)) : changed;
        }),
      ),
    ['kifu tournament withdraw club.car Bob', 'Bob goes home'],
  );

/** Withdraws from a tournament on a server: the user, or, where the user runs it, a player by name. */
async function withdrawServed(
  io: Io,
  options: ServedOptions,
  id: string,
  name: unknown,
): Promise<Result<CommandReport>> {
  const file = await fetchTournament(io, options.server!, id);
  if (!file.ok) return file;
  const player = file.value.open.tournament.players.find(one => one.name === name)?.id;
  if (name !== undefined && player === undefined)
    return fail('not-found', `${printable(name as string)} does not take part`);
  const left = await saySomething(io, options, id, {
    ...{ type: 'withdraw', ...(player === undefined ? {} : { player }) },
  });
  return left.ok ? ok(tellPlayers(left.value)) : left;
}

function tellPlayers({ open }: TournamentFile): CommandReport {
  const there = open.tournament.players.filter(({ isOut }) => !isOut);
  return {
    json: { players: there.map(({ name, key }) => ({ name, key })) },
    text: counted(there.length, 'player', 'players'),
  };
}

/** `kifu tournament start`. */
export const startCommand = (handle: Handle): Command =>
  addExamples(
    new Command('start')
      .description('Begin the first round.')
      .argument(...fileArgument)
      .addOption(servedOption())
      .option('--key <NAME>', 'on a server: your key', 'me')
      .action(
        handle<ServedOptions>(async ({ io }, [path], options) =>
          beginRound(io, path as string, true, options),
        ),
      ),
    ['kifu tournament start club.car', 'and see who meets whom'],
  );

/** `kifu tournament pair`. */
export const pairCommand = (handle: Handle): Command =>
  addExamples(
    new Command('pair')
      .description('Begin the next round: who meets whom follows from all results before.')
      .argument(...fileArgument)
      .addOption(servedOption())
      .option('--key <NAME>', 'on a server: your key', 'me')
      .action(
        handle<ServedOptions>(async ({ io }, [path], options) =>
          beginRound(io, path as string, false, options),
        ),
      ),
    ['kifu tournament pair club.car', 'when all boards have their results'],
  );

async function beginRound(
  io: Io,
  path: string,
  isFirst: boolean,
  options: ServedOptions,
): Promise<Result<CommandReport>> {
  if (options.server !== undefined) {
    const begun = await saySomething(io, options, path, { type: 'round' });
    return begun.ok ? ok(tellRound(begun.value.open.tournament)) : begun;
  }
  const changed = await change(io, path, async ({ open }) => {
    if (isFirst === (open.tournament.rounds.length === 0)) return ok([{ type: 'round' }]);
    return isFirst
      ? fail('conflict', 'it has begun already; kifu tournament pair begins the next round')
      : fail('conflict', 'it has not begun yet; kifu tournament start does that');
  });
  return changed.ok ? ok(tellRound(changed.value.open.tournament)) : changed;
}

interface ResultOptions {
  readonly forfeit?: 'first' | 'second';
  readonly round?: number;
  readonly referee?: readonly string[];
  readonly byWord?: boolean;
}

/** `kifu tournament result`. */
export const resultCommand = (handle: Handle): Command =>
  addExamples(
    new Command('result')
      .description(
        'Say how a board ended, by its match in the library: it is verified, and must be between those two. Its signatures must prove the result: every player with a key signed it, and the players signed all of it, or a referee did, which is you or one that you trust. With --by-word the result is your word. Or say who did not come.',
      )
      .summary('Say how a board ended.')
      .argument(...fileArgument)
      .argument('<BOARD>', 'its number in the round', wholeNumber(1, 2000))
      .argument('[MATCH]', 'an id, or enough of its beginning')
      .addOption(
        new Option('--forfeit <SEAT>', 'nothing was played: this seat loses').choices([
          'first',
          'second',
        ]),
      )
      .addOption(refereeOption())
      .option('--by-word', 'take a match whose signatures do not prove the result')
      .addOption(
        new Option('--round <N>', 'of this round (default: the newest)').argParser(
          wholeNumber(1, 1000),
        ),
      )
      .action(
        handle<ResultOptions>(async ({ io }, [path, board, match], options) => {
          if ((match === undefined) === (options.forfeit === undefined))
            return fail('malformed', 'name the match, or who loses by --forfeit');
          const changed = await change(io, path as string, async file => {
            const { rounds } = file.open.tournament;
            const round = options.round ?? rounds.length;
            const pairing = rounds[round - 1]?.pairings[(board as number) - 1];
            if (pairing === undefined)
              return fail('not-found', `round ${round} has no board ${board}`);
            const found =
              match === undefined
                ? ok({ match: null, winner: options.forfeit === 'first' ? 1 : 0 } as const)
                : await findResult(io, file, pairing, match as string, options);
            return found.ok
              ? ok([{ type: 'result', round, board: board as number, ...found.value }])
              : found;
          });
          return changed.ok ? ok(tellRound(changed.value.open.tournament, options.round)) : changed;
        }),
      ),
    ['kifu tournament result club.car 1 ho3bm7tmfw', 'by the match'],
    ['kifu tournament result club.car 1 ho3bm7tmfw --by-word', 'nobody signed it'],
    ['kifu tournament result club.car 2 --forfeit second', 'somebody did not come'],
  );

const findResult = (
  io: Io,
  file: TournamentFile,
  pairing: Pairing,
  word: string,
  { referee, byWord = false }: ResultOptions,
): Promise<Result<{ readonly match: string; readonly winner: 0 | 1 | null }>> =>
  readLibrary(io, async library => {
    const id = await findMatch(library, word);
    if (!id.ok) return id;
    const match = formatCid(id.value);
    const nodes = await findMatchNodes(file, library, match);
    if (!nodes.ok) return nodes;
    const trust = await trustIn(io, file.open, referee);
    const found = await resultOnBoard(io, file.open.tournament, pairing, nodes.value, trust);
    if (!found.ok) return within(word, found);
    const { winner, verdict, unproven } = found.value;
    return unproven === null || byWord
      ? ok({ match, winner })
      : fail(
          'bad-signature',
          `${word}: its signatures do not prove the result: ${unproven} (verdict: ${verdict}); use --by-word to enter it on your word`,
          { rule: 'unproven' },
        );
  });
