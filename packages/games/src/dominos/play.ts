/** Playing one given move: tested without looking at any other, then carried out. */
import {
  capital,
  type Fail,
  fail,
  type GameEvent,
  ok,
  type Played,
  type Result,
  type Seat,
} from '@kifu/core';
import { outcomeOf, pipsInHands } from './ending.ts';
import * as events from './events.ts';
import * as codec from './move-codec.ts';
import { MOVE_FORM, type Move } from './move-codec.ts';
import { SEAT_NAMES } from './names.ts';
import * as states from './state.ts';
import { type Holding, type Laid, type Places, type State, tilesOf } from './state.ts';
import { isDouble, leftOf, rightOf, type Tile, tileName, turned } from './tiles.ts';

// what is this module's own is built into the machine code; imports would be looked up each time
const { DRAWN, ended, PASSED, PLAYED } = events;
const { DRAW, FIRST_TILE, FLIP_BIT, INDEX_BITS, PASS, RIGHT_BIT, toPacked } = codec;
const { fittingPlaces, handOf, isBlocked } = states;

/** Plays a move, or says which rule forbids it. */
export function play(state: State, seat: Seat, move: Move): Result<Played<State>> {
  const { turn } = state;
  if (state.outcome !== null)
    return fail('game-over', `the game is over (${state.outcome.reason})`);
  if (seat !== turn) return refuseSeat(state, seat);
  const packed = toPacked(move);
  if (packed >= FIRST_TILE) return layTile(state, packed);
  if (packed === DRAW) return drawTile(state);
  return packed === PASS ? pass(state) : fail('malformed', MOVE_FORM);
}

function refuseSeat({ deal, turn }: State, seat: Seat): Fail {
  return Number.isInteger(seat) && seat >= 0 && seat < deal.seats
    ? fail('wrong-seat', `it is ${capital(SEAT_NAMES[turn]!)}'s turn`, { rule: 'turn' })
    : fail('wrong-seat', `seat ${seat} is not playing`, { rule: 'turn' });
}

function layTile(state: State, packed: number): Result<Played<State>> {
  const { deal, turn, ends, line } = state;
  const hand = handOf(state, turn);
  let rest = hand;
  for (let i = packed & INDEX_BITS; i !== FIRST_TILE; i = (i - 1) | 0) rest &= rest - 1;
  const place = rest & -rest;
  if (place === 0) return noTile(state, packed);
  const tile = deal.tiles[31 - Math.clz32(place)]!;
  if (line === null) {
    if (place !== 1 << deal.lead || packed > INDEX_BITS) return wrongLead(state);
    return lay(state, hand, place, tile, { how: tile, before: null });
  }
  // shifts in place of questions: which end and which way round is any player's guess, and so the machine's
  const atRight = packed & RIGHT_BIT;
  const outer = 3 & ((atRight >> 6) - 1);
  const laid = LAID[((packed & FLIP_BIT) >> 1) | tile]!;
  if (((laid >> (3 - outer)) & 7) !== ((ends >> outer) & 7)) return noFit(state, tile, atRight);
  const open = (ends & (7 << (3 - outer))) | (laid & (7 << outer));
  return lay(state, hand, place, open, { how: laid | atRight, before: line });
}

/** How a tile lies, by flip · 64 + tile. A double has one way to lie: flipped, it fits nothing. */
const LAID = Uint8Array.from({ length: 128 }, (_, i) =>
  i < 64 ? i : isDouble(i & 63) ? 0o77 : turned(i & 63),
);

function lay(
  state: State,
  hand: Places,
  place: Places,
  ends: Tile,
  line: Laid,
): Result<Played<State>> {
  const { deal, turn, holding } = state;
  const next = follow(
    state,
    holding.passed === 0 ? holding : withoutPasses(holding),
    state.held ^ place,
    ends,
    line,
    seatAfter(turn, deal.seats),
  );
  const told = PLAYED[(turn << 7) | line.how]!;
  return hand === place || isBlocked(next) ? end(next, told) : ok({ state: next, events: told });
}

