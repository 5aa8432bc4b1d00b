/** Input of a move: the places touched so far, where it can continue, and when it is complete. */
import type { Cell, Json, Touch, TouchPlace } from '@kifu/core';

/** A move and how it is made. */
export interface Option {
  readonly move: Json;
  readonly touch: Touch;
}

/** The places that were touched so far, in order. */
export type Walked = readonly TouchPlace[];

/** What touching a place comes to. */
export type Touched =
  | { readonly type: 'walk'; readonly walked: Walked }
  | { readonly type: 'play'; readonly option: Option }
  | { readonly type: 'choose'; readonly options: readonly Option[]; readonly at: TouchPlace };

export const isSameCell = (a: Cell, b: Cell): boolean =>
  a.area === b.area && a.column === b.column && a.row === b.row;

/** Whether something that was touched is a place. */
export const isAt = (place: TouchPlace, where: Cell | string): boolean =>
  typeof place === 'string' || typeof where === 'string'
    ? place === where
    : place.some(cell => isSameCell(cell, where));

const isSamePlace = (a: TouchPlace, b: TouchPlace): boolean =>
  isAt(a, typeof b === 'string' ? b : b[0]);

/** The moves that are still open. */
const openOptions = (options: readonly Option[], walked: Walked): readonly Option[] =>
  walked.length === 0
    ? options
    : options.filter(
        ({ touch: { path } }) =>
          path.length > walked.length && walked.every((place, i) => isSamePlace(place, path[i]!)),
      );

/** Where the hand may go next, each place once. */
export function nextPlaces(options: readonly Option[], walked: Walked): TouchPlace[] {
  const next = openOptions(options, walked).map(({ touch: { path } }) => path[walked.length]!);
  return unique(next);
}

/** Where the hand may go and stop: next places and, over them, the ends of longer ways. */
export function targetsOf(options: readonly Option[], walked: Walked): TouchPlace[] {
  const ends = openOptions(options, walked).map(({ touch: { path } }) => path.at(-1)!);
  return unique([...nextPlaces(options, walked), ...ends]);
}

const keyOf = (place: TouchPlace): string =>
  typeof place === 'string' ? place : `${place[0].area} ${place[0].column} ${place[0].row}`;

const unique = (places: readonly TouchPlace[]): TouchPlace[] => [
  ...new Map(places.map(place => [keyOf(place), place])).values(),
];

/**
 * Touches a place: the next of some way; or the end of exactly one; or, if the move cannot continue there, the beginning of another. Null
 * where nothing is made of it, so that the hand is empty again.
 */
export function touchAt(
  options: readonly Option[],
  walked: Walked,
  where: Cell | string,
): Touched | null {
  const open = openOptions(options, walked);
  const hits = open.filter(({ touch: { path } }) => isAt(path[walked.length]!, where));
  if (hits.length > 0) return goOn(hits, walked);
  if (walked.length === 0) return null;
  const ends = open.filter(({ touch: { path } }) => isAt(path.at(-1)!, where));
  if (
    ends.length > 0 &&
    unique(ends.map(({ touch: { path } }) => path[walked.length]!)).length === 1
  )
    return finish(ends);
  return isAt(walked[0]!, where) ? null : touchAt(options, [], where);
}

function goOn(hits: readonly Option[], walked: Walked): Touched {
  const complete = hits.filter(({ touch: { path } }) => path.length === walked.length + 1);
  if (complete.length > 0) return finish(complete);
  return { type: 'walk', walked: [...walked, hits[0]!.touch.path[walked.length]!] };
}

/** Moves whose ways are at their end: one of them, or the one that the player chooses. */
function finish(options: readonly Option[]): Touched {
  const [first, ...others] = options;
  const isPlain = others.every(({ touch }) => touch.choice?.label === first!.touch.choice?.label);
  return isPlain
    ? { type: 'play', option: first! }
    : { type: 'choose', options, at: first!.touch.path.at(-1)! };
}

/** The words that can be touched now. */
export const wordsOf = (options: readonly Option[], walked: Walked): string[] =>
  nextPlaces(options, walked).filter(place => typeof place === 'string');
