/** States made whole from what is held, laid and left: by a deal, from outside, or as a seat imagines them. */
import { type Seat, type Seed, shuffle } from '@kifu/core';
import { endOf } from './ending.ts';
import { AT_RIGHT, type Deal, type Laid, NONE, type Places, type State } from './state.ts';
import { bestOf, leftOf, outranking, rightOf, TILES, type Tile, type TileSet } from './tiles.ts';

/** How many tiles each seat gets. */
export const HAND_SIZE = 7;

/** What a state is made from. */
export interface StateParts {
  /** By seat, each in its order; as they are held, the lower half first. No tile is there or in the boneyard twice. */
  readonly hands: readonly (readonly Tile[])[];
  readonly boneyard: readonly Tile[];
  /** As they lie, from left to right. */
  readonly board: readonly Tile[];
  readonly moves: number;
  /** Seats as bits. */
  readonly passed: number;
  readonly turn: Seat;
  readonly seed: Seed;
  /** Public knowledge of the tiles in the hands; null for none. */
  readonly barred: readonly (readonly TileSet[])[] | null;
}

/** Shuffles and deals; the holder of the highest tile has the first turn. */
export function dealFrom(seed: Seed, seats: number): State {
  const [tiles, after] = shuffle(seed, TILES);
  const hands = Array.from({ length: seats }, (_, seat) =>
    tiles.slice(HAND_SIZE * seat, HAND_SIZE * (seat + 1)),
  );
  return makeState({
    hands,
    boneyard: tiles.slice(HAND_SIZE * seats),
    board: [],
    moves: 0,
    passed: 0,
    turn: leaderOf(hands),
    seed: after,
    barred: null,
  });
}

/** The seat that leads the first tile; at least one hand must have a tile. */
export function leaderOf(hands: readonly (readonly Tile[])[]): Seat {
  const lead = bestOf(hands.flat());
  return hands.findIndex(hand => hand.includes(lead));
}

/** The state; what is given must be possible. */
export function makeState(given: StateParts): State {
  const { hands, board, moves, passed, turn } = given;
  let next = 0;
  let [odd, upper] = [0, 0];
  for (const [seat, hand] of hands.entries()) {
    const places = upTo(next + hand.length) & ~upTo(next);
    if ((seat & 1) !== 0) odd |= places;
    if (seat > 1) upper |= places;
    next += hand.length;
  }
  const holding = { next, odd, upper, passed, lacking: 0, ends: 0, before: null };
  // the same keys in the same order as after a move: to the machine all states are of one kind, and so quick to read
  const state = {
    deal: dealOf(given, next),
    holding,
    held: upTo(next),
    ends: endsOf(board),
    line: lineOf(board),
    moves,
    turn,
    outcome: null as State['outcome'],
  };
  state.outcome = endOf(state);
  return state;
}

/** All places before this one. */
const upTo = (place: number): Places => (1 << place) - 1;

function dealOf({ hands, boneyard, board, seed, barred }: StateParts, inHands: number): Deal {
  const tiles = hands.flat().concat(boneyard);
  const matching: Places[] = [0, 0, 0, 0, 0, 0, 0];
  for (let place = 0; place < tiles.length; place++) {
    const tile = tiles[place]!;
    matching[leftOf(tile)]! |= 1 << place;
    matching[rightOf(tile)]! |= 1 << place;
  }
  const isFresh = board.length === 0;
  const lead = isFresh ? tiles.indexOf(bestOf(tiles.slice(0, inHands))) : NONE;
  return {
    seats: hands.length,
    tiles,
    matching,
    barred: barred?.flat() ?? NOTHING,
    lead,
    dealt: isFresh ? upTo(inHands) : 0,
    outranking: isFresh ? outranking(tiles[lead]!) : 0,
    seed,
  };
}

const NOTHING: readonly TileSet[] = Object.freeze([]);

/** The board as if each tile had been laid to the right of the one before. */
function lineOf(board: readonly Tile[]): Laid | null {
  let line: Laid | null = null;
  for (const tile of board) line = { how: tile | (line === null ? 0 : AT_RIGHT), before: line };
  return line;
}

const endsOf = (board: readonly Tile[]): Tile =>
  board.length === 0 ? 0 : (leftOf(board[0]!) << 3) | rightOf(board[board.length - 1]!);
