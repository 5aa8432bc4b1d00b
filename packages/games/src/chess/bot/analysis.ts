/** Analysis of chess positions by the bot's own search, without its openings and its moods. */
import {
  type AnalysisLine,
  chanceFromPawns,
  type PositionSearch,
  rngFrom,
  type SearchRequest,
  unwrap,
} from '@kifu/core';
import { fromPacked, type Move } from '../move-codec.ts';
import { game } from '../rules.ts';
import type { State } from '../state.ts';
import { hashOf } from './hash.ts';
import { createDepthSearch, MATE, MATE_SEEN, NO_OUTCOME, type SearchOutcome } from './search.ts';
import { createFindings, type Findings } from './table.ts';
import { makeWorths } from './worth.ts';

/** Two to this power: what a search of some seconds finds has room. */
const TABLE_BITS = 18;
const worths = makeWorths(rngFrom(1), 0);

/** Searches a position deeper and deeper. */
export const searchChess: PositionSearch<State, Move> = function* (state, request) {
  const moves = [...game.legal(state, state.turn)].length;
  const lines = Math.min(request.lines, moves);
  if (lines === 0) return;
  const findings = createFindings(TABLE_BITS);
  const search = createDepthSearch(state, { worths, findings, isEnough: n => request.isOver(n) });
  let best: readonly SearchOutcome[] = [];
  for (let depth = 1; depth <= request.depth && !search.isStopped(); depth++) {
    const found: SearchOutcome[] = [];
    while (found.length < lines) {
      const excluded = found.map(({ move }) => move);
      const before = best.find(({ move }) => !excluded.includes(move)) ?? NO_OUTCOME;
      const outcome = search.toDepth(depth, before, excluded);
      if (search.isStopped()) break;
      found.push(outcome);
    }
    if (found.length < lines) break;
    best = found.sort((a, b) => b.score - a.score);
    yield { ...resultOf(state, best, findings, request), depth, nodes: search.positions() };
    if (best.every(({ score }) => Math.abs(score) > MATE_SEEN)) break;
  }
};

const resultOf = (
  state: State,
  best: readonly SearchOutcome[],
  findings: Findings,
  { depth }: SearchRequest,
): { readonly lines: readonly AnalysisLine<Move>[] } => ({
  lines: best.map(({ move, score }) => ({
    moves: follow(state, fromPacked(move), findings, depth),
    ...valueFor(state.turn === 0 ? score : -score),
  })),
});

/** The moves after the first one as far as the table knows them, without going round in circles. */
function follow(from: State, first: Move, findings: Findings, depth: number): Move[] {
  const moves = [first];
  let state = unwrap(game.play(from, from.turn, first)).state;
  const seen = new Set<string>();
  while (moves.length < depth && game.outcome(state) === null) {
    const [low, high] = hashOf(state);
    const known = findings.find(low, high);
    const move = known < 0 ? 0 : findings.move[known]!;
    const key = `${low} ${high}`;
    if (move === 0 || seen.has(key)) break;
    seen.add(key);
    const played = game.play(state, state.turn, fromPacked(move));
    if (!played.ok) break; // two positions shared a place
    moves.push(fromPacked(move));
    state = played.value.state;
  }
  return moves;
}

/** A score for White as chances and as notes have it. */
function valueFor(white: number): Pick<AnalysisLine, 'chances' | 'evaluation'> {
  if (Math.abs(white) <= MATE_SEEN) {
    const chance = chanceFromPawns(white);
    return { chances: [chance, 1 - chance], evaluation: { score: white } };
  }
  const moves = Math.ceil((MATE - Math.abs(white)) / 2);
  return white > 0
    ? { chances: [1, 0], evaluation: { winIn: moves } }
    : { chances: [0, 1], evaluation: { winIn: -moves } };
}
