/** States from strangers: each accepted one is reachable by play. */
import {
  type Fail,
  fail,
  hasKeys,
  isInteger,
  isObject,
  type Json,
  type JsonObject,
  ok,
  type Result,
  restoreSeed,
  type Seed,
} from '@kifu/core';
import { mayFinish } from './clock.ts';
import { claimReason, endState, reasonAfterPlacement } from './ending.ts';
import { emptyGrid, type Grid, layTile, type Side } from './features.ts';
import { CELLS, facing, NEIGHBORS, NODES, OUTSIDE, SIZE, SLOTS } from './grid.ts';
import { isRules, type Rules } from './options.ts';
import { matches } from './placing.ts';
import { type Reason, type State, scoreOf } from './state.ts';
import {
  CELL_KINDS,
  CITY,
  cellOf,
  EDGES,
  KIND_LETTERS,
  MOUNTAIN,
  NO_TILE,
  ROAD,
  rotIn,
  sideIn,
  TILES,
  tileIn,
} from './tiles.ts';

const KEYS = [
  ...['board', 'border', 'deck', 'done', 'ended', 'jokers', 'now', 'rules', 'score', 'seed'],
  ...['skipped', 'top', 'updated'],
];
const MAX_TIME = Number.MAX_SAFE_INTEGER;
/** More than any match and all its branches have. */
const MAX_MOVES = 1_000_000_000;
const REASONS: readonly Reason[] = [
  'exhausted',
  'double-skip',
  'timeout',
  'full-board',
  'canceled',
];

/** Restores the state of a canonical form and its aside. */
export function restore(canon: Json, aside?: Json): Result<State> {
  if (!isObject(canon) || !hasKeys(canon, KEYS))
    return fail('malformed', `a state must have exactly the keys ${KEYS.join(', ')}`);
  const form = readForm(canon);
  if (!form.ok) return form;
  const seed = restoreSeed(canon.seed, aside);
  if (!seed.ok) return seed;
  const grid = layAll(form.value);
  if (!grid.ok) return grid;
  return finish(canon, form.value, grid.value, seed.value);
}

/** The values of a canonical state, each of its own form. */
interface Form {
  readonly rules: Rules;
  readonly border: Uint8Array;
  readonly board: Uint8Array;
  readonly deck: readonly number[];
  readonly top: number;
  readonly jokers: readonly [number, number];
  readonly done: number;
  readonly skipped: boolean;
  readonly updated: number;
  readonly now: number;
  readonly ended: Reason | null;
}

const wrong = (key: string, form: string): Fail =>
  fail('malformed', form, { at: { path: `/${key}` } });

function readForm(canon: JsonObject): Result<Form> {
  const { rules, deck, top, jokers, done, skipped, updated, now, ended } = canon;
  if (!isObject(rules) || !isRules(rules))
    return wrong('rules', 'rules must be a complete rule set');
  const border = readBorder(canon.border, rules);
  if (border === null)
    return wrong(
      'border',
      'border must be 32 letters C, R and M, with the numbers per side of the rules',
    );
  const board = readBoard(canon.board);
  if (board === null)
    return wrong('board', 'board must be 64 cells of two characters: .. or A to X and 0 to 7');
  if (!isTiles(deck)) return wrong('deck', 'deck must be a list of tile types');
  if (top !== null && !isTile(top)) return wrong('top', 'top must be a tile type or null');
  if (!isJokers(jokers, rules))
    return wrong('jokers', 'jokers must be two numbers, up to those of the rules');
  if (!isInteger(done, 0, MAX_MOVES)) return wrong('done', 'done must be an integer from 0');
  if (typeof skipped !== 'boolean') return wrong('skipped', 'skipped must be true or false');
  if (!isInteger(now, 0, MAX_TIME)) return wrong('now', 'now must be a second from 0');
  if (!isInteger(updated, 0, done === 0 ? 0 : now))
    return wrong('updated', 'updated must be a second up to now, and 0 before the first move');
  if (ended !== null && !REASONS.includes(ended as Reason))
    return wrong('ended', `ended must be null or one of ${REASONS.join(', ')}`);
  const reason = ended as Reason | null;
  const tile = top ?? NO_TILE;
  return ok({
    rules,
    border,
    board,
    deck,
    top: tile,
    jokers,
    done,
    skipped,
    updated,
    now,
    ended: reason,
  });
}

function readBorder(letters: Json | undefined, { edges }: Rules): Uint8Array | null {
  if (typeof letters !== 'string' || letters.length !== SLOTS) return null;
  const border = Uint8Array.from(letters, letter => KIND_LETTERS.indexOf(letter));
  for (let from = 0; from < SLOTS; from += SIZE) {
    const side = border.subarray(from, from + SIZE);
    const count = (kind: number) => side.filter(other => other === kind).length;
    const [cities, roads] = [count(CITY), count(ROAD)];
    if (cities !== edges[0] || roads !== edges[1]) return null;
    if (count(MOUNTAIN) !== SIZE - cities - roads) return null;
  }
  return border;
}

