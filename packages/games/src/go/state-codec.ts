/** The canonical form of a go state, and beside it the history. */
import {
  type Fail,
  fail,
  hasKeys,
  isObject,
  type Json,
  ok,
  type Result,
  type StateCodec,
} from '@kifu/core';
import { isSameBoard, lay } from './board.ts';
import { cellAt, type Grid, isOnGrid, pointOf } from './grid.ts';
import { formatLetters, parseLetters } from './letters.ts';
import { makeState } from './make-state.ts';
import { takeTurn } from './play.ts';
import { findBreathless, restorePresent } from './restore.ts';
import { formatRows, parseRows } from './rows.ts';
import { NONE, PASS, type Side, type State } from './state.ts';

/** Canonical JSON; beside it the first board of the history and every turn since. */
export const states: StateCodec<State> = {
  canon: state => JSON.parse(text(state)) as Json,
  aside: formatHistory,
  restore(canon, aside = null) {
    const present = restorePresent(canon);
    return present.ok && aside !== null ? restoreHistory(present.value, aside) : present;
  },
  position,
  text,
};

/** The board of a state as rows of `.`, `B` and `W`, the top row first. */
export const rowsOf = ({ match: { grid }, stones }: State): string[] =>
  formatRows(grid, lay(grid, stones));

const pointText = (grid: Grid, cell: number): string => {
  const [x, y] = pointOf(grid, cell);
  return `[${x},${y}]`;
};
const listText = (grid: Grid, cells: readonly number[]): string =>
  `[${cells.map(cell => pointText(grid, cell)).join(',')}]`;

/** The canonical text, keys in order. */
function text(state: State): string {
  const { match, turn, ko, passes, left, blackTook, whiteTook, turns } = state;
  const { grid, rules, komiHalves, handicap } = match;
  return (
    `{"board":["${rowsOf(state).join('","')}"],"counting":${countingText(state)},"handicap":${handicap},` +
    `"ko":${ko === NONE ? 'null' : pointText(grid, ko)},"komiHalves":${komiHalves},"left":${left},` +
    `"passes":${passes},"prisoners":[${blackTook},${whiteTook}],"rules":{` +
    `"handicapBonus":"${rules.handicapBonus}","handicapPlacement":"${rules.handicapPlacement}",` +
    `"ko":"${rules.ko}","repetition":"${rules.repetition}","scoring":"${rules.scoring}",` +
    `"sekiTerritory":${rules.sekiTerritory},"suicide":"${rules.suicide}"},"turn":${turn},"turns":${turns}}`
  );
}

function countingText({ match: { grid }, counting }: State): string {
  if (counting === null) return 'null';
  const { agreed, dead, neutral } = counting;
  return `{"agreed":[${agreed[0]},${agreed[1]}],"dead":${listText(grid, dead)},"neutral":${listText(grid, neutral)}}`;
}

/** The same for two states between which a search need not distinguish; prisoners count only by territory. */
function position(state: State): string {
  const { match, turn, ko, passes, left, blackTook, whiteTook } = state;
  const took = match.rules.scoring === 'territory' ? blackTook - whiteTook : 0;
  return `${rowsOf(state).join('/')} ${turn} ${ko} ${passes} ${left} ${took} ${countingText(state)}`;
}

/** What stands for a pass among the turns. */
const PASS_LETTERS = '--';

/** `{ board, turns }`: rows, and two letters a turn; null where the history begins with the state itself. */
function formatHistory(state: State): Json {
  const { grid } = state.match;
  const turns: string[] = [];
  let first = state;
  while (first.earlier !== null) {
    const { last, earlier } = first;
    turns.push(last === PASS ? PASS_LETTERS : formatLetters(pointOf(grid, last)));
    first = earlier;
  }
  return turns.length === 0 ? null : { board: rowsOf(first), turns: turns.reverse().join('') };
}

const HISTORY_FORM = fail(
  'malformed',
  'beside a go state stands { board, turns }: the first board, and two letters a turn; or null',
);

/** Plays the turns again: they must lead from the first board to the present one. */
function restoreHistory(present: State, aside: Json): Result<State> {
  const { match, left } = present;
  const { grid } = match;
  if (!isObject(aside) || !hasKeys(aside, ['board', 'turns'])) return HISTORY_FORM;
  const spread = parseRows(aside.board);
  const { turns: written } = aside;
  if (spread === null || typeof written !== 'string') return HISTORY_FORM;
  const count = written.length / 2;
  if (!Number.isInteger(count) || count < 1 || count > present.turns || left > 0)
    return HISTORY_FORM;
  if (spread.grid.width !== grid.width || spread.grid.height !== grid.height)
    return impossible('the first board of the history is of another size');
  const why = findBreathless(spread);
  if (why !== null) return impossible(`the first board of the history: ${why}`);
  const turn = ((present.turn + count) % 2) as Side;
  let state = makeState({ match, board: spread.board, turn, turns: present.turns - count });
  for (let i = 0; i < written.length; i += 2) {
    const next = replay(state, written.slice(i, i + 2));
    if (next === null) return impossible(`turn ${i / 2 + 1} of the history cannot be played`);
    state = next;
  }
  return join(present, state);
}

const impossible = (message: string): Fail => fail('bad-state', message);

function replay(state: State, letters: string): State | null {
  const { grid } = state.match;
  if (letters === PASS_LETTERS) return takeTurn(state, PASS);
  const point = parseLetters(letters);
  if (point === null || !isOnGrid(grid, point[0], point[1])) return null;
  return takeTurn(state, cellAt(grid, point[0], point[1]));
}

/** The present state with a history that led there. */
function join(present: State, past: State): Result<State> {
  const { blackTook, whiteTook, passes, counting, outcome } = present;
  const isHere =
    isSameBoard(past.stones, present.stones) &&
    past.ko === present.ko &&
    past.blackTook <= blackTook &&
    past.whiteTook <= whiteTook;
  if (!isHere) return impossible('the history contradicts the present board');
  return ok({ ...past, blackTook, whiteTook, passes, counting, outcome });
}
