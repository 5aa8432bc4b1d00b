/**
 * What GTP engines say of a position: with `kata-analyze` or `lz-analyze` their best lines as they search, else the move that they
 * would make, with the score that they estimate.
 */
import {
  type AnalysisLimits,
  type AnalysisLine,
  chanceFromEvaluation,
  type Json,
  type Kit,
  type SearchResult,
} from '@kifu/core';
import type { Turn } from '@kifu/record/match';
import { EngineError, quoted } from '../process/engine-error.ts';
import { type AnalysisRequest, analysisMs, analysisTime, type EngineContext } from '../session.ts';
import type { GtpClient } from './gtp-client.ts';

const COLORS = ['black', 'white'] as const;
/** How often engines report, in hundredths of a second. */
const EVERY = 10;
const MAX_MOVES = 40;
/** Estimates have no limits, and take as long as they take. */
const UNTIMED_MS = 120_000;

/** The commands that report lines, the best known first. */
const REPORTERS = ['kata-analyze', 'lz-analyze'] as const;

/** How an engine is asked, by the commands that it knows; null where it cannot say what it thinks. */
export function findReporter(known: ReadonlySet<string>): string | null {
  const found = REPORTERS.find(name => known.has(name));
  if (found !== undefined) return found;
  return known.has('estimate_score') && known.has('reg_genmove') ? 'estimate_score' : null;
}

/** Analyzes the position on the engine's board. */
export const analyzeByGtp = (
  gtp: GtpClient,
  reporter: string,
  context: EngineContext,
  turn: Turn,
  request: AnalysisRequest,
): Promise<SearchResult> =>
  reporter === 'estimate_score'
    ? estimate(gtp, context.kit, turn)
    : streamed(gtp, reporter, context, turn, request);

async function streamed(
  gtp: GtpClient,
  reporter: string,
  context: EngineContext,
  turn: Turn,
  { limits, signal, onProgress }: AnalysisRequest,
): Promise<SearchResult> {
  let best: SearchResult = { lines: [], depth: 0, nodes: 0 };
  // playouts have no depth
  const { depth: _, ...counted } = limits;
  const timeMs = analysisTime(counted);
  const stop = AbortSignal.any([signal, ...(timeMs === null ? [] : [AbortSignal.timeout(timeMs)])]);
  await gtp.stream(`${reporter} ${COLORS[turn.seat as 0 | 1]} ${EVERY}`, {
    ...{ signal: stop, timeoutMs: analysisMs(counted, context) },
    read(line) {
      const result = readReport(context.kit, turn, limits, line);
      if (result === null) return false;
      best = result;
      onProgress?.(best);
      return limits.nodes !== undefined && best.nodes >= limits.nodes;
    },
  });
  return best;
}

/** Reads `info move D4 visits 10 winrate 0.52 scoreLead 1.5 order 0 pv D4 Q16 info move …`; null for other lines. */
function readReport(
  kit: Kit,
  turn: Turn,
  limits: AnalysisLimits,
  line: string,
): SearchResult | null {
  const reports = line.split(/(?:^|\s)info\s+(?=move\s)/).slice(1);
  if (reports.length === 0) return null;
  let nodes = 0;
  const ranked = reports.map(report => {
    const [facts = '', pv = ''] = report.split(/\spv\s+/);
    const numberOf = (name: string): number | null => {
      const [, text] = new RegExp(`(?:^|\\s)${name}\\s+(-?[\\d.]+(?:e-?\\d+)?)`).exec(facts) ?? [];
      return text === undefined || Number.isNaN(Number(text)) ? null : Number(text);
    };
    nodes += Math.max(0, numberOf('visits') ?? 0);
    return { order: numberOf('order') ?? 0, line: lineOf(kit, turn, numberOf, pv) };
  });
  ranked.sort((a, b) => a.order - b.order);
  return { lines: ranked.slice(0, limits.lines ?? 1).map(({ line }) => line), depth: 0, nodes };
}

function lineOf(
  kit: Kit,
  turn: Turn,
  numberOf: (name: string) => number | null,
  pv: string,
): AnalysisLine {
  const lead = numberOf('scoreLead') ?? numberOf('scoreMean');
  const rate = numberOf('winrate') ?? 0.5;
  // Leela Zero counts in ten thousandths
  const own = Math.min(1, Math.max(0, rate > 1 ? rate / 10_000 : rate));
  const black = turn.seat === 0 ? own : 1 - own;
  const points = lead === null ? null : Math.round(100 * (turn.seat === 0 ? lead : -lead)) || 0;
  return {
    moves: readMoves(kit, turn, pv.trim().split(/\s+/)),
    chances: [black, 1 - black],
    evaluation: points === null ? null : { score: points },
  };
}

/** The moves of a line; a line that begins with an illegal move is the engine's failure, a later one ends the line. */
function readMoves({ game, notations }: Kit, turn: Turn, vertices: readonly string[]): Json[] {
  const moves: Json[] = [];
  let state: unknown = turn.view.state;
  for (const vertex of vertices.slice(0, MAX_MOVES)) {
    const [seat] = game.active(state);
    const move = seat === undefined ? null : notations[0]!.parse(state, vertex);
    const played = move?.ok ? game.play(state, seat!, move.value) : null;
    if (!played?.ok || !move?.ok) break;
    moves.push(move.value);
    state = played.value.state;
  }
  if (moves.length === 0)
    throw new EngineError(
      'illegal-move',
      `it reported ${quoted(vertices[0] ?? '')}, which is not a legal move`,
    );
  return moves;
}

/** `B+3.5 (upper bound: 5.0, lower: 2.0)`, and the move that it would make. */
async function estimate(gtp: GtpClient, kit: Kit, turn: Turn): Promise<SearchResult> {
  const answer = await gtp.ask('estimate_score', UNTIMED_MS);
  const [, winner, points] = /^([BW])\+(\d{1,4}(?:\.\d+)?)/i.exec(answer) ?? [];
  if (winner === undefined && !/^0/.test(answer.trim()))
    throw new EngineError('protocol', `it estimated ${quoted(answer)}, which is not a score`);
  const size = Math.round(100 * Number(points ?? 0));
  const evaluation = { score: winner?.toUpperCase() === 'W' ? 0 - size : size };
  const vertex = await gtp.ask(`reg_genmove ${COLORS[turn.seat as 0 | 1]}`, UNTIMED_MS);
  const wanted = vertex.trim().toLowerCase() === 'resign' ? 'pass' : vertex.trim();
  const chance = chanceFromEvaluation(kit, evaluation);
  const value = { chances: [chance, 1 - chance], evaluation };
  return { lines: [{ moves: readMoves(kit, turn, [wanted]), ...value }], depth: 0, nodes: 1 };
}
