/** Playing one given move: tested without looking at any other, then carried out. The heart of replaying and verifying. */
import {
  counted,
  type Fail,
  fail,
  type GameEvent,
  ok,
  type Played,
  type Result,
  type Seat,
} from '@kifu/core';
import {
  BLACK,
  DIES,
  EMPTY,
  firstFound,
  foundCells,
  foundCount,
  hashAfter,
  isLoneInAtari,
  lay,
  makeMove,
  probe,
  STAYS,
  stonesAfter,
  TAKES,
} from './board.ts';
import { agree, mark, resume } from './counting.ts';
import { cellAt, type Grid, isOnGrid, pointOf } from './grid.ts';
import { isRepeated } from './history.ts';
import {
  AGREES,
  MARK,
  MOVE_FORM,
  type Move,
  NO_MOVE,
  PASSES,
  RESUMES,
  toPacked,
} from './move-codec.ts';
import { cellName } from './names.ts';
import { MAX_TURNS, NONE, PASS, type Side, type State, UNMARKED } from './state.ts';

/** Names of the sides in messages. */
const SEATS = ['Black', 'White'] as const;

/** Plays a move, or says which rule forbids it. */
export function play(state: State, seat: Seat, move: Move): Result<Played<State>> {
  if (state.outcome !== null)
    return fail('game-over', `the game is over (${state.outcome.reason})`);
  if (seat !== 0 && seat !== 1) return fail('wrong-seat', `seat ${seat} is not playing`);
  const packed = toPacked(move);
  if (packed === NO_MOVE) return fail('malformed', MOVE_FORM);
  if (state.passes === 2) return count(state, seat, packed);
  if (seat !== state.turn) return WRONG_SEATS[state.turn];
  if (packed < MARK) return playStone(state, packed >> 6, packed & 63);
  if (packed === PASSES) return passTurn(state);
  return fail('illegal-move', 'still in play: two passes stop the game', { rule: 'not-scoring' });
}

const WRONG_SEATS = [
  fail('wrong-seat', "it is Black's turn", { rule: 'not-your-turn' }),
  fail('wrong-seat', "it is White's turn", { rule: 'not-your-turn' }),
] as const;

/** What may be done once play has stopped. */
function count(state: State, seat: Side, packed: number): Result<Played<State>> {
  if (state.counting!.agreed[seat])
    return fail('wrong-seat', `${SEATS[seat]} has accepted; waiting for ${SEATS[1 - seat]}`, {
      rule: 'not-your-turn',
    });
  if (packed === AGREES) return agree(state, seat);
  if (packed === RESUMES) return resume(state, seat);
  if (packed < MARK || packed === PASSES)
    return fail('illegal-move', 'scoring: mark dead stones, accept, or resume play', {
      rule: 'scoring',
    });
  return mark(state, seat, (packed >> 6) & 63, packed & 63);
}

/** Why a stone may not be placed; null if it may. */
type Refusal = 'off-board' | 'occupied' | 'suicide' | 'ko' | 'superko' | 'length';

/** Whether a stone may be placed on a cell, which must be empty on the board that is laid; with what it would do, probed last. */
export function refuseStone(state: State, cell: number, fate: number): Refusal | null {
  const { match, count, hash, peak, turn } = state;
  const { grid, rules } = match;
  const removed = foundCount();
  if (fate === DIES && (rules.suicide === 'forbidden' || removed === 0)) return 'suicide';
  if (cell === state.ko) return rules.ko === 'simple' ? 'ko' : 'superko';
  if (rules.ko === 'simple') return null;
  const stonesLeft = (fate === DIES ? count : count + 1) - removed;
  if (stonesLeft > peak) return null; // never have there been so many
  const stone = turn + 1;
  const after = hashAfter(hash, cell, stone, fate);
  const next = rules.ko === 'situational' ? ((1 - turn) as Side) : null;
  const stones = () => stonesAfter(grid, state.stones, cell, stone, fate);
  return isRepeated(state, stonesLeft, after, next, stones) ? 'superko' : null;
}

function playStone(state: State, x: number, y: number): Result<Played<State>> {
  const { match, turn } = state;
  const { grid } = match;
  if (!isOnGrid(grid, x, y)) return refuse('off-board', `column ${x + 1}, row ${y + 1}`);
  const cell = cellAt(grid, x, y);
  const next = placeStone(state, cell);
  if (typeof next === 'string') return refuse(next, cellName(grid, cell));
  const isQuiet = next.leap !== state || state.left > 0;
  return ok({ state: next, events: isQuiet ? NO_EVENTS : [removal(grid, turn, cell, next)] });
}

