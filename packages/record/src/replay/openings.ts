/** What openings are called, found by the positions of a record. */
import type { Kit, Opening } from '@kifu/core';
import { POSITION_BYTES } from '../store/library.ts';
import { positionKey } from './positions.ts';

/** The openings of a game. */
export interface Openings {
  /** The last of these positions that has a name; null where none has. */
  last(positions: Uint8Array): Pick<Opening, 'eco' | 'name'> | null;
}

/** Openings that have a name are over by then, by other ways too. */
const MOST_POSITIONS = 64;

const loaded = new WeakMap<Kit, Promise<Openings>>();

/** The openings of a game, loaded once; null where it has none. */
export async function loadOpenings(kit: Kit): Promise<Openings | null> {
  if (kit.openings === undefined) return null;
  const known = loaded.get(kit) ?? kit.openings().then(list => openingsOf(kit, list));
  loaded.set(kit, known);
  return known;
}

function openingsOf({ game }: Kit, list: readonly Opening[]): Openings {
  const names = new Map(list.map(one => [numberAt(positionKey(game, one.state), 0), one]));
  return {
    last(positions) {
      const end = Math.min(positions.length, MOST_POSITIONS * POSITION_BYTES);
      for (let at = end - POSITION_BYTES; at >= 0; at -= POSITION_BYTES) {
        const found = names.get(numberAt(positions, at));
        if (found !== undefined) return found;
      }
      return null;
    },
  };
}

/** The first 48 bits of the name of a position, which JavaScript has exactly; of so few openings no two have the same. */
function numberAt(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let i = 0; i < 6; i++) value = 256 * value + bytes[at + i]!;
  return value;
}
