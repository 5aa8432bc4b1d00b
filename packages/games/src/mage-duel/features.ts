/**
 * Cities and roads as disjoint sets of edge nodes (union–find), and the contests over them. Rule sheet §12, §13.
 *
 * All sets of a board are one list of numbers by node, copied for each tile: the number of another node of the set, or at
 * its root, below 0, the points of blue and of red and the open edges. (A typed array of that size would be allocated
 * outside the heap, which costs several times as much as the copy.) A root is the smallest node of its set, which is also
 * the name of the feature. A feature is settled as soon as it has no open edge, and never grows again, so that nothing
 * else need be remembered.
 */
import { CELLS, facing, NEIGHBORS, NODES, OUTSIDE } from './grid.ts';
import { CELL_KINDS, CITY, cellOf, EDGES, FIELD, ONE_ROAD, WORTH } from './tiles.ts';

/** A player's side: 0 is blue, 1 is red. */
export type Side = 0 | 1;

/** City and road points of blue, then of red. */
export type Score = readonly [blueCity: number, blueRoad: number, redCity: number, redRoad: number];

/** Tiles on a board with what follows from them. */
export interface Grid {
  readonly border: Readonly<Uint8Array>;
  readonly board: Readonly<Uint8Array>;
  readonly features: readonly number[];
  readonly score: Score;
}

/** A feature that has been fought over. Points are those before the transfer. */
export interface Contest {
  readonly kind: 'city' | 'road';
  /** Its smallest edge node. */
  readonly root: number;
  readonly blue: number;
  readonly red: number;
  /** Null for a draw. */
  readonly winner: Side | null;
  /** The points that the winner takes from the other. */
  readonly delta: number;
}

/** A grid after a tile was laid, and the contests that this brought. */
export interface Settled {
  readonly grid: Grid;
  readonly contests: readonly Contest[];
}

/**
 * What a root holds is the complement of blue points + 2^10 · red points + 2^20 · open edges. No side can have more than
 * 576 points: four edges of 64 cities, and 32 markers.
 */
const BITS = 10;
const MASK = (1 << BITS) - 1;
/** One open edge. */
const OPEN = 1 << (2 * BITS);

const NO_CONTESTS: readonly Contest[] = Object.freeze([]);

/** A board without tiles. */
export const emptyGrid = (border: Readonly<Uint8Array>): Grid => ({
  border,
  board: new Uint8Array(CELLS),
  features: new Array(NODES).fill(0),
  score: [0, 0, 0, 0],
});

/** Lays a tile on an empty cell, whether or not it fits: adds points, joins features, settles those that it closes. */
export function layTile(
  { border, board: before, features: old, score }: Grid,
  side: Side,
  tile: number,
  rot: number,
  position: number,
): Settled {
  const board = before.slice();
  const sets = old.slice();
  const cell = cellOf(tile, side, rot);
  board[position] = cell;
  const first = EDGES * position;
  makeNodes(sets, cell, tile, first, side);
  let city = 0;
  let road = 0;
  for (let edge = 0; edge < EDGES; edge++) {
    const kind = CELL_KINDS[EDGES * cell + edge]!;
    if (kind === FIELD) continue;
    const gained = WORTH[kind]! + joinEdge(sets, board, border, first + edge, kind, side);
    if (kind === CITY) city += gained;
    else road += gained;
  }
  const [blueCity, blueRoad, redCity, redRoad] = score;
  const after: Score =
    side === 0
      ? [blueCity + city, blueRoad + road, redCity, redRoad]
      : [blueCity, blueRoad, redCity + city, redRoad + road];
  const contests = closedBy(sets, cell, first);
  return {
    grid: { border, board, features: sets, score: settle(after, contests) },
    contests,
  };
}

