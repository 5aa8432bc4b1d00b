/** Analysis of go by the bot's playouts: how often each move wins, and by how many points. */
import { type AnalysisLine, type PositionSearch, rngFrom, type SearchResult } from '@kifu/core';
import { cellAt, type Grid, pointOf } from '../grid.ts';
import { agree, type Move, pass, playAt } from '../move-codec.ts';
import { game } from '../rules.ts';
import { bonusOf } from '../ruleset.ts';
import { scoreOf } from '../score.ts';
import { isScoring, type State } from '../state.ts';
import { diceFrom } from './playout.ts';
import { isEye, playoutBoardOf } from './playout-board.ts';
import { createSearch, type RankedMove } from './search.ts';

/** Playouts between two results. */
const FIRST_RESULT = 50;

/** Searches a position; once play has stopped it counts as it is marked. */
export const searchGo: PositionSearch<State, Move> = function* (state, request) {
  const { match, turn } = state;
  const legal = [...game.legal(state, turn)];
  if (legal.length === 0) return;
  const cells = isScoring(state) ? [] : openCells(state, legal);
  if (cells.length === 0) {
    yield countedResult(state, legal);
    return;
  }
  const luck = rngFrom(request.seed);
  const komi = match.komiHalves / 2 + bonusOf(match.rules, match.handicap);
  const search = createSearch(state, cells, diceFrom(1 + luck(2 ** 31 - 1)), komi);
  let due = FIRST_RESULT;
  let done = 0;
  const result = (): SearchResult<Move> => ({
    lines: search.ranked(request.lines).map(ranked => lineOf(match.grid, turn, ranked)),
    depth: 0,
    nodes: done,
  });
  do {
    search.simulate();
    if (++done < due) continue;
    due = 2 * done;
    yield result();
  } while (!request.isOver(done));
  yield result();
};

/** Playable points other than its own eyes. */
function openCells(state: State, legal: readonly Move[]): number[] {
  const playout = playoutBoardOf(state);
  const cells = legal.flatMap(({ at, type }) =>
    type === 'play' && at ? [cellAt(state.match.grid, at[0], at[1])] : [],
  );
  return cells.filter(cell => !isEye(playout, cell, state.turn + 1));
}

const lineOf = (
  grid: Grid,
  turn: number,
  { cells, chance, lead }: RankedMove,
): AnalysisLine<Move> => {
  const black = turn === 0 ? chance : 1 - chance;
  return {
    moves: cells.map(cell => playAt(...pointOf(grid, cell))),
    chances: [black, 1 - black],
    evaluation: { score: Math.round(100 * lead) || 0 }, // never −0
  };
};

/** Nothing can be won any more: the count decides. */
function countedResult(state: State, legal: readonly Move[]): SearchResult<Move> {
  const counting = state.counting ?? { dead: [], neutral: [], agreed: [false, false] as const };
  const [black, white] = scoreOf({ ...state, counting }).points!;
  const lead = black! - white!;
  const chance = lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
  const wanted = isScoring(state) ? agree : pass;
  const move = legal.find(({ type }) => type === wanted.type) ?? legal[0]!;
  const value = { chances: [chance, 1 - chance], evaluation: { score: Math.round(100 * lead) } };
  return { lines: [{ moves: [move], ...value }], depth: 0, nodes: 1 };
}
