/** A state of ludo. */
import type { Outcome, Seat, Seed } from '@kifu/core';

/** Immutable, and made of plain numbers but for a long seed: no holder of a state can write to it. */
export interface State {
  /** The tokens of seats 0 to 3, as `board.ts` packs them. */
  readonly red: number;
  readonly green: number;
  readonly yellow: number;
  readonly blue: number;
  /** Who sits there, whose turn it is, what was rolled and how it ended, as `packTable` packs it. */
  readonly table: number;
  readonly moveCount: number;
  readonly seed: Seed;
}

/** What `table` is made of. */
export interface TableFields {
  readonly turn: Seat;
  /** What was rolled, 1 to 6; 0 where no number lies there. */
  readonly die: number;
  /** Sixes rolled so far in this turn. */
  readonly sixes: number;
  /** The seats that are in the match, as bits. */
  readonly seated: number;
  /** The highest seat that the match began with, plus one. */
  readonly seatCount: number;
  readonly ending: Ending;
}

/** How a match ended and who won, as a number. */
export type Ending = number;
export const NOT_ENDED: Ending = 0;
export const allHome = (winner: Seat): Ending => 1 + winner;
export const lastStanding = (winner: Seat): Ending => 5 + winner;

/** From the lowest bit: two for the turn, three for the die, two for the sixes, four and three for the seats, the ending. */
export const packTable = ({ turn, die, sixes, seated, seatCount, ending }: TableFields): number =>
  turn | (die << 2) | (sixes << 5) | (seated << 7) | (seatCount << 11) | (ending << 14);

const DIE_BITS = 0x1c;
const SIXES_BITS = 0x60;
/** What stays the same from turn to turn. */
const SEATS_BITS = 0x3f80;
const ENDING_BITS = 0x3c000;

/** Whose turn it is. */
export const turnOf = ({ table }: State): Seat => table & 3;
/** What was rolled; 0 where no number lies there. */
export const dieOf = ({ table }: State): number => (table >> 2) & 7;
/** Sixes rolled so far in this turn. */
export const sixesOf = ({ table }: State): number => (table >> 5) & 3;
/** The seats that are in the match, as bits. */
export const seatedOf = ({ table }: State): number => (table >> 7) & 15;
/** How many seats the canonical state has. */
export const seatCountOf = ({ table }: State): number => (table >> 11) & 7;
/** How the match ended; null while it is in progress. */
export const outcomeOf = ({ table }: State): Outcome | null => OUTCOMES[table >> 14]!;

/** Whether a seat is in the match. */
export const isSeated = (state: State, seat: Seat): boolean =>
  ((seatedOf(state) >> seat) & 1) === 1;

/** Whether a roll must happen before a seat can act. */
export const isRollDue = ({ table }: State): boolean => (table & (DIE_BITS | ENDING_BITS)) === 0;

/** The table with a number on it. */
export const withDie = ({ table }: State, die: number, sixes: number): number =>
  (table & ~(DIE_BITS | SIXES_BITS)) | (die << 2) | (sixes << 5);

/** The table when the same seat rolls again; its sixes stay counted. */
export const rollingAgain = ({ table }: State): number => table & ~DIE_BITS;

/** The table when the next seat rolls. */
export const passedOn = (state: State): number =>
  (state.table & SEATS_BITS) | nextSeat(seatedOf(state), turnOf(state));

/** The table after the last move: the turn passes as after any other. */
export const wonBy = (state: State, seat: Seat): number => passedOn(state) | (allHome(seat) << 14);

/** The seat whose turn comes next among those that the bits stand for; a seat alone follows itself. */
export const nextSeat = (seated: number, seat: Seat): Seat => NEXT_SEATS[seated * 4 + seat]!;

const NEXT_SEATS = Uint8Array.from({ length: 64 }, (_, i) => {
  const [seated, seat] = [i >> 2, i & 3];
  const order = [1, 2, 3, 4].map(n => (seat + n) % 4);
  return order.find(other => ((seated >> other) & 1) === 1) ?? seat;
});

/** Seats by the bits that stand for them, in rising order. */
export const SEATS_OF: readonly (readonly Seat[])[] = Array.from({ length: 16 }, (_, bits) =>
  Object.freeze([0, 1, 2, 3].filter(seat => ((bits >> seat) & 1) === 1)),
);

/** The tokens of a seat. */
export function tokensOf(state: State, seat: Seat): number {
  switch (seat) {
    case 0:
      return state.red;
    case 1:
      return state.green;
    case 2:
      return state.yellow;
    default:
      return state.blue;
  }
}

/** By ending. */
const OUTCOMES: readonly (Outcome | null)[] = [
  null,
  ...[0, 1, 2, 3].map(seat => winOf(seat, 'allHome')),
  ...[0, 1, 2, 3].map(seat => winOf(seat, 'lastStanding')),
];

function winOf(seat: Seat, reason: string): Outcome {
  return Object.freeze({ result: 'win', winners: Object.freeze([seat]), points: null, reason });
}
