/** What each seat knows: its own hand, what lies on the table, and what others have shown that they do not hold. */
import type { Json, JsonObject, Seat, Secrets } from '@kifu/core';
import { see } from './events.ts';
import { sample } from './sample.ts';
import {
  barredOf,
  boneyardSize,
  hasPassed,
  leftEnd,
  rightEnd,
  type State,
  seatsOf,
  tilesOf,
} from './state.ts';
import { boardJson, type LaidJson } from './state-codec.ts';
import { pairOf, type TileSet } from './tiles.ts';

/** What a seat, or with the seat null a spectator, sees of a state. */
export interface View extends JsonObject {
  readonly seat: Seat | null;
  /** As in the canonical state. */
  readonly board: readonly LaidJson[];
  /** How many tiles are left to draw. */
  readonly boneyard: number;
  /** By seat, in the order of the hand: [low, high], or null for a tile that lies face down. */
  readonly hands: readonly (readonly (readonly [number, number] | null)[])[];
  /** Public knowledge of the tiles in the hands: the tiles that each cannot be, as bits by number in the set. */
  readonly barred: readonly (readonly TileSet[])[];
  readonly leftEnd: number;
  readonly rightEnd: number;
  readonly moveCount: number;
  readonly passed: readonly boolean[];
  readonly playerCount: number;
  readonly turn: Seat;
}

/** The secrets of dominos. */
export const secrets: Secrets<State> = {
  view,
  see,
  sample: (seen, seed) => sample(seen as View, seed),
};

/** When the round is over all hands are turned up, as their pips are counted. */
function view(state: State, seat: Seat | null): Json {
  const { deal, moves, turn, outcome } = state;
  const seats = seatsOf(state);
  const isOpen = (other: Seat) => other === seat || outcome !== null;
  const seen: View = {
    seat,
    board: boardJson(state),
    boneyard: boneyardSize(state),
    hands: seats.map(other =>
      tilesOf(state, other).map(tile => (isOpen(other) ? pairOf(tile) : null)),
    ),
    barred: seats.map(other => barredOf(state, other)),
    leftEnd: leftEnd(state),
    rightEnd: rightEnd(state),
    moveCount: moves,
    passed: seats.map(other => hasPassed(state, other)),
    playerCount: deal.seats,
    turn,
  };
  return seen;
}
