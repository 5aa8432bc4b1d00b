/** The double-six set: 28 tiles, each two halves of 0 to 6 pips. Move format §9. */

/** Eight times the left half plus the right one: in octal digits it reads like the tile, 0o35 is [3|5]. */
export type Tile = number;

/** Tiles as bits, by their number in the set. */
export type TileSet = number;

/** The most pips on a half. */
export const MAX_PIPS = 6;

/** The set in the order in which it is shuffled: [0|0], [0|1], … [6|6]; the lower half on the left. */
export const TILES: readonly Tile[] = Array.from({ length: MAX_PIPS + 1 }, (_, low) =>
  Array.from({ length: MAX_PIPS + 1 - low }, (_, more) => 9 * low + more),
).flat();

/** The left half; the lower one where a tile does not lie on the table. */
export const leftOf = (tile: Tile): number => tile >> 3;
/** The right half; the higher one where a tile does not lie on the table. */
export const rightOf = (tile: Tile): number => tile & 7;
/** The pips of both halves. */
export const pipsOf = (tile: Tile): number => leftOf(tile) + rightOf(tile);
/** The tile the other way round. */
export const turned = (tile: Tile): Tile => (rightOf(tile) << 3) | leftOf(tile);
/** The same tile with the lower half on the left, as it is held in a hand. */
export const upright = (tile: Tile): Tile => (leftOf(tile) > rightOf(tile) ? turned(tile) : tile);
/** Whether both halves are equal. */
export const isDouble = (tile: Tile): boolean => leftOf(tile) === rightOf(tile);

/** A tile as a set of one; whichever way round it lies. */
export const bitOf = (tile: Tile): TileSet => BITS[tile]!;

const BITS: readonly TileSet[] = Array.from(
  { length: 64 },
  (_, tile) => 1 << Math.max(0, TILES.indexOf(upright(tile))),
);

/** The tiles that have a half with this number of pips. */
export const tilesWith = (pips: number): TileSet => WITH[pips]!;

const setOf = (has: (tile: Tile) => boolean): TileSet =>
  TILES.filter(has).reduce((set, tile) => set | bitOf(tile), 0);

const WITH: readonly TileSet[] = Array.from({ length: MAX_PIPS + 1 }, (_, pips) =>
  setOf(tile => leftOf(tile) === pips || rightOf(tile) === pips),
);

/** Who leads: any double before any other tile, then more pips, then the higher half. No two tiles rank alike. */
const rankOf = (tile: Tile): number =>
  (isDouble(tile) ? 1000 : 0) + 10 * pipsOf(tile) + rightOf(tile);

/** The tiles that would have led in place of this one. */
export const outranking = (lead: Tile): TileSet => OUTRANKING[lead]!;

const OUTRANKING: readonly TileSet[] = Array.from({ length: 64 }, (_, lead) =>
  setOf(tile => rankOf(tile) > rankOf(upright(lead))),
);

/** The tile that leads, of those that were dealt; there must be one. */
export const bestOf = (tiles: readonly Tile[]): Tile =>
  tiles.reduce((best, tile) => (rankOf(tile) > rankOf(best) ? tile : best));

/** `[3|5]`. */
export const tileName = (tile: Tile): string => `[${leftOf(tile)}|${rightOf(tile)}]`;

/** A tile as JSON has it: [left, right]. Shared, so frozen. */
export const pairOf = (tile: Tile): readonly [left: number, right: number] => PAIRS[tile]!;

const PAIRS = Array.from({ length: 64 }, (_, tile) =>
  Object.freeze([leftOf(tile), rightOf(tile)] as const),
);
