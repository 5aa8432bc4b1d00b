/** The rules of dominos as a Game: the draw game with a double-six set, one round. Move format §9. */
import { fail, type Game, ok, type Result, type Seat, type Setup } from '@kifu/core';
import { refuseLate } from '../start.ts';
import { dealFrom, HAND_SIZE } from './make-state.ts';
import {
  DRAW,
  FIRST_TILE,
  FLIP_BIT,
  fromPacked,
  type Move,
  moves,
  PASS,
  packTile,
  RIGHT_BIT,
} from './move-codec.ts';
import { play } from './play.ts';
import { secrets } from './secrets.ts';
import {
  boardOf,
  boneyardSize,
  fittingPlaces,
  handOf,
  placesIn,
  type State,
  seatsOf,
} from './state.ts';
import { states } from './state-codec.ts';
import { bitOf, leftOf, rightOf, TILES, upright } from './tiles.ts';

/** The rules of dominos. */
export const game: Game<State, Move> = {
  name: 'dominos',
  code: 2,
  version: 1,
  seats: [2, 4],
  setup,
  seated: seatsOf,
  active: ({ outcome, turn }) => (outcome !== null ? NO_SEATS : ALONE[turn]!),
  legal,
  play,
  outcome: state => state.outcome,
  moves,
  states,
  chance: {
    // the deal is made by the setup, and nothing is drawn from the seed afterwards
    due: () => false,
    draw: state => ({ state, events: [] }),
    reseed: (state, seed) => ({ ...state, deal: { ...state.deal, seed } }),
  },
  secrets,
};

const NO_SEATS: readonly Seat[] = Object.freeze([]);
const ALONE: readonly (readonly Seat[])[] = [0, 1, 2, 3].map(seat => Object.freeze([seat]));

function setup({ seats, seed, start }: Setup): Result<State> {
  if (seats.some((seat, i) => seat !== i))
    return fail('bad-setup', 'the seats of dominos are 0 and 1, or more up to 3', {
      at: { path: '/seats' },
    });
  if (start === null) return ok(dealFrom(seed!, seats.length));
  const state = states.restore(start.canon, start.aside);
  if (!state.ok) return state;
  const wrong = findWrong(state.value, seats.length);
  return wrong === null
    ? (refuseLate(state.value.moves) ?? state)
    : fail('bad-setup', wrong, { at: { path: '/start' } });
}

/** Why a match cannot start from a state. A single position may have some of the tiles only; a match hides some of all. */
function findWrong(state: State, seats: number): string | null {
  const { deal, moves } = state;
  if (deal.seats !== seats) return `the position has ${deal.seats} seats, the match ${seats}`;
  const board = boardOf(state);
  const held = new Set([...deal.tiles, ...board.map(upright)].map(bitOf));
  if (held.size < TILES.length || deal.tiles.length + board.length > TILES.length)
    return 'a match is played with all 28 tiles, each once';
  const drawn = TILES.length - HAND_SIZE * seats - boneyardSize(state);
  if (drawn < 0) return 'more tiles are left than were not dealt';
  if (moves < board.length + drawn) return 'fewer moves were made than tiles laid and drawn';
  return null;
}

/** In the order of the hex forms: by place in the hand, the left end first, not flipped first. */
function legal(state: State, seat: Seat): Move[] {
  const { outcome, turn, line, deal, ends } = state;
  if (seat !== turn || outcome !== null) return [];
  const hand = handOf(state, seat);
  if (line === null) return [fromPacked(packTile(placesIn(hand).indexOf(deal.lead), false, false))];
  const fitting = hand & fittingPlaces(state);
  if (fitting === 0) return [fromPacked(boneyardSize(state) > 0 ? DRAW : PASS)];
  const [left, right] = [leftOf(ends), rightOf(ends)];
  const found: Move[] = [];
  let packed = FIRST_TILE;
  for (let rest = hand; rest !== 0; rest &= rest - 1, packed++) {
    const place = rest & -rest;
    if ((place & fitting) === 0) continue;
    const tile = deal.tiles[31 - Math.clz32(place)]!;
    const [low, high] = [leftOf(tile), rightOf(tile)];
    if (high === left) found.push(fromPacked(packed));
    if (low === left && low !== high) found.push(fromPacked(packed | FLIP_BIT));
    if (low === right) found.push(fromPacked(packed | RIGHT_BIT));
    if (high === right && low !== high) found.push(fromPacked(packed | RIGHT_BIT | FLIP_BIT));
  }
  return found;
}
