/** What this browser knows of one's puzzles: ratings of player and puzzles by Glicko-2, results, and days in a row. It leaves the browser never. */
import type { Puzzle } from '@kifu/bots/puzzles';
import { isObject, type Json } from '@kifu/core';
import { type GlickoRating, NEWCOMER, rate } from '@kifu/core/glicko2';
import { readItem, writeItem } from '../browser-store.ts';

const KEY = 'kifu-puzzles';
/** How many of the last results are shown. */
const MOST_RESULTS = 12;
const DAY_MS = 86_400_000;
/** A puzzle that nobody has tried is less uncertain than a new player: its rating is a guess from the line. */
const PUZZLE_RD = 200;

/** One game's part. */
export interface GameProgress {
  readonly rating: GlickoRating;
  /** Of puzzles that were tried, by id. */
  readonly puzzles: { readonly [id: string]: GlickoRating };
  /** Whether each tried puzzle was solved at once, by id. */
  readonly tried: { readonly [id: string]: boolean };
  /** The last results, the newest last. */
  readonly results: readonly boolean[];
}

export interface PuzzleProgress {
  readonly games: { readonly [game: string]: GameProgress };
  /** Days on which a puzzle was solved: the last one, as days since 1970, and how many in a row. */
  readonly lastDay: number;
  readonly days: number;
  /** The longest run of solved puzzles in streak mode. */
  readonly bestStreak: number;
}

const NONE: PuzzleProgress = { games: {}, lastDay: 0, days: 0, bestStreak: 0 };
const NEW_GAME: GameProgress = { rating: NEWCOMER, puzzles: {}, tried: {}, results: [] };

/** What is stored; nothing where that cannot be read. */
export function readProgress(): PuzzleProgress {
  try {
    const kept = JSON.parse(readItem(KEY) ?? '{}') as Json;
    return isObject(kept) ? { ...NONE, ...kept } : NONE;
  } catch {
    return NONE;
  }
}

export const progressIn = ({ games }: PuzzleProgress, game: string): GameProgress => ({
  ...NEW_GAME,
  ...games[game],
});

/** The rating of a puzzle: as tried here, or as guessed. */
export const ratingOf = ({ puzzles }: GameProgress, { id, rating }: Puzzle): GlickoRating =>
  puzzles[id] ?? { ...NEWCOMER, R: rating, RD: PUZZLE_RD };

/** The day of a moment, in UTC, so that the daily puzzle is the same for all. */
export const dayOf = (nowMs: number): number => Math.floor(nowMs / DAY_MS);

/** Days in a row up to today; a missed day starts over. */
export const daysInARow = ({ lastDay, days }: PuzzleProgress, today: number): number =>
  lastDay >= today - 1 ? days : 0;

/** After the first try of a puzzle that was not tried before: both are rated, as after a game. Others change nothing but the days. */
export function progressAfter(
  before: PuzzleProgress,
  puzzle: Puzzle,
  isSolved: boolean,
  nowMs: number,
): PuzzleProgress {
  const own = progressIn(before, puzzle.game);
  const today = dayOf(nowMs);
  const row = daysInARow(before, today);
  const dayed =
    isSolved && before.lastDay !== today ? { ...before, lastDay: today, days: row + 1 } : before;
  if (own.tried[puzzle.id] !== undefined) return dayed;
  const other = ratingOf(own, puzzle);
  const score = isSolved ? 1 : 0;
  const next: GameProgress = {
    rating: rate(own.rating, [{ R: other.R, RD: other.RD, score }]),
    puzzles: {
      ...own.puzzles,
      [puzzle.id]: rate(other, [{ R: own.rating.R, RD: own.rating.RD, score: 1 - score }]),
    },
    tried: { ...own.tried, [puzzle.id]: isSolved },
    results: [...own.results, isSolved].slice(-MOST_RESULTS),
  };
  return { ...dayed, games: { ...before.games, [puzzle.game]: next } };
}

export const saveProgress = (progress: PuzzleProgress): boolean =>
  writeItem(KEY, JSON.stringify(progress));

/** The puzzle of the day: each comes once before any comes again. */
export const dailyPuzzle = (puzzles: readonly Puzzle[], day: number): Puzzle | undefined =>
  puzzles[(day * 7919) % puzzles.length];

/** The next puzzle: not tried yet and nearest in rating; once all were tried, the one that was not solved longest ago. */
export function nextPuzzle(
  puzzles: readonly Puzzle[],
  own: GameProgress,
  except: ReadonlySet<string>,
): Puzzle | undefined {
  const far = (puzzle: Puzzle) => Math.abs(ratingOf(own, puzzle).R - own.rating.R);
  const open = puzzles.filter(({ id }) => !except.has(id));
  const fresh = open.filter(({ id }) => own.tried[id] === undefined);
  const missed = open.filter(({ id }) => own.tried[id] === false);
  const some = fresh.length > 0 ? fresh : missed.length > 0 ? missed : open;
  return some.toSorted((a, b) => far(a) - far(b))[0];
}
