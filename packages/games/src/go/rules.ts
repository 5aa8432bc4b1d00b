/** The rules of go as a Game. */
import type { Game, Outcome, Seat } from '@kifu/core';
import { EMPTY, lay, probe } from './board.ts';
import { markable, refuseAgreeing } from './counting.ts';
import { cellsOf, pointOf } from './grid.ts';
import { isRepetition } from './history.ts';
import { agree, fromPacked, MARK, type Move, moves, PLAY, pass, resume } from './move-codec.ts';
import { play, refuseStone } from './play.ts';
import { OPTIONS, setup } from './setup.ts';
import { isScoring, MAX_TURNS, type State } from './state.ts';
import { states } from './state-codec.ts';

/** The rules of go. */
export const game: Game<State, Move> = {
  name: 'go',
  code: 6,
  version: 1,
  seats: [2, 2],
  options: OPTIONS,
  setup,
  seated: () => BOTH,
  active,
  legal,
  play,
  outcome: state => state.outcome,
  moves,
  states,
  match: { claims },
};

const BOTH: readonly Seat[] = [0, 1];
const BLACK_ONLY: readonly Seat[] = [0];
const WHITE_ONLY: readonly Seat[] = [1];
const NO_SEATS: readonly Seat[] = [];

/** The side on turn; once play has stopped those who have not agreed. */
function active({ outcome, counting, turn }: State): readonly Seat[] {
  if (outcome !== null) return NO_SEATS;
  if (counting === null) return turn === 0 ? BLACK_ONLY : WHITE_ONLY;
  const [black, white] = counting.agreed;
  return black ? WHITE_ONLY : white ? BLACK_ONLY : BOTH;
}

function legal(state: State, seat: Seat): Move[] {
  if (!active(state).includes(seat)) return [];
  if (isScoring(state)) return legalMarks(state);
  const stones = legalCells(state).map(cell => moveAt(state, PLAY, cell));
  return state.left > 0 ? stones : [...stones, pass];
}

/** The cells where the side on turn may place a stone. */
function legalCells(state: State): number[] {
  const { match, stones, turn, left, turns } = state;
  const { grid } = match;
  if (turns >= MAX_TURNS) return [];
  const board = lay(grid, stones);
  const cells: number[] = [];
  for (const cell of cellsOf(grid))
    if (board[cell] === EMPTY) {
      const fate = probe(grid, cell, turn + 1);
      if (left > 0 || refuseStone(state, cell, fate) === null) cells.push(cell);
    }
  return cells;
}

function legalMarks(state: State): Move[] {
  const marks = markable(state).map(cell => moveAt(state, MARK, cell));
  if (refuseAgreeing(state) === null) marks.push(agree);
  if (state.turns < MAX_TURNS) marks.push(resume);
  return marks;
}

function moveAt({ match: { grid } }: State, deed: number, cell: number): Move {
  const [x, y] = pointOf(grid, cell);
  return fromPacked(deed | (x << 6) | y);
}

/** No result, where a board has come again with the same side to move and the rules forbid no such thing. IPGS §9.2. */
function claims(state: State): Outcome[] {
  const { match, outcome } = state;
  if (outcome !== null || match.rules.repetition !== 'void' || !isRepetition(state)) return [];
  return [{ result: 'void', winners: [], points: null, reason: 'repetition' }];
}
