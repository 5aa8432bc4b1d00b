/** The lobby as a value: players with their statuses, boards with their chains, snapshots. Rule sheet §16. */
import { type GameEvent, type Seat, type Seed, step, unwrap } from '@kifu/core';
import type { Move } from '../moves.ts';
import type { Rules } from '../options.ts';
import { game } from '../rules.ts';
import type { State } from '../state.ts';

/** What a player is doing; a new player counts as finished. */
export type Status = 'Finished' | 'Created' | 'InProgress' | 'Canceled';

/** What is known of a player. */
export interface Player {
  readonly status: Status;
  /** The number of the board, and of the snapshot that it comes from. */
  readonly board: number | null;
  readonly snapshot: number | null;
  readonly balance: number;
  readonly games: number;
  readonly username: string;
  readonly skin: number;
}

/** An accepted command on a board: one move, or two where the opponent was late. */
interface BoardAct {
  readonly seat: Seat;
  readonly move: Move;
  /** Seconds since the board's clock began. */
  readonly at: number;
}

/** A board: the state it began with, what was done there, and where that has led. */
export interface Board {
  readonly players: readonly [blue: string, red: string | null];
  readonly isRunning: boolean;
  /** Null for a new board; else the source, the number of moves taken over, and a seed for later draws. */
  readonly origin: Origin | null;
  readonly first: State;
  readonly acts: readonly BoardAct[];
  readonly state: State;
  /** The time at which the clock began; null while it waits for a guest. */
  readonly startedAt: number | null;
  /** The ids of the moves that were made here. */
  readonly moveIds: readonly number[];
}

/** Where a board branched off. */
export interface Origin {
  readonly board: number;
  readonly move: number;
  readonly reseed: Seed | null;
}

/** A point of a board from which to continue. */
export interface Snapshot {
  readonly creator: string;
  readonly board: number;
  readonly move: number;
}

/** All there is. Boards, snapshots and moves are numbered from 0 in the order of their creation. */
export interface Lobby {
  readonly rules: Rules;
  readonly players: ReadonlyMap<string, Player>;
  readonly boards: readonly Board[];
  readonly snapshots: readonly Snapshot[];
  /** How many moves have been recorded on all boards. */
  readonly moves: number;
}

/** What a command did: the lobby afterwards, and the events in order. */
export interface LobbyStep {
  readonly lobby: Lobby;
  readonly events: readonly GameEvent[];
}

const NEWCOMER: Player = {
  status: 'Finished',
  board: null,
  snapshot: null,
  balance: 0,
  games: 0,
  username: '',
  skin: 0,
};

/** A lobby without players and boards; new boards have its rule set. */
export const emptyLobby = (rules: Rules): Lobby => ({
  rules,
  players: new Map(),
  boards: [],
  snapshots: [],
  moves: 0,
});

/** What is known of a player; of an unknown name what a newcomer has. */
export const playerOf = ({ players }: Lobby, name: string): Player => players.get(name) ?? NEWCOMER;

/** The lobby with some players changed. */
export function withPlayers(
  lobby: Lobby,
  changes: readonly (readonly [string, Partial<Player>])[],
) {
  const players = new Map(lobby.players);
  for (const [name, change] of changes) players.set(name, { ...playerOf(lobby, name), ...change });
  return { ...lobby, players };
}

/** The lobby with one board changed. */
export const withBoard = (lobby: Lobby, number: number, board: Board): Lobby => ({
  ...lobby,
  boards: lobby.boards.with(number, board),
});

/** The state after the first moves of a chain, exactly: folded from where the board, or a source of it, began. */
export function stateAfter({ boards }: Lobby, board: number, move: number): State {
  const { first, acts } = sourceOf(boards, board, origin => move >= origin.move);
  let state = first;
  for (const { seat, move: act, at } of acts) {
    if (state.done >= move) break;
    const { parts } = unwrap(step(game, state, { do: 'move', seat, move: act, at }));
    // a chain may be cut between the skip of who was late and the move that followed
    const late = parts.find(part => part.by === 'rules' && part.state.done === move);
    state = (late ?? parts.at(-1)!).state;
  }
  return state;
}

/** The id of the last of the first moves of a chain; null for none. */
export function moveIdAfter({ boards }: Lobby, board: number, move: number): number | null {
  if (move === 0) return null;
  const { moveIds, first } = sourceOf(boards, board, origin => move > origin.move);
  return moveIds[move - 1 - first.done]!;
}

/** The nearest board, going back from source to source, that has something of its own. */
function sourceOf(
  boards: readonly Board[],
  number: number,
  isOwn: (origin: Origin) => boolean,
): Board {
  let board = boards[number]!;
  while (board.origin !== null && !isOwn(board.origin)) board = boards[board.origin.board]!;
  return board;
}
