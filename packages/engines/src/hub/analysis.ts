/** What Hub engines report while they search: `info depth=12 score=0.35 nodes=52011 pv="11-15 22-18"`. */
import { chanceFromEvaluation, type Json, type Kit, type SearchResult } from '@kifu/core';
import type { Turn } from '@kifu/record/match';
import { EngineError, quoted } from '../process/engine-error.ts';
import type { AnalysisRequest } from '../session.ts';
import { findHubMove } from './hub-board.ts';
import { parseHubLine } from './hub-line.ts';

const MAX_MOVES = 60;
/** In hundredths of a man; engines write larger numbers where a win is seen. */
const MAX_SCORE = 10_000;

interface HubReports {
  read(line: string): undefined;
  /** With the move that the engine chose, where it reported no line. */
  result(chosen: string): SearchResult;
}

/** Reads the reports of one search; the protocol has one line. */
export function createHubReports(
  kit: Kit,
  turn: Turn,
  { onProgress }: AnalysisRequest,
): HubReports {
  let best: SearchResult = { lines: [], depth: 0, nodes: 0 };
  const finite = (text: string | undefined): number =>
    Number.isFinite(Number(text)) ? Number(text ?? 0) : 0;
  return {
    read(line) {
      const { word, values } = parseHubLine(line);
      if (word !== 'info' || values.score === undefined || !values.pv) return;
      const own = Math.max(-MAX_SCORE, Math.min(MAX_SCORE, Math.round(100 * finite(values.score))));
      const evaluation = { score: (turn.seat === 0 ? own : -own) || 0 };
      const chance = chanceFromEvaluation(kit, evaluation);
      best = {
        lines: [
          {
            moves: readMoves(kit, turn, values.pv.split(/\s+/)),
            chances: [chance, 1 - chance],
            evaluation,
          },
        ],
        depth: Math.max(0, Math.floor(finite(values.depth))),
        nodes: Math.max(0, finite(values.nodes)),
      };
      onProgress?.(best);
    },
    result(chosen) {
      if (best.lines.length > 0) return best;
      return {
        ...best,
        lines: [{ moves: readMoves(kit, turn, [chosen]), chances: [0.5, 0.5], evaluation: null }],
      };
    },
  };
}

/** The moves of a line; a line that begins with an illegal move is the engine's failure, a later one ends the line. */
function readMoves({ game }: Kit, turn: Turn, texts: readonly string[]): Json[] {
  const moves: Json[] = [];
  let state: unknown = turn.view.state;
  for (const text of texts.slice(0, MAX_MOVES)) {
    const [seat] = game.active(state);
    if (seat === undefined) break;
    const move = findHubMove([...game.legal(state, seat)], text);
    const played = move === undefined ? null : game.play(state, seat, move);
    if (!played?.ok) break;
    moves.push(move!);
    state = played.value.state;
  }
  if (moves.length === 0)
    throw new EngineError(
      'illegal-move',
      `it reported ${quoted(texts[0] ?? '')}, which is not a legal move`,
    );
  return moves;
}