function readBoard(cells: Json | undefined): Uint8Array | null {
  if (typeof cells !== 'string' || cells.length !== 2 * CELLS) return null;
  if (!/^(?:\.\.|[A-X][0-7])*$/.test(cells)) return null;
  return Uint8Array.from({ length: CELLS }, (_, position) => {
    const letter = cells.charCodeAt(2 * position) - 65;
    const digit = cells.charCodeAt(2 * position + 1) - 48;
    return letter < 0 ? 0 : cellOf(letter, digit >> 2, digit & 3);
  });
}

const isTile = (value: Json | undefined): value is number => isInteger(value, 0, TILES.length - 1);
const isTiles = (value: Json | undefined): value is readonly number[] =>
  Array.isArray(value) && value.every(isTile);
const isJokers = (value: Json | undefined, { jokers }: Rules): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(own => isInteger(own, 0, jokers));

/** Lays the tiles again: score and features follow from where they lie and whose they are, in any order. */
function layAll({ board, border }: Form): Result<Grid> {
  for (let position = 0; position < CELLS; position++) {
    const cell = board[position]!;
    if (cell !== 0 && !matches({ board, border }, tileIn(cell), rotIn(cell), position))
      return fail('bad-state', 'an edge of a tile does not match its neighbor', {
        at: { path: '/board' },
      });
  }
  if (!isAttached(board, border))
    return fail('bad-state', 'a tile is not connected to a marker', { at: { path: '/board' } });
  let grid = emptyGrid(border);
  for (let position = 0; position < CELLS; position++) {
    const cell = board[position]!;
    if (cell === 0) continue;
    grid = layTile(grid, sideIn(cell) as Side, tileIn(cell), rotIn(cell), position).grid;
  }
  return ok(grid);
}

/** Whether every tile is joined, from neighbor to neighbor, to one that meets a marker of the border. */
function isAttached(board: Uint8Array, border: Uint8Array): boolean {
  const reached = new Set<number>();
  for (let node = 0; node < NODES; node++) {
    const kind = CELL_KINDS[EDGES * board[node >> 2]! + (node & 3)]!;
    if (NEIGHBORS[node] !== OUTSIDE || board[node >> 2] === 0) continue;
    if (facing(board, border, node) === kind) reached.add(node >> 2);
  }
  for (const position of reached) // grows while it is walked
    for (let edge = 0; edge < EDGES; edge++) {
      const neighbor = NEIGHBORS[EDGES * position + edge]!;
      if (neighbor !== OUTSIDE && board[neighbor] !== 0) reached.add(neighbor);
    }
  return reached.size === board.filter(cell => cell !== 0).length;
}

function finish(canon: JsonObject, form: Form, grid: Grid, seed: Seed): Result<State> {
  const { rules, deck, top, jokers, done, skipped, updated, now, ended } = form;
  const why = whyCounts(form);
  if (why !== null) return fail('bad-state', why);
  const running: State = {
    ...grid,
    rules,
    deck: Uint8Array.from(deck),
    top,
    jokers,
    done,
    isSkipped: skipped,
    updated,
    now,
    seed,
    end: null,
  };
  if (ended !== null && !canEnd(running, ended))
    return fail('bad-state', `the match cannot have ended by ${ended}`, { at: { path: '/ended' } });
  const state = ended === null ? running : endState(running, ended);
  const [blueCity, blueRoad, redCity, redRoad] = scoreOf(state);
  const score = JSON.stringify([
    [blueCity, blueRoad],
    [redCity, redRoad],
  ]);
  if (JSON.stringify(canon.score) !== score)
    return fail('bad-state', `the score contradicts the board: expected ${score}`, {
      at: { path: '/score' },
    });
  return ok(state);
}

/** Why these numbers of tiles, jokers and moves contradict each other; null if they do not. */
function whyCounts({ rules, board, deck, top, jokers, done, skipped }: Form): string | null {
  const counts = rules.deck.map(count => -count);
  for (const cell of board) if (cell !== 0) counts[tileIn(cell)]!++;
  for (const tile of deck) counts[tile]!++;
  if (top !== NO_TILE) counts[top]!++;
  const used = jokers.map(left => rules.jokers - left);
  if (counts.some(more => more < 0)) return 'a tile of the deck is missing';
  if (counts.reduce((sum, more) => sum + more, 0) !== used[0]! + used[1]!)
    return 'there are other tiles than those of the deck and the used jokers';
  const last = 1 - (done & 1);
  for (const side of [0, 1]) {
    const tiles = board.filter(cell => cell !== 0 && sideIn(cell) === side).length;
    const moves = (done + 1 - side) >> 1;
    const skips = skipped && side === last ? 1 : 0;
    const laid = done > 0 && !skipped && side === last ? 1 : 0;
    if (used[side]! > tiles) return 'more jokers are used than tiles laid';
    if (tiles > moves - skips || tiles < laid)
      return 'the number of moves contradicts the tiles on the board';
  }
  return skipped && done === 0 ? 'a skip before the first move is impossible' : null;
}

/** Whether a match may have ended like that. One that has not may have been reopened. */
function canEnd(state: State, reason: Reason): boolean {
  switch (reason) {
    case 'double-skip':
      return state.isSkipped && state.board.filter(cell => cell !== 0).length <= state.done - 2;
    case 'exhausted':
    case 'full-board':
      return state.done > 0 && !state.isSkipped && reasonAfterPlacement(state) === reason;
    default:
      return mayFinish(state) && claimReason(state) === reason;
  }
}
