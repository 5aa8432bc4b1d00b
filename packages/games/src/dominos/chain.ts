/** Where the tiles of the line lie in a picture: end to end from the first double, doubles across, with turns at the edges. */
import type { Spot } from '@kifu/core';
import { isDouble, pipsOf, type Tile } from './tiles.ts';

/** Spots of the tiles in order, and the size of all, in halves of a tile. */
export interface TileLayout {
  readonly spots: readonly Spot[];
  /** Where the next tile of either end would begin. */
  readonly ends: readonly [left: Spot, right: Spot];
  readonly width: number;
  readonly height: number;
}

/** How far the line goes to either side before it turns. */
const REACH = 4;
/** From one row to the next: a tile lies between them. */
const ROW = 3;
/** Free on all sides. */
const MARGIN = 0.5;
/** Room above and below the first row from the start on, for the row that comes there: a picture that grows would make all tiles smaller. */
const ROOM = ROW + 1;

/** Lays a line out from its anchor to both sides; the right part turns down, the left part up. */
export function layChain(line: readonly Tile[]): TileLayout {
  const anchor = anchorOf(line);
  const right = walk(line.slice(anchor));
  const left = walk(line.slice(0, anchor + 1).reverse());
  const spots = [...left.spots.slice(1).reverse().map(turnAround), ...right.spots];
  const ends = [turnAround(left.end), right.end] as const;
  const reach = (of: (spot: Spot) => number, least: number) =>
    Math.max(least, ...[...spots, ...ends].map(of));
  const half = reach(spot => Math.abs(spot.x) + halfOf(spot, 0), REACH + 1) + MARGIN;
  const up = reach(spot => halfOf(spot, 1) - spot.y, ROOM) + MARGIN;
  const down = reach(spot => halfOf(spot, 1) + spot.y, ROOM) + MARGIN;
  const moved = (spot: Spot): Spot => ({ ...spot, x: spot.x + half, y: spot.y + up });
  return {
    spots: spots.map(moved),
    ends: [moved(ends[0]), moved(ends[1])],
    width: 2 * half,
    height: up + down,
  };
}

/** The highest double, which mostly led; else the heaviest tile. It stays where it is while the line grows. */
function anchorOf(line: readonly Tile[]): number {
  const rank = (tile: Tile) => (isDouble(tile) ? 100 : 0) + pipsOf(tile);
  return line.reduce((best, tile, i) => (rank(tile) > rank(line[best]!) ? i : best), 0);
}

/** The spots of a part that begins at the anchor, in the middle, and goes to the right. */
function walk([anchor, ...tiles]: readonly Tile[]): { readonly spots: Spot[]; readonly end: Spot } {
  if (anchor === undefined) return { spots: [], end: { x: 0, y: 0 } };
  const spots = [isDouble(anchor) ? across(0, 0) : along(0, 0, 0)];
  let x = isDouble(anchor) ? 0.5 : 1; // where the line ends
  let y = 0;
  let step = 1; // 1 to the right, −1 to the left
  let last: 'along' | 'across' | 'corner' = 'along';
  for (const tile of tiles) {
    if (last === 'along' && step * x + 2 > REACH) {
      // it hangs under the end of the row, and the next row begins under it
      spots.push(along(x - step / 2, y + ROW / 2, 1));
      y += ROW;
      step = -step;
      last = 'corner';
    } else if (isDouble(tile) && last === 'along') {
      spots.push(across(x + step / 2, y));
      x += step;
      last = 'across';
    } else {
      spots.push(along(x + step, y, step === 1 ? 0 : 2));
      x += 2 * step;
      last = 'along';
    }
  }
  // where the next tile would begin: under the end of a full row
  const hangs = last === 'along' && step * x + 2 > REACH;
  const end = hangs ? { x: x - step / 2, y: y + 1.05 } : { x: x + 0.6 * step, y };
  return { spots, end: { ...end, width: 1, height: 1 } };
}

const along = (x: number, y: number, turn: number): Spot => ({ x, y, width: 2, height: 1, turn });
const across = (x: number, y: number): Spot => along(x, y, 1);

/** The same on the other side of the anchor. */
const turnAround = (spot: Spot): Spot => ({ ...spot, x: -spot.x, y: -spot.y });

/** Half of how wide, or how high, a spot is. */
const halfOf = ({ turn = 0, width = 1 }: Spot, axis: 0 | 1): number =>
  width === 1 ? 0.5 : turn % 2 === axis ? 1 : 0.5;
