/** Moves compared with the best ones: what is lost, how it is graded, and what becomes of it in annotations. */
import { chanceFromPawns, type PositionAnalysis, unwrap } from '@kifu/core';
import { chess, formatSan, parseSan } from '@kifu/games/chess';
import { expect, test } from 'vitest';
import { timeline } from '../timeline.ts';
import { analysisAuthor, isAnalysisAuthor, withAnalysis } from './analysis-notes.ts';
import { analyzeRecord } from './analyze-record.ts';
import { accuracyOf, gradeOf, moveAccuracy } from './grade.ts';

const NO_CHANCE = {};

test.each([
  [0.049, null],
  [0.05, 'inaccuracy'],
  [0.1, 'mistake'],
  [0.15, 'blunder'],
  [1, 'blunder'],
])('a move that lost %f of the chances: %s', (lost, grade) => {
  expect(gradeOf(NO_CHANCE, lost)).toBe(grade);
});

test('with dice, less is a blunder', () => {
  expect(gradeOf({ chance: {} as never }, 0.08)).toBe('blunder');
});

test('accuracy is 100 where nothing is lost, 50 for what just is a blunder, and the mean of the moves', () => {
  expect(moveAccuracy(NO_CHANCE, 0)).toBe(100);
  expect(moveAccuracy(NO_CHANCE, 0.15)).toBeCloseTo(50);
  expect(accuracyOf(NO_CHANCE, [0, 0.15])).toBeCloseTo(75);
  expect(accuracyOf(NO_CHANCE, [])).toBeNull();
});

/** Fool's mate, with an analyzer that knows the best moves and what White's mistake costs. */
async function foolsMate() {
  const record = unwrap(chess.formats[0]!.read('1. f3 e5 2. g4 Qh4# 0-1'));
  const line = unwrap(timeline(chess.game, record)) as never as Parameters<
    typeof analyzeRecord
  >[0]['line'];
  const scores = [30, -40, 20, -900];
  const best = ['e4', 'e5', 'e4', 'Qh4#'];
  let n = 0;
  const analysis = await analyzeRecord({
    ...{ kit: chess as never, line, limits: { depth: 3 } },
    async analyze({ state, moves }): Promise<PositionAnalysis> {
      const at = n++;
      expect(moves).toHaveLength(at);
      const seat = at % 2;
      const chance = chanceFromPawns(scores[at]!);
      const move = unwrap(parseSan(state as never, best[at]!));
      return {
        ...{ seat, depth: 3, nodes: 10, timeMs: 0 },
        lines: [
          { moves: [move], chances: [chance, 1 - chance], evaluation: { score: scores[at]! } },
        ],
      };
    },
  });
  return { analysis, line, record };
}

test('each move is compared with the best one, and positions are analyzed once', async () => {
  const { analysis } = await foolsMate();
  expect(analysis.moves.map(({ n, grade }) => [n, grade])).toEqual([
    [1, 'inaccuracy'],
    [2, null],
    [3, 'blunder'],
    [4, null],
  ]);
  expect(analysis.moves[3]).toMatchObject({ chance: 0, evaluation: null, lost: 0 });
  const [white, black] = analysis.players;
  expect(white!.grades).toEqual({ inaccuracy: 1, mistake: 0, blunder: 1 });
  expect(black!.accuracy).toBe(100);
  expect(white!.accuracy).toBeLessThan(60);
});

test('annotations say who analyzed and how far, and a new analysis takes the place of an old one', async () => {
  const { analysis, line } = await foolsMate();
  const author = analysisAuthor({ name: 'Fake Fish', version: '1.2' }, { depth: 3 });
  expect(author).toBe('Fake Fish 1.2 (analysis, depth 3)');
  expect(isAnalysisAuthor(author)).toBe(true);
  expect(isAnalysisAuthor('Anna (analysis of the club)')).toBe(false);
  const comment = { entry: 2, author: 'Anna', text: 'of course', glyphs: [] };
  const first = withAnalysis(
    chess.game as never,
    line,
    { notes: [comment], variations: [] },
    analysis,
    author,
  );
  expect(first.notes.map(({ entry, glyphs }) => [entry, glyphs])).toEqual([
    [1, [6]],
    [2, []],
    [2, []],
    [3, [4]],
  ]);
  expect(first.variations.map(({ entry }) => entry)).toEqual([0, 2]);
  const again = withAnalysis(chess.game as never, line, first, analysis, author);
  expect(again).toEqual(first);
  // what PGN has room for is in it
  const { record } = await foolsMate();
  const { output } = unwrap(chess.formats[0]!.write({ ...record, ...first }));
  expect(output).toContain('[%eval -0.40,3]');
  expect(output).toContain('1. f3 $6');
  expect(formatSan(line.at(0).state as never, analysis.moves[0]!.best[0] as never)).toBe('e4');
});
