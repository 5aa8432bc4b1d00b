/**
 * Answers to questions with `analyze`: `{"id":7,"lines":[{"moves":["e4","e5"],"chances":[530,470],"evaluation":{"score":31}}]}`, with
 * `depth` and `nodes` where the program counts them. Chances are shares by seat, in thousandths.
 */
import {
  type AnalysisLimits,
  type AnalysisLine,
  chanceFromEvaluation,
  type Evaluation,
  isEvaluation,
  isInteger,
  isObject,
  type Json,
  type JsonObject,
  type Kit,
  type SearchResult,
} from '@kifu/core';
import type { Turn } from '@kifu/record/match';
import { EngineError, quoted } from '../process/engine-error.ts';
import { readMove } from './read-move.ts';

const MAX_MOVES = 100;

/** Reads an answer; what it does not have to say is 0. */
export function readAnalysis(
  kit: Kit,
  turn: Turn,
  { lines: most = 1 }: AnalysisLimits,
  answer: JsonObject,
): SearchResult {
  const { lines, depth, nodes } = answer;
  if (!Array.isArray(lines)) throw new EngineError('protocol', 'its analysis has no lines');
  return {
    lines: lines.slice(0, most).map(line => readLine(kit, turn, line)),
    depth: countOf(depth),
    nodes: countOf(nodes),
  };
}

const countOf = (value: Json | undefined): number =>
  typeof value === 'number' && value > 0 ? Math.floor(value) : 0;

function readLine(kit: Kit, turn: Turn, line: Json): AnalysisLine {
  const { moves, chances, evaluation = null } = isObject(line) ? line : {};
  const seats = kit.game.seats[1];
  if (!Array.isArray(moves) || !(evaluation === null || isEvaluation(evaluation)))
    throw new EngineError('protocol', `it reported the line ${quoted(JSON.stringify(line))}`);
  const read = evaluation as Evaluation | null;
  const isShares =
    Array.isArray(chances) &&
    chances.length <= seats &&
    chances.every(chance => isInteger(chance, 0, 1000));
  if (!isShares && read === null)
    throw new EngineError('protocol', 'its line has neither chances nor an evaluation');
  const first = read === null ? 0.5 : chanceFromEvaluation(kit, read);
  return {
    moves: readMoves(kit, turn, moves),
    chances: isShares ? (chances as number[]).map(share => share / 1000) : [first, 1 - first],
    evaluation: read,
  };
}

/** The moves of a line; a line that begins with an illegal move is the program's failure, a later one ends the line. */
function readMoves(kit: Kit, turn: Turn, given: readonly Json[]): Json[] {
  const { game } = kit;
  const [opening] = given;
  if (opening === undefined) throw new EngineError('protocol', 'its line has no moves');
  const move = readMove(kit, turn.view.state, opening);
  const hex = game.moves.hex.encode(move);
  if (!turn.view.legal.some(legal => game.moves.hex.encode(legal) === hex))
    throw new EngineError(
      'illegal-move',
      `it reported ${quoted(JSON.stringify(opening))}, which is not a legal move`,
    );
  const moves = [move];
  let { state } = turn.view;
  for (let seat: number | undefined = turn.seat; state !== null; ) {
    const played = game.play(state, seat!, moves.at(-1)!);
    if (!played.ok) return moves.slice(0, -1);
    state = played.value.state;
    const next = given[moves.length];
    [seat] = game.active(state);
    if (next === undefined || seat === undefined || moves.length >= MAX_MOVES) break;
    try {
      moves.push(readMove(kit, state, next));
    } catch {
      break;
    }
  }
  return moves;
}
