/** The canonical form of a checkers state and its aside. Move format §6. */
import {
  type Fail,
  fail,
  hasKeys,
  isInteger,
  isObject,
  type Json,
  ok,
  type Result,
  type StateCodec,
} from '@kifu/core';
import { type Board, lowestOf } from './bits.ts';
import { formatFen, parseFen } from './fen.ts';
import { makeState } from './make-state.ts';
import { fromPath, moves } from './move-codec.ts';
import { packStep } from './path.ts';
import { play } from './play.ts';
import { directionTo, NEXT, NONE, numberOf, pairOf, squareAt } from './squares.ts';
import { isSameBoard, MOST_QUIET, piecesOf, type State } from './state.ts';

const KEYS = ['board', 'moveCount', 'mustContinueFrom', 'turn'];
/** More moves than any match can have; keeps counters from strangers within reason. */
const MAX_COUNT = 1_000_000;

/** Canonical JSON; beside it, the moves since the last one that cannot be undone, and where they began. */
export const states: StateCodec<State> = {
  canon: state => JSON.parse(text(state)) as Json,
  aside,
  restore: (canon, aside = null) => restore(canon, aside, false),
  position: state =>
    formatFen(state) + (state.chain === NONE ? '' : ` from ${numberOf(state.chain)}`),
  text,
};

/** The four kinds of pieces, by 2 · king + player. */
const PIECE_TEXT = [false, true].flatMap(isKing =>
  [0, 1].map(player => `{"isKing":${isKing},"player":${player}}`),
);

/** The canonical text, keys in order. */
function text(state: State): string {
  const { black, white, kings, turn, moveCount, chain } = state;
  let board = '';
  for (let square = 0; square < 32; square++) {
    const isThere = (((black | white) >> square) & 1) === 1;
    const kind = 2 * ((kings >> square) & 1) + ((white >> square) & 1);
    const cell = isThere ? PIECE_TEXT[kind]! : 'null';
    const isFirst = (square & 3) === 0;
    const pair = (square & 4) === 0 ? `${cell},null` : `null,${cell}`; // a playing square and the one beside it
    board += isFirst ? `${square === 0 ? '[' : '],['}${pair}` : `,${pair}`;
  }
  const from = chain === NONE ? 'null' : `[${pairOf(chain).join(',')}]`;
  return `{"board":[${board}]],"moveCount":${moveCount},"mustContinueFrom":${from},"turn":${turn}}`;
}

/**
 * `{ since, moves }`: the position after the last capture or man's move, and the kings' steps from there; null for none. Where draws
 * are claimed it says so.
 */
function aside(state: State): Json {
  const steps: string[] = [];
  let first = state;
  for (; first.earlier !== null; first = first.earlier)
    steps.push(stepBetween(first.earlier, first));
  const history = steps.length === 0 ? null : { moves: steps.reverse(), since: formatFen(first) };
  return state.claimed ? { draws: 'claimed', history } : history;
}

/** The one step that leads from a state to the next. */
function stepBetween(before: State, after: State): string {
  const [left, entered] = [piecesOf(before, before.turn), piecesOf(after, before.turn)];
  const from = lowestOf(left & ~entered);
  const direction = directionTo(from, lowestOf(entered & ~left), NEXT);
  return moves.hex.encode(fromPath(packStep(from, direction)));
}

/** Restores a state; `claimed` applies if the aside does not say that draws are claimed. */
export function restore(canon: Json, aside: Json, claimed: boolean): Result<State> {
  if (!isObject(aside) || !Object.hasOwn(aside, 'draws')) return restoreFrom(canon, aside, claimed);
  const { draws, history } = hasKeys(aside, ['draws', 'history']) ? aside : {};
  return draws === 'claimed' ? restoreFrom(canon, history!, true) : HISTORY;
}

function restoreFrom(canon: Json, history: Json, claimed: boolean): Result<State> {
  if (!isObject(canon) || !hasKeys(canon, KEYS))
    return fail('malformed', `a state must have exactly the keys ${KEYS.join(', ')}`);
  const { moveCount, mustContinueFrom, turn } = canon;
  const wrong = (key: string, form: string) => fail('malformed', form, { at: { path: `/${key}` } });
  const board = restoreBoard(canon.board);
  if (board === null)
    return wrong(
      'board',
      'board must be eight columns of eight squares: null or { isKing, player }',
    );
  if (board === 'light')
    return fail('bad-state', 'a piece is on a light square, where x + y is odd');
  if (!isInteger(moveCount, 0, MAX_COUNT))
    return wrong('moveCount', 'moveCount must be an integer from 0');
  const chain = restoreSquare(mustContinueFrom);
  if (chain === null) return wrong('mustContinueFrom', 'mustContinueFrom must be [x, y] or null');
  if (turn !== 0 && turn !== 1) return wrong('turn', 'turn must be 0 or 1');
  const state = makeState({ ...board, turn, moveCount, chain, claimed });
  return !state.ok || history === null ? state : restoreHistory(history, state.value);
}

/** A board; `light` where a piece stands on a light square; null where it has no such form. */
function restoreBoard(columns: Json | undefined): Board | 'light' | null {
  if (!Array.isArray(columns) || columns.length !== 8) return null;
  const sides = [0, 0];
  let kings = 0;
  let isLight = false;
  for (const [x, column] of columns.entries()) {
    if (!Array.isArray(column) || column.length !== 8) return null;
    for (const [y, cell] of column.entries()) {
      if (cell === null) continue;
      if (!isObject(cell) || !hasKeys(cell, ['isKing', 'player'])) return null;
      const { isKing, player } = cell;
      if (typeof isKing !== 'boolean' || !isInteger(player, 0, 1)) return null;
      const square = squareAt(x, y);
      if (square === NONE) isLight = true;
      else {
        sides[player]! |= 1 << square;
        if (isKing) kings |= 1 << square;
      }
    }
  }
  return isLight ? 'light' : { black: sides[0]!, white: sides[1]!, kings };
}

function restoreSquare(pair: Json | undefined): number | null {
  if (pair === null) return NONE;
  const [x, y] = Array.isArray(pair) && pair.length === 2 ? pair : [];
  const square = isInteger(x, 0, 7) && isInteger(y, 0, 7) ? squareAt(x, y) : NONE;
  return square === NONE ? null : square;
}

/** Replays the moves of an aside, which must lead to the state, so that all counts are derived again. */
function restoreHistory(aside: Json, now: State): Result<State> {
  const isForm = isObject(aside) && hasKeys(aside, ['moves', 'since']);
  const { moves: steps, since } = isForm ? aside : {};
  if (!Array.isArray(steps) || steps.length === 0 || steps.length >= MOST_QUIET) return HISTORY;
  const start = typeof since === 'string' ? parseFen(since) : HISTORY;
  if (!start.ok || formatFen(start.value) !== since) return HISTORY;
  const moveCount = now.moveCount - steps.length;
  let state: State = { ...start.value, moveCount, claimed: now.claimed };
  if (state.moveCount < 0) return HISTORY;
  for (const step of steps) {
    const move = moves.hex.decode(step as string);
    const played = move.ok ? play(state, state.turn, move.value) : move;
    if (!played.ok || played.value.state.quiet !== state.quiet + 1) return HISTORY;
    state = played.value.state;
  }
  const isThere = isSameBoard(state, now) && state.turn === now.turn && now.chain === NONE;
  return isThere ? ok(state) : HISTORY;
}

const HISTORY: Fail = fail(
  'malformed',
  'aside must be null or { moves, since }: the last steps of kings, and the position before them',
);
