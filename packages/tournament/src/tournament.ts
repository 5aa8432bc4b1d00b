/** A tournament as a fold over its entries: players, pairings and results. */
import { fail, ok, type Result } from '@kifu/core';
import { type RatedPlayer, ratedPlayerId } from '@kifu/record/ratings';
import { MAX_PLAYERS, MAX_ROUNDS, type TournamentEntry, type TournamentTerms } from './entry.ts';
import { pairRound } from './pair/index.ts';

/** Players who have joined. Their numbers count from 0, in the order of entry. */
export interface Competitor extends RatedPlayer {
  readonly id: string;
  /** How many rounds had begun when the player entered. */
  readonly since: number;
  readonly isOut: boolean;
}

/** How a pairing ended. */
export interface PairingResult {
  /** Null where nothing was played. */
  readonly match: string | null;
  /** The seat that won; null for a draw. */
  readonly winner: 0 | 1 | null;
}

/** Two players of a round, by seat. */
export interface Pairing {
  readonly players: readonly [number, number];
  readonly result: PairingResult | null;
}

export interface Round {
  readonly pairings: readonly Pairing[];
  /** Players without an opponent in this round, who get the point. */
  readonly byes: readonly number[];
}

export interface Tournament {
  readonly terms: TournamentTerms;
  readonly players: readonly Competitor[];
  readonly rounds: readonly Round[];
}

/** A tournament without players yet. */
export const newTournament = (terms: TournamentTerms): Tournament => ({
  terms,
  players: [],
  rounds: [],
});

/** The tournament after one more entry, or why the entry cannot be taken. */
export function take(tournament: Tournament, entry: TournamentEntry): Result<Tournament> {
  switch (entry.type) {
    case 'enter':
      return enter(tournament, entry);
    case 'withdraw':
      return withdraw(tournament, entry.player);
    case 'round':
      return beginRound(tournament);
    case 'result':
      return record(tournament, entry);
  }
}

/** Pairings that have no result yet, in all rounds. */
export const openPairings = ({ rounds }: Tournament): Pairing[] =>
  rounds.flatMap(({ pairings }) => pairings.filter(({ result }) => result === null));

/** Whether there is nothing more to play: all rounds have begun, and every pairing has its result. */
export function isOver(tournament: Tournament): boolean {
  const { rounds } = tournament;
  return (
    rounds.length > 0 &&
    openPairings(tournament).length === 0 &&
    rounds.length >= countRounds(tournament)
  );
}

/** How many rounds there are in all. */
function countRounds({ terms, players, rounds }: Tournament): number {
  switch (terms.system) {
    case 'round-robin':
      return players.length % 2 === 0 ? players.length - 1 : players.length;
    case 'knock-out': {
      const last = rounds.at(-1);
      const isFinal = last !== undefined && last.pairings.length + last.byes.length <= 1;
      return isFinal ? rounds.length : rounds.length + 1;
    }
    default:
      return terms.rounds;
  }
}

function enter(
  tournament: Tournament,
  { name, key }: Extract<TournamentEntry, { readonly type: 'enter' }>,
): Result<Tournament> {
  const { terms, players, rounds } = tournament;
  const id = ratedPlayerId({ key, name });
  const isFixed = terms.system === 'round-robin' || terms.system === 'knock-out';
  if (isFixed && rounds.length > 0)
    return fail('unsupported', `cannot join a ${terms.system} tournament after it has started`);
  if (isOver(tournament)) return OVER;
  if (players.length >= MAX_PLAYERS)
    return fail('too-large', `too many players: ${MAX_PLAYERS} at most`);
  const at = players.findIndex(player => player.id === id);
  if (at >= 0 && !players[at]!.isOut)
    return fail('conflict', `${name} is already in the tournament`);
  // a player who returns keeps earlier points
  if (at >= 0)
    return ok({
      ...tournament,
      players: players.with(at, { ...players[at]!, name, isOut: false }),
    });
  if (players.some(player => player.name === name))
    return fail('conflict', `the name ${name} is taken; choose another`);
  const player = { id, name, key, since: rounds.length, isOut: false };
  return ok({ ...tournament, players: [...players, player] });
}

function withdraw(tournament: Tournament, id: string): Result<Tournament> {
  const { players } = tournament;
  const at = players.findIndex(player => player.id === id && !player.isOut);
  if (at < 0) return fail('not-found', `${id} is not in the tournament`);
  return ok({ ...tournament, players: players.with(at, { ...players[at]!, isOut: true }) });
}

const OVER = fail('game-over', 'the tournament is over');

function beginRound(tournament: Tournament): Result<Tournament> {
  const { terms, players, rounds } = tournament;
  if (players.filter(({ isOut }) => !isOut).length < 2)
    return fail('unsupported', 'a round needs at least two players');
  if (isOver(tournament) || rounds.length >= Math.min(countRounds(tournament), MAX_ROUNDS))
    return OVER;
  const open = openPairings(tournament).length;
  if (terms.system !== 'arena' && open > 0)
    return fail('conflict', `games of the previous round without a result: ${open}`);
  return ok({ ...tournament, rounds: [...rounds, pairRound(tournament)] });
}

function record(
  tournament: Tournament,
  { round, board, match, winner }: Extract<TournamentEntry, { readonly type: 'result' }>,
): Result<Tournament> {
  const { rounds } = tournament;
  const there = rounds[round - 1];
  const pairing = there?.pairings[board - 1];
  if (there === undefined || pairing === undefined)
    return fail('not-found', `round ${round} has no board ${board}`);
  if (pairing.result !== null)
    return fail('conflict', `board ${board} of round ${round} already has a result`);
  const isTwice =
    match !== null &&
    rounds.some(({ pairings }) => pairings.some(({ result }) => result?.match === match));
  if (isTwice) return fail('conflict', `match ${match} already counts`);
  const pairings = there.pairings.with(board - 1, { ...pairing, result: { match, winner } });
  return ok({ ...tournament, rounds: rounds.with(round - 1, { ...there, pairings }) });
}
