/** What a position is worth: the race, and while the sides can still meet, points held and checkers that can be hit. No search. */
import { type Seat, scoreFromLead } from '@kifu/core';
import { BAR, countAt, HOME, mirror, type Planes, POINTS } from './board.ts';
import { foeOf, ownOf, type State } from './state.ts';

/** The worth of a state to a seat: ±1000 when it is decided, otherwise between; one's gain is the other's loss. */
export function evaluate(state: State, seat: Seat): number {
  const worth = judgeForTurn(state);
  return seat === state.turn ? worth : 0 - worth;
}

/** To the seat on turn. All sums are in pips: a roll is 8 of them. */
function judgeForTurn(state: State): number {
  if (state.outcome !== null) return -1000; // the turn has passed to the loser
  const own = sideOf(ownOf(state));
  const foe = sideOf(foeOf(state));
  const lead = foe.pips - own.pips + HALF_ROLL;
  if (!canMeet(own, foe)) return scoreFromLead(lead, RACE + (own.pips + foe.pips) / 8);
  const worth = lead + structure(own, foe) - structure(foe, own);
  // the side on turn may still cover its blots, the other may not
  return scoreFromLead(worth - risk(own, foe) / 2 + risk(foe, own), CONTACT);
}

/** What being on turn is worth. */
const HALF_ROLL = 4;
/** Lead in pips that counts as half a win while the sides can still meet. */
const CONTACT = 60;
/** The same in a race, plus an eighth of all pips left. */
const RACE = 4;

/** One side as the judge sees it. */
interface JudgedSide {
  readonly counts: readonly number[];
  readonly pips: number;
  /** Places with checkers, with two or more, and with one, as bits. */
  readonly places: number;
  readonly made: number;
  readonly blots: number;
}

function sideOf(planes: Planes): JudgedSide {
  const { n1, n2, n4, n8 } = planes;
  const counts: number[] = [];
  let pips = 0;
  for (let place = 0; place <= BAR; place++) {
    counts.push(countAt(planes, place));
    pips += (place + 1) * counts[place]!;
  }
  const many = n2 | n4 | n8;
  const onBoard = (1 << POINTS) - 1;
  return { counts, pips, places: n1 | many, made: many & onBoard, blots: n1 & ~many & onBoard };
}

/** Whether the last checkers of the sides have not passed each other. */
const canMeet = (own: JudgedSide, foe: JudgedSide): boolean =>
  highestOf(own.places) + highestOf(foe.places) >= POINTS;

const highestOf = (bits: number): number => 31 - Math.clz32(bits);

/** What a point is worth to the side that holds it: home and just outside, and an anchor in the other's home. */
const POINT_WORTH = [
  2, 4, 6, 8, 9, 8, 6, 3, 1, 0, 0, 0, 1, 0, 0, 1, 2, 4, 6, 8, 7, 4, 3, 2,
] as const;
/** What points in a row are worth, by how many. */
const ROW_WORTH = [0, 0, 0, 2, 6, 14, 24] as const;

/** Points held, rows of them that hold the other back, and how hard it is to come in. */
function structure(side: JudgedSide, other: JudgedSide): number {
  let worth = 0;
  let row = 0;
  let best = 0;
  let home = 0;
  for (let place = 0; place < POINTS; place++) {
    if (((side.made >> place) & 1) === 0) {
      row = 0;
      continue;
    }
    worth += POINT_WORTH[place]!;
    if (place < HOME) home++;
    row++;
    // only what is still behind it is held back
    if (row > best && highestOf(other.places) > 23 - place) best = row;
  }
  worth += ROW_WORTH[Math.min(best, 6)]!;
  // each checker that waits loses a roll with the chance that no die lets it in
  worth += (other.counts[BAR]! * 8 * home * home) / 36;
  return worth;
}

/** How many of the 36 rolls hit over a distance, on an open board. */
const SHOTS = [0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3] as const;

/** What may be lost by open checkers: the way each has come, with the chance that it is hit. */
function risk(side: JudgedSide, other: JudgedSide): number {
  const hunters = mirror(other.places & ((1 << POINTS) - 1));
  let loss = 0;
  for (let rest = side.blots; rest !== 0; rest &= rest - 1) {
    const place = highestOf(rest & -rest);
    let missed = 1;
    // the other walks up as this side counts, so that hunters stand below
    for (let distance = 1; distance <= Math.min(12, place); distance++)
      if (((hunters >> (place - distance)) & 1) !== 0) missed *= 1 - SHOTS[distance]! / 36;
    if (other.counts[BAR]! > 0 && place < HOME) missed *= 1 - SHOTS[place + 1]! / 36;
    loss += (1 - missed) * (POINTS - place + 4);
  }
  return loss;
}