const withoutPasses = ({ next, odd, upper, lacking, ends, before }: Holding): Holding => ({
  next,
  odd,
  upper,
  passed: 0,
  lacking,
  ends,
  before,
});

/** Takes the next tile. The seat stays on turn. */
function drawTile(state: State): Result<Played<State>> {
  const { deal, turn, ends, line } = state;
  const { next: place, odd, upper } = state.holding;
  if (canPlay(state)) return mustPlay(state);
  if (place === deal.tiles.length) return refuse('emptyBoneyard', 'the boneyard is empty: pass');
  const bit = 1 << place;
  const holding = {
    next: place + 1,
    odd: (turn & 1) === 0 ? odd : odd | bit,
    upper: turn < 2 ? upper : upper | bit,
    passed: 0,
    lacking: handOf(state, turn),
    ends,
    before: state.holding,
  };
  const next = follow(state, holding, state.held | bit, ends, line, turn);
  const told = DRAWN[(turn << 7) | deal.tiles[place]!]!;
  return isBlocked(next) ? end(next, told) : ok({ state: next, events: told });
}

function pass(state: State): Result<Played<State>> {
  const { deal, turn, held, ends, line } = state;
  const { next, odd, upper, passed } = state.holding;
  if (canPlay(state)) return mustPlay(state);
  if (next < deal.tiles.length) return refuse('mustDraw', 'draw from the boneyard first');
  const holding = {
    next,
    odd,
    upper,
    passed: passed | (1 << turn),
    lacking: handOf(state, turn),
    ends,
    before: state.holding,
  };
  const after = seatAfter(turn, deal.seats);
  return ok({ state: follow(state, holding, held, ends, line, after), events: PASSED[turn]! });
}

/** The next seat: one more, masked by all bits or none. */
const seatAfter = (turn: Seat, seats: number): Seat => (turn + 1) & ((turn + 1 - seats) >> 31);

/** The state after a move, not yet checked for the end of the round. */
const follow = (
  { deal, moves }: State,
  holding: Holding,
  held: Places,
  ends: Tile,
  line: Laid | null,
  turn: Seat,
): State => ({ deal, holding, held, ends, line, moves: moves + 1, turn, outcome: null });

function end(state: State, [told]: readonly GameEvent[]): Result<Played<State>> {
  const { deal, holding, held, ends, line, moves, turn } = state;
  const pips = pipsInHands(state);
  const outcome = outcomeOf(state, pips);
  const last = { deal, holding, held, ends, line, moves, turn, outcome };
  return ok({ state: last, events: [told!, ended(outcome, pips)] });
}

const canPlay = (state: State): boolean =>
  state.line === null || (handOf(state, state.turn) & fittingPlaces(state)) !== 0;

/** The rules of dominos by which a move may be refused. */
type Rule = 'lead' | 'noTile' | 'noFit' | 'flip' | 'mustPlay' | 'mustDraw' | 'emptyBoneyard';

const refuse = (rule: Rule, why: string): Fail => fail('illegal-move', why, { rule });

function noTile(state: State, packed: number): Fail {
  const { length } = tilesOf(state, state.turn);
  const index = (packed & INDEX_BITS) - FIRST_TILE;
  return refuse(
    'noTile',
    `the hand has ${length} tiles, counted from 0, and none is tile ${index}`,
  );
}

function wrongLead(state: State): Fail {
  const lead = state.deal.tiles[state.deal.lead]!;
  return refuse('lead', `${tileName(lead)} must be led: left end, not flipped`);
}

function noFit({ ends }: State, tile: Tile, atRight: number): Fail {
  const [end, open] = atRight === 0 ? ['left', leftOf(ends)] : ['right', rightOf(ends)];
  if (leftOf(tile) !== open && rightOf(tile) !== open)
    return refuse('noFit', `${tileName(tile)} does not fit the ${end} end, which is ${open}`);
  return refuse('flip', `${tileName(tile)} fits the ${end} end only when flipped`);
}

const mustPlay = (state: State): Fail =>
  refuse(
    'mustPlay',
    state.line === null ? 'the first move is to lead' : 'you have a playable tile: play it',
  );
