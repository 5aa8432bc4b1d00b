/** English names, for pictures, spoken words and messages. */
import { BAR, type Side, viewed } from './board.ts';

/** Names by side. */
export const SIDE_NAMES = ['white', 'black'] as const;

/** `8`: a place as its owner says it, from 1; `bar` for the bar. */
export const placeName = (place: number): string => (place === BAR ? 'bar' : `${place + 1}`);

/** `8/5`, `bar/22`, `6/off`: the number of a move as the side that makes it says it. */
export function stepName(side: Side, packed: number): string {
  const from = packed >> 8;
  const to = (packed >> 3) & 31;
  const start = placeName(from === BAR ? BAR : viewed(side, from));
  return `${start}/${to === BAR ? 'off' : placeName(viewed(side, to))}`;
}
