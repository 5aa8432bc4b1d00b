/** Tournaments on a server: made, entered, run and looked at. */
import type { Json, Result, Seat, TimeControl } from '@kifu/core';
import type { Invite } from './protocol/messages.ts';
import { ask } from './rest.ts';

/** What a tournament on a server is made of. */
export interface NewTournament {
  readonly name: string;
  readonly system: 'swiss' | 'round-robin' | 'knock-out' | 'arena';
  readonly game: string;
  /** Of Swiss, or waves of an arena; else 0. */
  readonly rounds: number;
  readonly clock?: TimeControl | null;
  readonly options?: { readonly [name: string]: Json };
  readonly rated?: boolean;
  /** How long players have to come to the board, from the start of the round; default: a day. */
  readonly roundMs?: number;
  /** Whether the next round begins as soon as the one before is over. */
  readonly isAutomatic?: boolean;
}

/** A tournament in a list. */
export interface TournamentCard {
  readonly id: string;
  readonly name: string;
  readonly system: NewTournament['system'];
  readonly game: string;
  /** How many rounds the terms say; 0 where that follows from the players. */
  readonly roundCount: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string | null;
  readonly isOver: boolean;
  /** How many players have joined. */
  readonly count: number;
  /** The newest round; 0 before the first. */
  readonly round: number;
}

/** Where a player stands, as a server says it: points in halves, Sonneborn–Berger in quarters. */
export interface TournamentStanding {
  readonly rank: number;
  readonly player: number;
  readonly score: number;
  readonly directEncounter: number;
  readonly buchholzCut1: number;
  readonly buchholz: number;
  readonly sonnebornBerger: number;
}

/** A board of a round, with its players by seat. */
export interface TournamentBoard {
  readonly players: readonly [number, number];
  readonly result: { readonly match: string | null; readonly winner: 0 | 1 | null } | null;
  /** Where it is played; null where it has its result. */
  readonly invite: string | null;
  readonly phase: Invite['phase'] | null;
}

/** A tournament. Players are numbers in the order in which they entered. */
export interface ServedTournament extends TournamentCard {
  readonly organizer: { readonly id: string; readonly name: string };
  /** The key that signs the entries. */
  readonly signer: string | null;
  readonly head: string;
  readonly clock: TimeControl | null;
  readonly rated: boolean;
  readonly isAutomatic: boolean;
  /** Whether boards have no result yet. */
  readonly isOpen: boolean;
  readonly players: readonly {
    readonly id: string;
    readonly name: string;
    readonly isOut: boolean;
  }[];
  readonly standings: readonly TournamentStanding[];
  readonly rounds: readonly {
    readonly byes: readonly number[];
    /** Milliseconds since 1970. */
    readonly deadline: number;
    readonly pairings: readonly TournamentBoard[];
  }[];
}

/** What is said in a tournament on a server. */
export type TournamentWord =
  | { readonly type: 'enter' }
  /** Without `player` it is who signed in; only the organizer may name another player. */
  | { readonly type: 'withdraw'; readonly player?: string }
  | { readonly type: 'round' }
  | {
      readonly type: 'forfeit';
      readonly round: number;
      readonly board: number;
      readonly loser: 0 | 1;
    };

const pathOf = (id: string): string => `/api/tournaments/${encodeURIComponent(id)}`;

/** Tournaments, the newest first. */
export const listTournaments = (
  server: string,
): Promise<Result<{ readonly tournaments: readonly TournamentCard[] }>> =>
  ask(server, 'GET', '/api/tournaments', {});

/** Makes a tournament; the signed-in player is its organizer. */
export const makeTournament = (
  server: string,
  token: string,
  tournament: NewTournament,
): Promise<Result<ServedTournament>> =>
  ask(server, 'POST', '/api/tournaments', { token, body: tournament });

/** Looks at a tournament. */
export const lookAtTournament = (server: string, id: string): Promise<Result<ServedTournament>> =>
  ask(server, 'GET', pathOf(id), {});

/** Enters, withdraws, begins a round or declares a board forfeit. */
export const sayInTournament = (
  server: string,
  token: string,
  id: string,
  word: TournamentWord,
): Promise<Result<ServedTournament>> =>
  ask(server, 'POST', `${pathOf(id)}/entries`, { token, body: word });

/** Takes the seat that is reserved at a board for the signed-in player. */
export const takeBoard = (
  server: string,
  token: string,
  id: string,
): Promise<Result<{ readonly invite: Invite; readonly seat: Seat; readonly token: string }>> =>
  ask(server, 'POST', `${pathOf(id)}/seat`, { token, body: {} });
