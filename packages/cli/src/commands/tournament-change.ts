/** `kifu tournament new`, `enter`, `withdraw`, `start`, `pair` and `result`: signed entries of the organizer. */
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
import { Argument, Command, Option } from 'commander';
import type { Io } from '../io.ts';
import { findKey, findOwnKey, secretOf } from '../keys.ts';
import { findMatch } from '../library/ids.ts';
import { readLibrary } from '../library/open.ts';
import { freshNonce } from '../new-header.ts';
import { fileName, refereeOption, wholeNumber } from '../options.ts';
import { type CommandReport, type Handle, misuse, within } from '../run-command.ts';
import { printable } from '../text.ts';
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
    .addOption(new Option('--system <NAME>').choices(SYSTEMS).default('swiss'))
    .addOption(new Option('--rounds <N>').argParser(wholeNumber(1, 1000)));

const ROUNDS = 5;

/** How many rounds the terms say. */
export const roundsFor = (system: System, rounds: number | undefined): number =>
  system === 'swiss' || system === 'arena' ? (rounds ?? ROUNDS) : (rounds ?? 0);

/** `kifu tournament new`. */
export const newCommand = (handle: Handle): Command =>
  addSystemOptions(
    new Command('new')
      .addArgument(new Argument('<FILE>').argParser(fileName('tournament')))
      .requiredOption('--game <NAME>')
      .option('--name <TEXT>')
      .addOption(new Option('--key <NAME>').default('me'))
      .addOption(servedOption()),
  ).action(
    handle<NewOptions>(async ({ io }, [file], options) => {
      const { game, system, rounds, name, key, server } = options;
      const t = io.texts.reports.players.tournament;
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
        return fail('unsupported', `${game} is not a two-player game`);
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
        text: t.created(
          printable(called),
          t.systems[system],
          game,
          `kifu tournament enter ${path} NAME`,
        ),
      });
    }),
  );