/** The state after a stone; or the rule that forbids it. */
function placeStone(state: State, cell: number): State | Refusal {
  const { match, turn } = state;
  const { grid } = match;
  const stone = turn + 1;
  if (lay(grid, state.stones)[cell] !== EMPTY) return 'occupied';
  if (state.turns >= MAX_TURNS) return 'length';
  const fate = probe(grid, cell, stone);
  if (state.left > 0) return placeHandicap(state, cell);
  const wrong = refuseStone(state, cell, fate);
  if (wrong !== null) return wrong;
  const removed = foundCount();
  const dies = fate === DIES;
  const stones = stonesAfter(grid, state.stones, cell, stone, fate);
  makeMove(stones, cell, stone, fate);
  const count = (dies ? state.count : state.count + 1) - removed;
  // own stones that die are the other side's prisoners
  const taken = dies ? removed + 1 : removed;
  const blackTakes = dies ? turn === 1 : turn === 0;
  return {
    match,
    stones,
    hash: hashAfter(state.hash, cell, stone, fate),
    count,
    turn: (1 - turn) as Side,
    ko: fate === TAKES && removed === 1 && isLoneInAtari(grid, cell) ? firstFound() : NONE,
    passes: 0,
    left: 0,
    blackTook: blackTakes ? state.blackTook + taken : state.blackTook,
    whiteTook: blackTakes ? state.whiteTook : state.whiteTook + taken,
    turns: state.turns + 1,
    last: cell,
    earlier: state,
    low: taken === 0 ? state.low : count,
    leap: taken === 0 ? state.leap : state,
    peak: count > state.peak ? count : state.peak,
    counting: null,
    outcome: null,
  };
}

/** Nothing worth telling. */
const NO_EVENTS: readonly GameEvent[] = Object.freeze([]);

/** What the last move removed: the other side's stones, or its own with the one that was played. */
function removal(grid: Grid, seat: Side, cell: number, { stones }: State): GameEvent {
  const dies = lay(grid, stones)[cell] === EMPTY;
  const cells = dies ? [...foundCells(), cell].sort((a, b) => a - b) : foundCells();
  return { type: dies ? 'suicide' : 'capture', seat, at: cells.map(one => pointOf(grid, one)) };
}

/** Black's stones are no turns, and no history: the board is a starting board once they are all there. */
function placeHandicap(state: State, cell: number): State {
  const { match, left } = state;
  const stones = stonesAfter(match.grid, state.stones, cell, BLACK, STAYS);
  makeMove(stones, cell, BLACK, STAYS);
  const count = state.count + 1;
  const hash = hashAfter(state.hash, cell, BLACK, STAYS);
  const turn = left === 1 ? 1 : 0;
  return { ...state, stones, hash, count, turn, left: left - 1, low: count, peak: count };
}

function passTurn(state: State): Result<Played<State>> {
  const { left } = state;
  if (left > 0)
    return fail('illegal-move', `Black has ${counted(left, 'handicap stone')} to place`, {
      rule: 'handicap',
    });
  const next = afterPass(state);
  return ok({ state: next, events: next.passes === 2 ? [{ type: 'scoring' }] : NO_EVENTS });
}

const afterPass = (state: State): State => ({
  ...state,
  turn: (1 - state.turn) as Side,
  ko: NONE,
  passes: state.passes + 1,
  turns: state.turns + 1,
  last: PASS,
  earlier: state,
  counting: state.passes === 1 ? UNMARKED : null,
});

/** The state after a turn, a cell or PASS, whether or not play has stopped; null where the rules forbid it. */
export function takeTurn(state: State, cell: number): State | null {
  const open = state.passes === 2 ? { ...state, passes: 0, counting: null } : state;
  if (cell === PASS) return afterPass(open);
  const next = placeStone(open, cell);
  return typeof next === 'string' ? null : next;
}

/** What each refusal of a stone says; the key is the rule's name in the fault. */
const REFUSALS: { readonly [rule in Refusal]: string } = {
  'off-board': 'no such point on this board',
  occupied: 'that point is occupied',
  suicide: 'suicide is not allowed',
  ko: 'ko: you cannot retake immediately',
  superko: 'superko: that would repeat an earlier position',
  length: `turn limit reached (${MAX_TURNS}): pass`,
};

const refuse = (rule: Refusal, where: string): Fail =>
  fail('illegal-move', `${where}: ${REFUSALS[rule]}`, { rule });
