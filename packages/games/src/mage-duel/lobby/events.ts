/** Events of the lobby: those of the rules with ids and names put in, and those about boards. Rule sheet §16.4. */
import type { GameEvent, Json, Seat } from '@kifu/core';
import { type State, scoreOf } from '../state.ts';
import { boardText, borderText } from '../state-codec.ts';
import { NO_TILE, TILES } from '../tiles.ts';
import type { Board, Origin } from './lobby.ts';

/** A new board. */
export const boardCreated = (number: number, board: Board): GameEvent => ({
  type: 'BoardCreated',
  board: number,
  ...borderOf(board.state),
  ...pictureOf(board, null),
});

/** A board that continues from a snapshot. */
export const boardBranched = (
  number: number,
  board: Board,
  { board: source, move }: Origin,
  lastMove: number | null,
): GameEvent => ({
  type: 'BoardCreatedFromSnapshot',
  board: number,
  source,
  move,
  ...borderOf(board.state),
  deck: deckOf(board.state),
  ...pictureOf(board, lastMove),
});

/** What a board looks like after an action. */
export const boardUpdated = (number: number, board: Board, lastMove: number | null): GameEvent => ({
  type: 'BoardUpdated',
  board: number,
  deck: deckOf(board.state),
  ...pictureOf(board, lastMove),
  movesDone: board.state.done,
});

const borderOf = (state: State) => ({ border: borderText(state) });

/** How many tiles of each type are left: their order would tell who knows the generator what comes next. */
function deckOf({ deck }: State): number[] {
  const counts = new Array<number>(TILES.length).fill(0);
  for (const tile of deck) counts[tile]!++;
  return counts;
}

function pictureOf({ players, state, isRunning }: Board, lastMove: number | null) {
  const [blueCity, blueRoad, redCity, redRoad] = scoreOf(state);
  return {
    top: state.top === NO_TILE ? null : state.top,
    cells: boardText(state),
    players: players.map((player, side): Json => [player, side, state.jokers[side as 0 | 1]]),
    blueScore: [blueCity, blueRoad],
    redScore: [redCity, redRoad],
    lastMove,
    state: isRunning ? 'InProgress' : 'Finished',
  };
}

/** An event of the rules as the lobby tells it: players by name, with the board; moves with their ids and their time. */
export function tellEvent(
  { seat, by, winner, paid: _paid, ...event }: GameEvent,
  board: number,
  names: readonly (string | null)[],
  link: {
    readonly move: number;
    readonly prevMove: number | null;
    readonly timestamp: number;
  } | null,
): GameEvent {
  const name = (whose: Json): Json => (whose === null ? null : names[whose as Seat]!);
  return {
    ...(event as GameEvent),
    ...(seat === undefined ? {} : { player: name(seat) }),
    ...(winner === undefined ? {} : { winner: name(winner) }),
    ...(by === undefined ? {} : { by: name(by) }),
    board,
    ...link,
  };
}