/** Appends entries signed by the organizer, and writes the file. */
async function change(
  io: Io,
  path: string,
  entriesFor: (file: TournamentFile) => Promise<Result<readonly TournamentEntry[]>>,
): Promise<Result<TournamentFile>> {
  const file = await readTournamentFile(io, path);
  if (!file.ok) return file;
  const key = file.value.open.header.players[0]?.key;
  const signer = await findOwnKey(io, key === undefined ? [] : [key]);
  if (signer === null) return fail('bad-signature', `${path}: you do not have the organizer's key`);
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

/** `kifu tournament enter`. */
export const enterCommand = (handle: Handle): Command =>
  new Command('enter')
    .argument('<FILE>')
    .argument('[PLAYER...]')
    .addOption(servedOption())
    .addOption(new Option('--key <NAME>').default('me'))
    .action(
      handle<ServedOptions>(async ({ io }, [path, words], options) => {
        const names = words as readonly string[];
        if (options.server !== undefined) {
          if (names.length > 0) return misuse(texts => texts.entersAlone);
          const entered = await saySomething(io, options, path as string, { type: 'enter' });
          return entered.ok ? ok(tellPlayers(io, entered.value)) : entered;
        }
        if (names.length === 0) return misuse(texts => texts.playersToAdd);
        const entries = names.map(word => {
          const [, name = word, key = null] = /^(.*)=([0-9a-f]{64})$/.exec(word) ?? [];
          return { type: 'enter', name, key } as const;
        });
        const changed = await change(io, path as string, async () => ok(entries));
        return changed.ok ? ok(tellPlayers(io, changed.value)) : changed;
      }),
    );

/** `kifu tournament withdraw`. */
export const withdrawCommand = (handle: Handle): Command =>
  new Command('withdraw')
    .argument('<FILE>')
    .argument('[PLAYER]')
    .addOption(servedOption())
    .addOption(new Option('--key <NAME>').default('me'))
    .action(
      handle<ServedOptions>(async ({ io }, [path, name], options) => {
        if (options.server !== undefined) return withdrawServed(io, options, path as string, name);
        if (name === undefined) return misuse(texts => texts.playerToWithdraw);
        const changed = await change(io, path as string, async ({ open }) => {
          const found = open.tournament.players.find(player => player.name === name);
          return found === undefined
            ? fail('not-found', `${printable(name as string)} is not in the tournament`)
            : ok([{ type: 'withdraw', player: found.id }]);
        });
        return changed.ok ? ok(tellPlayers(io, changed.value)) : changed;
      }),
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
    return fail('not-found', `${printable(name as string)} is not in the tournament`);
  const left = await saySomething(io, options, id, {
    ...{ type: 'withdraw', ...(player === undefined ? {} : { player }) },
  });
  return left.ok ? ok(tellPlayers(io, left.value)) : left;
}

function tellPlayers({ texts }: Io, { open }: TournamentFile): CommandReport {
  const there = open.tournament.players.filter(({ isOut }) => !isOut);
  return {
    json: { players: there.map(({ name, key }) => ({ name, key })) },
    text: texts.reports.players.tournament.players(there.length),
  };
}

/** `kifu tournament start`. */
export const startCommand = (handle: Handle): Command =>
  new Command('start')
    .argument('<FILE>')
    .addOption(servedOption())
    .addOption(new Option('--key <NAME>').default('me'))
    .action(
      handle<ServedOptions>(async ({ io }, [path], options) =>
        beginRound(io, path as string, true, options),
      ),
    );

/** `kifu tournament pair`. */
export const pairCommand = (handle: Handle): Command =>
  new Command('pair')
    .argument('<FILE>')
    .addOption(servedOption())
    .addOption(new Option('--key <NAME>').default('me'))
    .action(
      handle<ServedOptions>(async ({ io }, [path], options) =>
        beginRound(io, path as string, false, options),
      ),
    );

async function beginRound(
  io: Io,
  path: string,
  isFirst: boolean,
  options: ServedOptions,
): Promise<Result<CommandReport>> {
  if (options.server !== undefined) {
    const begun = await saySomething(io, options, path, { type: 'round' });
    return begun.ok ? ok(tellRound(io, begun.value.open.tournament)) : begun;
  }
  const changed = await change(io, path, async ({ open }) => {
    if (isFirst === (open.tournament.rounds.length === 0)) return ok([{ type: 'round' }]);
    return isFirst
      ? fail('conflict', 'already started; start the next round with kifu tournament pair')
      : fail('conflict', 'not started yet; start it with kifu tournament start');
  });
  return changed.ok ? ok(tellRound(io, changed.value.open.tournament)) : changed;
}

interface ResultOptions {
  readonly forfeit?: 'first' | 'second';
  readonly round?: number;
  readonly referee?: readonly string[];
  readonly byWord?: boolean;
}

/** `kifu tournament result`. */
export const resultCommand = (handle: Handle): Command =>
  new Command('result')
    .argument('<FILE>')
    .addArgument(new Argument('<BOARD>').argParser(wholeNumber(1, 2000)))
    .argument('[MATCH]')
    .addOption(new Option('--forfeit <SEAT>').choices(['first', 'second']))
    .addOption(refereeOption())
    .option('--by-word')
    .addOption(new Option('--round <N>').argParser(wholeNumber(1, 1000)))
    .action(
      handle<ResultOptions>(async ({ io }, [path, board, match], options) => {
        if ((match === undefined) === (options.forfeit === undefined))
          return fail('malformed', 'name the match, or the loser with --forfeit');
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
        return changed.ok
          ? ok(tellRound(io, changed.value.open.tournament, options.round))
          : changed;
      }),
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
          `${word}: its signatures do not prove the result: ${unproven} (verdict: ${verdict}); use --by-word to vouch for it yourself`,
          { rule: 'unproven' },
        );
  });