/** Makes the nodes of a tile, and one set of those that are one feature inside it. */
function makeNodes(sets: number[], cell: number, tile: number, first: number, side: Side): void {
  let city = OUTSIDE;
  let road = OUTSIDE;
  for (let edge = 0; edge < EDGES; edge++) {
    const kind = CELL_KINDS[EDGES * cell + edge]!;
    if (kind === FIELD) continue;
    const node = first + edge;
    sets[node] = ~(OPEN + (WORTH[kind]! << (BITS * side)));
    if (kind === CITY) {
      if (city === OUTSIDE) city = node;
      else unite(sets, city, node);
    } else if (ONE_ROAD[tile]) {
      if (road === OUTSIDE) road = node;
      else unite(sets, road, node);
    }
  }
}

/** Joins an edge to what it faces; gives the points of a marker of its kind, if there is one. */
function joinEdge(
  sets: number[],
  board: Readonly<Uint8Array>,
  border: Readonly<Uint8Array>,
  node: number,
  kind: number,
  side: Side,
): number {
  const neighbor = NEIGHBORS[node]!;
  if (neighbor === OUTSIDE) {
    const root = find(sets, node);
    const points = facing(board, border, node) === kind ? WORTH[kind]! : 0;
    // to take from what is held is to add to its complement
    sets[root]! += OPEN - (points << (BITS * side));
    return points;
  }
  if (board[neighbor] !== 0) {
    const other = EDGES * neighbor + ((node & 3) ^ 2);
    sets[unite(sets, find(sets, node), find(sets, other))]! += 2 * OPEN;
  }
  return 0;
}

/** The root of a node; shortens the way for the next who asks. */
function find(sets: number[], node: number): number {
  let at = node;
  let up = sets[at]!;
  while (up >= 0) {
    const over = sets[up]!;
    if (over >= 0) sets[at] = over;
    at = up;
    up = over;
  }
  return at;
}

/** Makes one set of two, by their roots; the smaller is the root of both. */
function unite(sets: number[], a: number, b: number): number {
  if (a === b) return a;
  const root = a < b ? a : b;
  const other = a < b ? b : a;
  sets[root] = ~(~sets[root]! + ~sets[other]!);
  sets[other] = root;
  return root;
}

/** The contests over features of a tile that have no open edge left: the city first, then roads by their root. */
function closedBy(sets: number[], cell: number, first: number): readonly Contest[] {
  let found: Contest[] | null = null;
  for (let edge = 0; edge < EDGES; edge++) {
    const kind = CELL_KINDS[EDGES * cell + edge]!;
    if (kind === FIELD) continue;
    const root = find(sets, first + edge);
    if (openEdges(sets[root]!) > 0 || found?.some(other => other.root === root)) continue;
    found ??= [];
    found.push(contest(sets[root]!, kind, root));
  }
  if (found === null) return NO_CONTESTS;
  return found.sort((a, b) => (a.kind === b.kind ? a.root - b.root : a.kind === 'city' ? -1 : 1));
}

const openEdges = (held: number): number => ~held >> (2 * BITS);

function contest(held: number, kind: number, root: number): Contest {
  const blue = ~held & MASK;
  const red = (~held >> BITS) & MASK;
  const winner = blue === red ? null : blue > red ? 0 : 1;
  const delta = winner === null ? 0 : Math.min(blue, red);
  return { kind: kind === CITY ? 'city' : 'road', root, blue, red, winner, delta };
}

/** The score after the winners have taken what the others had in the features. */
export function settle(score: Score, contests: readonly Contest[]): Score {
  if (contests.length === 0) return score;
  const after: [number, number, number, number] = [...score];
  for (const { kind, winner, delta } of contests) {
    if (winner === null) continue;
    const place = kind === 'city' ? 0 : 1;
    after[2 * winner + place]! += delta;
    after[2 * (1 - winner) + place]! -= delta;
  }
  return after;
}

/** The features that are still open as contests, as if the match ended now: cities first, then by root. */
export function openFeatures({ board, features }: Grid): Contest[] {
  const cities: Contest[] = [];
  const roads: Contest[] = [];
  for (let node = 0; node < NODES; node++) {
    const held = features[node]!;
    if (held >= 0 || openEdges(held) === 0) continue;
    const kind = CELL_KINDS[EDGES * board[node >> 2]! + (node & 3)]!;
    (kind === CITY ? cities : roads).push(contest(held, kind, node));
  }
  return [...cities, ...roads];
}
