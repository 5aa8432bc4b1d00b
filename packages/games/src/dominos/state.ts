/** A round of dominos as the rules keep it: a deal that never changes, and the owners of its places. */
import type { Outcome, Seat, Seed } from '@kifu/core';
import { leftOf, rightOf, type Tile, type TileSet, tilesWith } from './tiles.ts';

/** Places of a deal as bits. */
export type Places = number;

/**
 * What was dealt, with what follows from it; the same all through a match. Every tile that is not on the board has its
 * place: the hands in seat order, then the boneyard in the order of drawing. A drawn tile comes after all that its
 * seat holds, so that a hand is a set of places, and its order is theirs.
 */
export interface Deal {
  /** How many seats there are. */
  readonly seats: number;
  readonly tiles: readonly Tile[];
  /** The places of the tiles that have a half with a number of pips, by pips. */
  readonly matching: readonly Places[];
  /** Public knowledge of a place at the time of the deal: the tiles that cannot be there; nothing where it ends. */
  readonly barred: readonly TileSet[];
  /** The place of the tile that leads; NONE where the first tile has been laid. */
  readonly lead: number;
  /** The places about which the lead reveals something: all hands of a fresh deal, otherwise none. */
  readonly dealt: Places;
  /** What the lead reveals: the tiles are none of these, or another tile would have led. */
  readonly outranking: TileSet;
  /** Never drawn from after the deal. */
  readonly seed: Seed;
}

/** A tile on the board, and the line before it was laid. */
export interface Laid {
  /** The tile as it lies, and AT_RIGHT where it was laid at the right end. */
  readonly how: number;
  readonly before: Laid | null;
}

/** The bit beside a tile that was laid at the right end; the same as in the number of a move. */
export const AT_RIGHT = 64;

/**
 * Whose the places are, and what draws and passes have shown. It changes only by these, and by a play after a pass, so
 * that most states share it with the state before.
 */
export interface Holding {
  /** The place of the tile that is drawn next; as many as there are tiles where the boneyard is empty. */
  readonly next: number;
  /** The places of seats 1 and 3, and of seats 2 and 3: the two bits of the seat. What was played stays in it. */
  readonly odd: Places;
  readonly upper: Places;
  /** Seats that passed since the last play or draw, as bits. */
  readonly passed: number;
  /** A seat that drew or passed could not play: these places fitted neither of the ends. */
  readonly lacking: Places;
  readonly ends: Tile;
  /** What was known before that. */
  readonly before: Holding | null;
}

/** Immutable, and small: one is made for every move. */
export interface State {
  readonly deal: Deal;
  readonly holding: Holding;
  /** The places of all hands. */
  readonly held: Places;
  /** The open values, written as if the line were one long tile; 0 before the first tile. */
  readonly ends: Tile;
  /** The tile laid last. */
  readonly line: Laid | null;
  readonly moves: number;
  readonly turn: Seat;
  readonly outcome: Outcome | null;
}

/** Who holds what, of what is laid and left: all of a state but how it ends. */
export type Position = Omit<State, 'outcome'>;

/** What stands for an end, or for a place, that is not there. */
export const NONE = -1;

/** The open value on the left, or NONE. */
export const leftEnd = ({ line, ends }: State): number => (line === null ? NONE : leftOf(ends));
/** The open value on the right, or NONE. */
export const rightEnd = ({ line, ends }: State): number => (line === null ? NONE : rightOf(ends));

/** The places that a seat holds. */
export const handOf = ({ held, holding }: Position, seat: Seat): Places =>
  // a bit of the seat less one is all bits or none: the places that have the same bit are left
  held & (holding.odd ^ ((seat & 1) - 1)) & (holding.upper ^ ((seat >> 1) - 1));

/** The numbers of the seats. */
export const seatsOf = ({ deal }: Position): readonly Seat[] => SEATS[deal.seats]!;

const SEATS: readonly (readonly Seat[])[] = [0, 1, 2, 3, 4].map(count =>
  Object.freeze(Array.from({ length: count }, (_, seat) => seat)),
);

/** Places one by one, in order. */
export function placesIn(places: Places): number[] {
  const list: number[] = [];
  for (let rest = places; rest !== 0; rest &= rest - 1) list.push(31 - Math.clz32(rest & -rest));
  return list;
}

/** The tiles of a seat in the order of its hand. */
export const tilesOf = (state: Position, seat: Seat): Tile[] =>
  placesIn(handOf(state, seat)).map(place => state.deal.tiles[place]!);

/** The tiles that are left to draw, the next one first. */
export const boneyardOf = ({ deal, holding }: State): readonly Tile[] =>
  deal.tiles.slice(holding.next);

/** How many tiles are left to draw. */
export const boneyardSize = ({ deal, holding }: Position): number =>
  deal.tiles.length - holding.next;

/** Whether a seat has passed since the last play or draw. */
export const hasPassed = ({ holding }: State, seat: Seat): boolean =>
  ((holding.passed >> seat) & 1) !== 0;

/** The tiles on the board as they lie, from left to right. */
export function boardOf({ line }: State): Tile[] {
  const left: Tile[] = [];
  const right: Tile[] = [];
  for (let laid = line; laid !== null; laid = laid.before)
    ((laid.how & AT_RIGHT) === 0 ? left : right).push(laid.how & ~AT_RIGHT);
  return [...left, ...right.reverse()];
}

/** The places that fit an open end. */
export const fittingPlaces = ({ deal, ends }: Position): Places =>
  deal.matching[ends >> 3]! | deal.matching[ends & 7]!;

/** Whether no seat can play and nothing is left to draw. */
export const isBlocked = (state: Position): boolean =>
  boneyardSize(state) === 0 && state.line !== null && (state.held & fittingPlaces(state)) === 0;

/** Public knowledge of each tile in a hand, in its order: the tiles that it cannot be. */
export const barredOf = (state: State, seat: Seat): TileSet[] =>
  placesIn(handOf(state, seat)).map(place => barredAt(state, place));

function barredAt({ deal, line, holding }: State, place: number): TileSet {
  const isHere = (places: Places) => ((places >> place) & 1) !== 0;
  let barred = deal.barred[place] ?? 0;
  if (line !== null && isHere(deal.dealt)) barred |= deal.outranking;
  for (let past: Holding | null = holding; past !== null; past = past.before)
    if (isHere(past.lacking))
      barred |= tilesWith(leftOf(past.ends)) | tilesWith(rightOf(past.ends));
  return barred;
}
