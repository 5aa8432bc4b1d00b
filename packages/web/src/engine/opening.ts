/** What the opening of a record is called, by its positions. */
import { loadOpenings, positionKey } from '@kifu/record/replay';
import type { Session } from './session.ts';

/** Openings that have a name are over by then. */
const MOST_ENTRIES = 64;

/** Code and name; null where the game has no names, or this opening has none. */
export async function openingOf({ kit, view }: Session): Promise<string | null> {
  const { timeline } = view;
  const openings = timeline === null ? null : await loadOpenings(kit);
  if (openings === null) return null;
  for (let n = Math.min(timeline!.length, MOST_ENTRIES); n >= 0; n--) {
    const named = openings.last(positionKey(kit.game, timeline!.at(n).state));
    if (named !== null) return `${named.eco} ${named.name}`;
  }
  return null;
}
