/** Ratings, days in a row, and which puzzle comes next. */
import type { Puzzle } from '@kifu/bots/puzzles';
import { expect, test } from 'vitest';
import {
  dailyPuzzle,
  daysInARow,
  nextPuzzle,
  progressAfter,
  progressIn,
  ratingOf,
  readProgress,
} from './puzzle-progress.ts';

const puzzle = (id: string, rating: number): Puzzle => ({
  ...{ id, rating, game: 'chess', match: 'm', n: 1, seat: 0, line: ['0x00'], themes: [] },
  judge: { engine: 'e', version: '1', nodes: 1 },
  chances: [1, 0],
});
const EASY = puzzle('easy', 900);
const HARD = puzzle('hard', 2100);
const MIDDLE = puzzle('middle', 1490);
const ALL = [EASY, HARD, MIDDLE];
const DAY = 86_400_000;
const NOW = 20_000 * DAY;

test('solving raises the rating and lowers that of the puzzle, by more for a hard one', () => {
  const none = readProgress();
  const [easy, hard] = [EASY, HARD].map(one => progressAfter(none, one, true, NOW));
  const gained = (after: typeof none) => progressIn(after, 'chess').rating.R - 1500;
  expect(gained(easy!)).toBeGreaterThan(0);
  expect(gained(hard!)).toBeGreaterThan(gained(easy!));
  expect(ratingOf(progressIn(hard!, 'chess'), HARD).R).toBeLessThan(2100);
  expect(gained(progressAfter(none, EASY, false, NOW))).toBeLessThan(0);
});

test('a puzzle is rated once', () => {
  const once = progressAfter(readProgress(), EASY, false, NOW);
  const twice = progressAfter(once, EASY, true, NOW);
  expect(twice.games).toEqual(once.games);
  expect(progressIn(twice, 'chess').results).toEqual([false]);
});

test('days count in a row until one is missed', () => {
  let progress = progressAfter(readProgress(), EASY, true, NOW);
  progress = progressAfter(progress, HARD, true, NOW + 1);
  expect(daysInARow(progress, 20_000)).toBe(1);
  progress = progressAfter(progress, MIDDLE, true, NOW + DAY);
  expect(daysInARow(progress, 20_001)).toBe(2);
  expect(daysInARow(progress, 20_002)).toBe(2);
  expect(daysInARow(progress, 20_003)).toBe(0);
});

test('the next puzzle is near in rating, then one that was missed', () => {
  const own = progressIn(readProgress(), 'chess');
  expect(nextPuzzle(ALL, own, new Set())?.id).toBe('middle');
  expect(nextPuzzle(ALL, own, new Set(['middle', 'easy']))?.id).toBe('hard');
  const tried = { ...own, tried: { easy: true, hard: false, middle: true } };
  expect(nextPuzzle(ALL, tried, new Set())?.id).toBe('hard');
  expect(nextPuzzle(ALL, tried, new Set(['easy', 'hard', 'middle']))).toBeUndefined();
});

test('each puzzle is that of a day before any comes again', () => {
  const days = ALL.map((_, day) => dailyPuzzle(ALL, 20_000 + day)?.id);
  expect(new Set(days).size).toBe(ALL.length);
  expect(dailyPuzzle([], 1)).toBeUndefined();
});
