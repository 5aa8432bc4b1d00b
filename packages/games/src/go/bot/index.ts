/** A player made for go: it looks ahead by playing matches out, leaves its eyes open, passes when nothing is left, and counts. */
import {
  type Bot,
  type BotKit,
  type BotOptions,
  type PlayerView,
  type Rng,
  rngFrom,
} from '@kifu/core';
import { EMPTY, lay } from '../board.ts';
import { cellAt, type Grid, pointOf } from '../grid.ts';
import { fixedHandicap, starPoints } from '../handicap.ts';
import { agree, type Move, markAt, pass, playAt } from '../move-codec.ts';
import { bonusOf } from '../ruleset.ts';
import { scoreOf } from '../score.ts';
import { isScoring, NONE, type State } from '../state.ts';
import { diceFrom } from './playout.ts';
import { isEye, playoutBoardOf } from './playout-board.ts';
import { createSearch, type SearchResult } from './search.ts';
import { findDead, ownersAfter } from './settle.ts';

/** Playouts for one move where the options name no budget. */
const DEFAULT_NODES = 1000;
/** The limit where only the time is given. */
const MAX_NODES = 1_000_000;
/** Playouts to see which points are settled. */
const SETTLE_TIMES = 100;
/** A point is settled if one side owned it in this many more playouts than its opponent. */
const SETTLED = 90;

/** Makes the bot: the same seed and budget give the same moves. */
export function goBot(_kit: BotKit<State, Move>, options: BotOptions): Bot<State, Move> {
  const luck = rngFrom(options.seed);
  return { choose: sight => choose(sight, options, luck) };
}

function choose(sight: PlayerView<State, Move>, options: BotOptions, luck: Rng): Move | null {
  const { state, legal, seat } = sight;
  if (state === null || legal.length === 0) return legal[0] ?? null;
  if (isScoring(state)) return settleMarks(state, seat, legal);
  if (state.left > 0) return placeHandicap(state, legal, luck);
  return think(sight, state, options, luck);
}

/** The stones of a fixed handicap where there is one; else wherever luck says. */
function placeHandicap({ match, stones }: State, legal: readonly Move[], luck: Rng): Move {
  const { grid, handicap } = match;
  const board = lay(grid, stones);
  const wanted = handicap <= starPoints(grid).length ? fixedHandicap(grid.width, handicap) : [];
  const open = wanted.find(([x, y]) => board[cellAt(grid, x, y)] === EMPTY);
  return open === undefined ? legal[luck(legal.length)]! : playAt(open[0], open[1]);
}

/** Marks what it takes for dead; agrees to that, and to marks that are better for itself. */
function settleMarks(state: State, seat: number, legal: readonly Move[]): Move {
  const { grid } = state.match;
  const { dead } = state.counting!;
  const wanted = findDead(state);
  const ahead = (marked: readonly number[]) => {
    const counting = { dead: marked, neutral: [], agreed: [false, false] as const };
    const [black, white] = scoreOf({ ...state, counting }).points!;
    return seat === 0 ? black! - white! : white! - black!;
  };
  const differs = [...wanted, ...dead].find(cell => wanted.includes(cell) !== dead.includes(cell));
  const isGood = differs === undefined || ahead(dead) >= ahead(wanted);
  if (isGood && legal.includes(agree)) return agree;
  return differs === undefined ? legal[0]! : moveAt(grid, differs, markAt);
}

const moveAt = (grid: Grid, cell: number, make: (x: number, y: number) => Move): Move => {
  const [x, y] = pointOf(grid, cell);
  return make(x, y);
};

function think(
  { legal }: PlayerView<State, Move>,
  state: State,
  options: BotOptions,
  luck: Rng,
): Move {
  const { match } = state;
  const dice = diceFrom(1 + luck(2 ** 31 - 1));
  const cells = openCells(state, legal, 1 + luck(2 ** 31 - 1));
  if (cells.length === 0) return pass;
  const komi = match.komiHalves / 2 + bonusOf(match.rules, match.handicap);
  const search = createSearch(state, cells, dice, komi);
  const isOver = limitOf(options);
  let done = 0;
  do search.simulate();
  while (!isOver(++done));
  const found = search.found();
  return isEnough(state, found) ? pass : moveAt(match.grid, found.best, playAt);
}

/** Returns whether to stop after a number of playouts. */
function limitOf({ nodes, timeMs, now }: BotOptions): (done: number) => boolean {
  const limit = nodes ?? (timeMs === undefined ? DEFAULT_NODES : MAX_NODES);
  if (timeMs === undefined || now === undefined) return done => done >= limit;
  const end = now() + timeMs;
  return done => done >= limit || now() >= end;
}

/** The cells where something can still be won or lost: no own eyes, and no point that one side has for sure. */
function openCells(state: State, legal: readonly Move[], seed: number): number[] {
  const { match, turn } = state;
  const { grid } = match;
  const playout = playoutBoardOf(state);
  const cells = legal.flatMap(({ at, type }) =>
    type === 'play' && at ? [cellAt(grid, at[0], at[1])] : [],
  );
  const sensible = cells.filter(cell => !isEye(playout, cell, turn + 1));
  const owners = ownersAfter(state, SETTLE_TIMES, seed);
  return sensible.filter(cell => Math.abs(owners[cell]!) < SETTLED);
}

/** Whether to answer a pass by a pass: when the count, with the dead taken off, is won. */
function isEnough(state: State, { best }: SearchResult): boolean {
  if (best === NONE) return true;
  if (state.passes !== 1) return false;
  const counting = { dead: findDead(state), neutral: [], agreed: [false, false] as const };
  return scoreOf({ ...state, counting }).winners[0] === state.turn;
}
