/**
 * Analysis as annotations: a note after each move with the evaluation and the glyph, and the best line as a variation where the move
 * lost something. The author names the engine, its version and the limits; a new analysis takes the place of an old one.
 */
import {
  type AnalysisLimits,
  entryOf,
  type Game,
  moveAct,
  type Note,
  type Variation,
} from '@kifu/core';
import type { Annotations } from '../annotations/annotations.ts';
import type { Timeline } from '../timeline.ts';
import type { MoveAnalysis, RecordAnalysis } from './analyze-record.ts';
import { glyphOf } from './grade.ts';

/** Longest variation to store, in moves. */
const MAX_LINE = 12;

/** Which analyzer, and how far it looked: `Stockfish 16.1 (analysis, depth 12)`. */
export function analysisAuthor(
  { name, version }: { readonly name: string; readonly version: string },
  { depth, nodes, timeMs }: AnalysisLimits,
): string {
  const limits = [
    ...(depth === undefined ? [] : [`depth ${depth}`]),
    ...(nodes === undefined ? [] : [`${nodes} nodes`]),
    ...(timeMs === undefined ? [] : [`${timeMs} ms per move`]),
  ];
  const engine = version === '' ? name : `${name} ${version}`;
  return `${engine} (${['analysis', ...limits].join(', ')})`;
}

/** Whether the author of a note is an analysis. */
export const isAnalysisAuthor = (author: string | null): boolean =>
  author !== null && /\(analysis(?:, [^()]*)?\)$/.test(author);

/** Annotations with an analysis in place of those before. */
export function withAnalysis(
  game: Game,
  line: Timeline,
  before: Annotations,
  { moves }: RecordAnalysis,
  author: string,
): Annotations {
  return replaceAnalysis(before, {
    notes: moves.flatMap(move => noteOf(move, author) ?? []),
    variations: moves.flatMap(move => variationOf(game, line, move, author) ?? []),
  });
}

/** Annotations with the analysis of others in place of their own; null removes it. */
export function replaceAnalysis(
  { notes, variations }: Annotations,
  analyzed: Annotations | null,
): Annotations {
  return {
    notes: [
      ...notes.filter(note => !isByAnalysis(note)),
      ...(analyzed?.notes.filter(isByAnalysis) ?? []),
    ].sort((a, b) => a.entry - b.entry),
    variations: [
      ...variations.filter(variation => !variation.notes.some(isByAnalysis)),
      ...(analyzed?.variations.filter(variation => variation.notes.some(isByAnalysis)) ?? []),
    ].sort((a, b) => a.entry - b.entry),
  };
}

const isByAnalysis = ({ author }: Note): boolean => isAnalysisAuthor(author);

function noteOf({ n, grade, evaluation, depth }: MoveAnalysis, author: string): Note | null {
  if (grade === null && evaluation === null) return null;
  return {
    ...{ entry: n, author, text: '', glyphs: grade === null ? [] : [glyphOf(grade)] },
    ...(evaluation !== null && {
      evaluation: depth > 0 ? { ...evaluation, depth } : evaluation,
    }),
  };
}

/** The best line in place of a move that lost something, with a note that says where it is from. */
function variationOf(
  game: Game,
  line: Timeline,
  { n, grade, best }: MoveAnalysis,
  author: string,
): Variation | null {
  if (grade === null || best.length === 0) return null;
  let { state } = line.at(n - 1);
  const entries = [];
  for (const move of best.slice(0, MAX_LINE)) {
    const [seat] = game.active(state);
    const played = seat === undefined ? null : game.play(state, seat, move);
    if (!played?.ok) break;
    entries.push(entryOf(seat!, moveAct(game, move)));
    state = played.value.state;
    // what follows hangs on a draw that was never made
    if (game.chance?.due(state) === true) break;
  }
  if (entries.length === 0) return null;
  const note: Note = { entry: n, author, text: '', glyphs: [7] };
  return { entry: n - 1, entries, notes: [note], variations: [] };
}
