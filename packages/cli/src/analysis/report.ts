/** An analysis for people: each graded move with what was better, a graph, and a table of players. */
import { evaluationText, glyphSigns, type JsonObject, type Kit } from '@kifu/core';
import type { Timeline } from '@kifu/record';
import { glyphOf, type MoveAnalysis, type RecordAnalysis } from '@kifu/record/analysis';
import type { AnalysisReports } from '@kifu/texts/en/cli/reports/analysis';
import { tableLines } from '../text.ts';

/** Longest line that is shown, in moves. */
const MAX_LINE = 6;
const ROWS = 4;
const MAX_COLUMNS = 72;
const BLOCKS = ' ▁▂▃▄▅▆▇█';

/** Lines of a report; `nameOf` gives the name of a seat. */
export function analysisLines(
  t: AnalysisReports,
  kit: Kit,
  line: Timeline,
  analysis: RecordAnalysis,
  nameOf: (seat: number) => string,
): string[] {
  const { columns } = t;
  const graded = analysis.moves.filter(({ grade }) => grade !== null);
  return [
    ...tableLines(graded.map(move => moveRow(t, kit, line, move))),
    ...(graded.length === 0 ? [] : ['']),
    ...graphLines(t, analysis.moves, nameOf(line.header.players[0]?.seat ?? 0)),
    ...tableLines([
      ['', ...[columns.accuracy, columns.inaccuracies, columns.mistakes, columns.blunders]],
      ...analysis.players.map(({ seat, accuracy, grades }) => [
        nameOf(seat),
        accuracy === null ? '–' : `${Math.round(accuracy)} %`,
        ...[grades.inaccuracy, grades.mistake, grades.blunder].map(String),
      ]),
    ]),
  ];
}

/** `12  Qh5 ??  −2.31  −24 %  better: Nf3 Nc6 Bb5`. */
function moveRow(t: AnalysisReports, kit: Kit, line: Timeline, analyzed: MoveAnalysis): string[] {
  const { n, grade, evaluation, lost } = analyzed;
  const played = textsOf(kit, line, n - 1, [analyzed.move]).join(' ');
  return [
    String(n),
    `${played}${glyphSigns([glyphOf(grade!)])}`,
    evaluation === null ? '' : evaluationText(evaluation),
    `−${Math.round(100 * lost!)} %`,
    t.better(bestText(kit, line, analyzed)),
  ];
}

/** The best line before a move, in the notation of the game. */
const bestText = (kit: Kit, line: Timeline, { n, best }: MoveAnalysis): string =>
  textsOf(kit, line, n - 1, best.slice(0, MAX_LINE)).join(' ');

/** Moves after an entry as they are written. */
function textsOf(
  { game, notations }: Kit,
  line: Timeline,
  n: number,
  moves: MoveAnalysis['best'],
): string[] {
  const texts: string[] = [];
  let { state } = line.at(n);
  for (const move of moves) {
    texts.push(notations[0]?.format(state, move) ?? game.moves.hex.encode(move));
    const [seat] = game.active(state);
    const played = seat === undefined ? null : game.play(state, seat, move);
    if (!played?.ok) break;
    state = played.value.state;
  }
  return texts;
}

/** The first seat's chances over the game, as columns; the middle row says that both have as many. */
function graphLines(t: AnalysisReports, moves: readonly MoveAnalysis[], first: string): string[] {
  const chances = moves.flatMap(({ chance }) => chance ?? []);
  if (chances.length < 2) return [];
  const columns = Math.min(MAX_COLUMNS, chances.length);
  const at = (i: number): number => chances[Math.floor((i * chances.length) / columns)]!;
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const cells = Array.from({ length: columns }, (_, i) => {
      const eighths = Math.round(at(i) * ROWS * 8) - (ROWS - 1 - row) * 8;
      return BLOCKS[Math.max(0, Math.min(8, eighths))]!;
    });
    return `${row === 0 ? '100 %' : row === ROWS - 1 ? '  0 %' : '     '} ${cells.join('').trimEnd()}`;
  });
  return [t.chancesOf(first), ...rows, ''];
}

/** An analysis as JSON. */
export const analysisJson = (
  kit: Kit,
  line: Timeline,
  { moves, players }: RecordAnalysis,
): JsonObject => ({
  moves: moves.map(analyzed => ({
    ...{ n: analyzed.n, seat: analyzed.seat },
    move: kit.game.moves.json.encode(analyzed.move),
    notation: textsOf(kit, line, analyzed.n - 1, [analyzed.move])[0] ?? null,
    best: analyzed.best.map(move => kit.game.moves.json.encode(move)),
    bestLine: bestText(kit, line, analyzed),
    ...{ before: analyzed.before, after: analyzed.after, lost: analyzed.lost },
    ...{ grade: analyzed.grade, depth: analyzed.depth },
    evaluation: analyzed.evaluation as JsonObject | null,
  })),
  players: players.map(({ seat, accuracy, grades }) => ({ seat, accuracy, ...grades })),
});
