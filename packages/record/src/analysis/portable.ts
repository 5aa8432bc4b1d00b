/** Analyses as plain data, for threads, files and connections: moves as the JSON of their game. */
import {
  type AnalysisLine,
  type Game,
  isEvaluation,
  type Json,
  type PositionAnalysis,
  type Seat,
} from '@kifu/core';

/** An analysis in which moves are data. */
export type PortableAnalysis = Omit<PositionAnalysis, 'lines'> & {
  readonly lines: readonly (Omit<AnalysisLine, 'moves'> & { readonly moves: readonly Json[] })[];
};

/** An analysis as data. */
export const toPortable = ({ moves }: Game, analysis: PositionAnalysis): PortableAnalysis => ({
  ...analysis,
  lines: analysis.lines.map(line => ({
    ...line,
    moves: line.moves.map(move => moves.json.encode(move)),
  })),
});

/** An analysis from data that may have been damaged; null where it is not one. */
export function fromPortable({ moves }: Game, value: unknown): PositionAnalysis | null {
  if (!isRecord(value)) return null;
  const { seat, lines, depth, nodes, timeMs } = value;
  if (!(seat === null || isCount(seat)) || !Array.isArray(lines)) return null;
  if (!isCount(depth) || !isCount(nodes) || typeof timeMs !== 'number') return null;
  const read: AnalysisLine[] = [];
  for (const line of lines) {
    if (!isRecord(line) || !Array.isArray(line.moves) || !Array.isArray(line.chances)) return null;
    const { chances, evaluation } = line;
    if (!chances.every(share => typeof share === 'number' && share >= 0 && share <= 1)) return null;
    if (!(evaluation === null || isEvaluation(evaluation as Json))) return null;
    const decoded = line.moves.map(move => moves.json.decode(move as Json));
    if (decoded.length === 0 || decoded.some(({ ok }) => !ok)) return null;
    read.push({
      ...{ chances: chances as number[], evaluation: evaluation as AnalysisLine['evaluation'] },
      moves: decoded.map(move => (move as { readonly value: Json }).value),
    });
  }
  return { seat: seat as Seat | null, lines: read, depth, nodes, timeMs };
}

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;
