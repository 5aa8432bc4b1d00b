/** Start of a game: setup stones, handicap, and the first side to move. */
import { type Fail, fail, type JsonObject, ok, type Result, type Start, setUp } from '@kifu/core';
import { BLACK, EMPTY, WHITE } from '../board.ts';
import { cellAt } from '../grid.ts';
import { fixedHandicap, isHandicap } from '../handicap.ts';
import { makeState } from '../make-state.ts';
import { emptyBoard } from '../rows.ts';
import { game } from '../rules.ts';
import type { Side, State } from '../state.ts';
import type { Info } from './info.ts';
import { hasMove } from './line.ts';
import type { SgfNode } from './scan.ts';
import { parseCells } from './values.ts';

/** A match that has been set up. */
export interface SgfSetup {
  readonly options: JsonObject;
  readonly start: Start | null;
  readonly state: State;
  /** Where black is still to place the stones of a free handicap, in order. */
  readonly placed: readonly number[];
}

/** The root, and the nodes that follow it without a move: as long as there is no choice, and up to the last that puts stones. */
export function openingNodes(root: SgfNode): SgfNode[] {
  const nodes = [root];
  for (let [next] = root.children; next !== undefined && !hasMove(next); [next] = next.children)
    nodes.push(next);
  const choice = nodes.findIndex(({ children }) => children.length !== 1);
  const last = nodes.findLastIndex(({ properties }) =>
    properties.some(({ name }) => SETUP_NAMES.includes(name)),
  );
  return choice < 0 ? nodes : nodes.slice(0, Math.max(choice, last) + 1);
}

/** Properties that only an opening may have; the record says them elsewhere. */
export const SETUP_NAMES: readonly string[] = ['AB', 'AW', 'AE', 'PL'];

const STONES: { readonly [name: string]: number | undefined } = { AB: BLACK, AW: WHITE, AE: EMPTY };

/** Maximum number of stones added and removed before the first move; the largest board has 2704 points. */
const MAX_PUT = 100_000;

/** Sets the match up from what the opening nodes say. */
export function readOpening(nodes: readonly SgfNode[], info: Info): Result<SgfSetup> {
  const { grid, ruleset, komiHalves, handicap } = info;
  const board = emptyBoard(grid);
  const blacks = new Set<number>();
  let put = 0;
  for (const { properties } of nodes)
    for (const { name, values, at } of properties) {
      const stone = STONES[name];
      if (stone === undefined) continue;
      const cells = parseCells(grid, values);
      if (!cells.ok) return cells;
      put += cells.value.length;
      if (put > MAX_PUT)
        return fail('too-large', 'too many stones are put and taken away', { at: { offset: at } });
      for (const cell of cells.value) {
        board[cell] = stone;
        if (stone === BLACK) blacks.add(cell);
        else blacks.delete(cell);
      }
    }
  const { rules, name } = ruleset;
  const { width, height } = grid;
  const options = { handicap, height, komiHalves, rules: name, width };
  const turn = turnOf(nodes, handicap);
  const isUsual = !board.includes(WHITE) && isUsualStart(info, turn, [...blacks]);
  const match = { grid, rules, komiHalves, handicap };
  const start = isUsual
    ? null
    : { canon: game.states.canon(makeState({ match, board, turn })), aside: null };
  const state = setUp(game, { options, start });
  if (!state.ok) return within(state, nodes[0]!.at);
  return ok({
    options,
    start,
    state: state.value,
    placed: state.value.left > 0 ? [...blacks] : [],
  });
}

const within = ({ fault }: Fail, offset: number): Fail =>
  fail(fault.code, fault.message, { at: { offset } });

/** Whether the match begins as its options say: an empty board, the fixed stones, or as many as black may place. */
function isUsualStart(
  { grid, ruleset: { rules }, handicap }: Info,
  turn: Side,
  blacks: readonly number[],
): boolean {
  if (blacks.length !== handicap || turn !== (handicap === 0 ? 0 : 1)) return false;
  if (handicap === 0 || !isHandicap(handicap, grid, rules)) return handicap === 0;
  if (rules.handicapPlacement === 'free') return true;
  return fixedHandicap(grid.width, handicap).every(([x, y]) => blacks.includes(cellAt(grid, x, y)));
}

/** Who moves first: as PL says, or the first move; with handicap white. */
function turnOf(nodes: readonly SgfNode[], handicap: number): Side {
  const told = nodes.flatMap(({ properties }) => properties.filter(({ name }) => name === 'PL'));
  const said = told.at(-1)?.values[0]?.text.trim().toUpperCase()[0];
  if (said === 'B' || said === 'W') return said === 'B' ? 0 : 1;
  const first = nodes.at(-1)!.children[0]?.properties.map(({ name }) => name) ?? [];
  if (first.includes('B') || first.includes('W')) return first.includes('B') ? 0 : 1;
  return handicap > 0 ? 1 : 0;
}
