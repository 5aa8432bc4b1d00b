/**
 * Monte Carlo tree search with playouts to the end, and with what all moves of a playout tell about the moves of
 * the tree (RAVE, Gelly and Silver 2007).
 */
import { BLACK, EMPTY } from '../board.ts';
import { MAX_CELLS } from '../grid.ts';
import { NONE, type State } from '../state.ts';
import { type Dice, playOut } from './playout.ts';
import {
  addOwners,
  copyPlayoutBoard,
  isEye,
  type PlayoutBoard,
  placeOn,
  playoutBoardOf,
} from './playout-board.ts';

/** A position of the tree; the figures of each move stand at the move's index. */
interface TreeNode {
  readonly cells: readonly number[];
  readonly visits: Float64Array;
  readonly wins: Float64Array;
  readonly raveVisits: Float64Array;
  readonly raveWins: Float64Array;
  readonly children: (TreeNode | null)[];
}

/** Number of playouts that weigh as much as the statistics of similar moves. */
const EQUIVALENCE = 400;
/** A playout must come by so often before its position is taken into the tree. */
const EXPAND_AT = 2;

/** What came of a search. */
export interface SearchResult {
  /** The cell tried most often; NONE where there is nothing to try. */
  readonly best: number;
  /** How often it won, from 0 to 1. */
  readonly chance: number;
}

/** A move with what its playouts came to. */
export interface RankedMove {
  /** The move and those that were tried most often after it. */
  readonly cells: readonly number[];
  /** How often it won, from 0 to 1. */
  readonly chance: number;
  /** By how many points Black was ahead on average. */
  readonly lead: number;
}

/** A search that advances one playout at a time. */
export interface PlayoutSearch {
  simulate(): void;
  found(): SearchResult;
  /** The moves tried most often, the best first. */
  ranked(most: number): RankedMove[];
}

/** A line continues while its moves were tried this often. */
const MIN_VISITS = 8;

/** Searches among cells that may be played. */
export function createSearch(
  state: State,
  cells: readonly number[],
  dice: Dice,
  komi: number,
): PlayoutSearch {
  const start = playoutBoardOf(state);
  const playout = playoutBoardOf(state);
  const firsts = new Uint8Array(MAX_CELLS);
  const owners = new Int32Array(start.grid.size);
  const root = newNode(cells);
  const area = start.grid.width * start.grid.height;
  /** How far Black was ahead, summed by the first move. */
  const leads = new Float64Array(cells.length);

  function simulate(): void {
    copyPlayoutBoard(start, playout);
    firsts.fill(0);
    const path: { node: TreeNode; at: number; stone: number }[] = [];
    let stone = state.turn + 1;
    let last = NONE;
    for (let node: TreeNode | null = root; node !== null; ) {
      const at = choose(node, playout, stone, dice);
      if (at < 0) break;
      last = node.cells[at]!;
      path.push({ node, at, stone });
      if (firsts[last] === 0) firsts[last] = stone;
      stone = 3 - stone;
      if (node.children[at] === null && node.visits[at]! >= EXPAND_AT)
        node.children[at] = newNode(candidates(playout, stone));
      node = node.children[at]!;
    }
    playOut(playout, stone, last, dice, firsts);
    const ahead = addOwners(playout, owners) - komi;
    // mostly winning or not, and a little by how much
    const black =
      (ahead > 0 ? 0.95 : ahead < 0 ? 0.05 : 0.5) + (0.05 * ahead) / (area + Math.abs(komi));
    if (path[0] !== undefined) leads[path[0].at]! += ahead;
    for (const { node, at, stone: mover } of path) {
      const win = mover === BLACK ? black : 1 - black;
      node.visits[at]!++;
      node.wins[at]! += win;
      for (let i = 0; i < node.cells.length; i++)
        if (firsts[node.cells[i]!] === mover) {
          node.raveVisits[i]!++;
          node.raveWins[i]! += win;
        }
    }
  }

  function found(): SearchResult {
    let most = -1;
    for (let i = 0; i < cells.length; i++)
      if (most < 0 || root.visits[i]! > root.visits[most]!) most = i;
    if (most < 0 || root.visits[most] === 0) return { best: NONE, chance: 0 };
    return { best: cells[most]!, chance: root.wins[most]! / root.visits[most]! };
  }

  function ranked(most: number): RankedMove[] {
    const order = cells.map((_, i) => i).filter(i => root.visits[i]! > 0);
    const meanOf = (i: number): number => root.wins[i]! / root.visits[i]!;
    order.sort((a, b) => root.visits[b]! - root.visits[a]! || meanOf(b) - meanOf(a));
    return order.slice(0, most).map(i => ({
      cells: [cells[i]!, ...follow(root.children[i] ?? null)],
      // a move that wins all its playouts is counted with more than 1 by its rewards
      chance: Math.min(1, Math.max(0, meanOf(i))),
      lead: leads[i]! / root.visits[i]!,
    }));
  }
  return { simulate, found, ranked };
}

/** The moves tried most often from a node on. */
function follow(from: TreeNode | null): number[] {
  const line: number[] = [];
  for (let node = from; node !== null; ) {
    let most = -1;
    for (let i = 0; i < node.cells.length; i++)
      if (node.visits[i]! >= MIN_VISITS && (most < 0 || node.visits[i]! > node.visits[most]!))
        most = i;
    if (most < 0) break;
    line.push(node.cells[most]!);
    node = node.children[most] ?? null;
  }
  return line;
}

function newNode(cells: readonly number[]): TreeNode {
  const zeros = () => new Float64Array(cells.length);
  return {
    cells,
    visits: zeros(),
    wins: zeros(),
    raveVisits: zeros(),
    raveWins: zeros(),
    children: new Array<TreeNode | null>(cells.length).fill(null),
  };
}

/** Where a side would think of playing. Whether it may is seen when it is tried. */
function candidates(playout: PlayoutBoard, stone: number): number[] {
  const cells: number[] = [];
  for (let i = 0; i < playout.free; i++)
    if (!isEye(playout, playout.empty[i]!, stone)) cells.push(playout.empty[i]!);
  return cells;
}

/** Plays the most promising move that can be played, and gives its index; −1 where there is none. */
function choose(node: TreeNode, playout: PlayoutBoard, stone: number, dice: Dice): number {
  for (;;) {
    let best = -1;
    let most = -1;
    for (let i = 0; i < node.cells.length; i++) {
      if (node.visits[i]! < 0) continue;
      const worth = promise(node, i) + dice(1000) / 1e6;
      if (worth > most) [best, most] = [i, worth];
    }
    if (best < 0) return -1;
    const cell = node.cells[best]!;
    if (playout.board[cell] === EMPTY && placeOn(playout, cell, stone)) return best;
    node.visits[best] = -1; // never again: here it cannot be played
  }
}

function promise({ visits, wins, raveVisits, raveWins }: TreeNode, i: number): number {
  const tried = visits[i]!;
  const heard = raveVisits[i]!;
  if (tried === 0 && heard === 0) return 1.1;
  const beta = heard === 0 ? 0 : Math.sqrt(EQUIVALENCE / (3 * tried + EQUIVALENCE));
  const own = tried === 0 ? 0 : wins[i]! / tried;
  const told = heard === 0 ? 0 : raveWins[i]! / heard;
  return tried === 0 ? told : beta * told + (1 - beta) * own;
}
