/** What openings are called, found by the positions of a record. */
import {
  type Game,
  type Header,
  type Kit,
  type Metadata,
  metadataOf,
  type Opening,
  type OpeningName,
} from '@kifu/core';
import { POSITION_BYTES } from '../store/library.ts';
import { PositionKeys, positionKey } from './positions.ts';
import { Replay, readAll } from './replay.ts';

/** The openings of a game. */
export interface Openings {
  /** The last of these positions that has a name; null where none has. */
  last(positions: Uint8Array): OpeningName | null;
}

/** Positions that are looked up: openings that have a name are over by then, also by a longer way. */
const MOST_POSITIONS = 64;

/** What the opening of a record is called by its positions; null where its game has no names, or it has none. */
export async function nameOpening(
  kit: Kit,
  nodes: readonly Uint8Array[],
): Promise<OpeningName | null> {
  const openings = await loadOpenings(kit);
  if (openings === null) return null;
  const game = kit.game as Game;
  const positions = new PositionKeys(game);
  readAll(new Replay(game, nodes.slice(0, MOST_POSITIONS)), [
    { take: ({ table }) => table !== null && positions.note(table.state) },
  ]);
  return openings.last(positions.keys());
}

/** The facts of a record; what it does not say of its opening, its positions tell. */
export async function nameFacts(
  kit: Kit,
  header: Header,
  nodes: readonly Uint8Array[],
): Promise<Metadata> {
  const facts = metadataOf(header, kit.seatNames);
  return isNamed(facts) ? facts : withOpening(facts, await nameOpening(kit, nodes));
}

/** Whether a record says all of its opening. */
export const isNamed = ({ eco, openingName }: Metadata): boolean =>
  eco !== null && openingName !== null;

/** What a record says of itself goes before what its positions are called. */
export const withOpening = (facts: Metadata, named: OpeningName | null): Metadata => ({
  ...facts,
  eco: facts.eco ?? named?.eco ?? null,
  openingName: facts.openingName ?? named?.name ?? null,
});

const loaded = new WeakMap<Kit, Promise<Openings>>();

/** The openings of a game, loaded once; null where it has none. */
export async function loadOpenings(kit: Kit): Promise<Openings | null> {
  if (kit.openings === undefined) return null;
  const known = loaded.get(kit) ?? kit.openings().then(list => openingsOf(kit, list));
  loaded.set(kit, known);
  return known;
}

function openingsOf({ game }: Kit, list: readonly Opening[]): Openings {
  const names = new Map<number, OpeningName>();
  /** By the first two bytes, whether any has them: nearly all positions have no name, and are not looked for. */
  const begins = new Uint8Array(1 << 16);
  for (const { eco, name, state } of list) {
    const key = positionKey(game, state);
    names.set(numberAt(key, 0), { eco, name }); // states take megabytes
    begins[beginningAt(key, 0)] = 1;
  }
  return {
    last(positions) {
      const end = Math.min(positions.length, MOST_POSITIONS * POSITION_BYTES);
      for (let at = end - POSITION_BYTES; at >= 0; at -= POSITION_BYTES) {
        if (begins[beginningAt(positions, at)] === 0) continue;
        const found = names.get(numberAt(positions, at));
        if (found !== undefined) return found;
      }
      return null;
    },
  };
}

const beginningAt = (bytes: Uint8Array, at: number): number => (bytes[at]! << 8) | bytes[at + 1]!;

/** The first 48 bits of the name of a position, which JavaScript has exactly; of so few openings no two have the same. */
function numberAt(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let i = 0; i < 6; i++) value = 256 * value + bytes[at + i]!;
  return value;
}
