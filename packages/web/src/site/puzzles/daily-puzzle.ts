/** The puzzle of the day with its picture, which this browser draws once a day. */
import { isObject, type Json, type Seat } from '@kifu/core';
import { readItem, writeItem } from '../browser-store.ts';
import { dailyPuzzle, dayOf, daysInARow, progressIn, readProgress } from './puzzle-progress.ts';

const KEY = 'kifu-daily-puzzle';

/** What a card shows of the puzzle. */
interface DrawnPuzzle {
  readonly day: number;
  readonly id: string;
  readonly game: string;
  readonly seat: Seat;
  /** Entries of the game before it. */
  readonly n: number;
  readonly players: readonly string[];
  /** The position, as an address. */
  readonly picture: string;
}

export interface DailyPuzzle extends DrawnPuzzle {
  readonly isSolved: boolean;
  readonly daysInARow: number;
}

/** Finds the puzzle of today; null where its game cannot be loaded. */
export async function findDailyPuzzle(): Promise<DailyPuzzle | null> {
  const day = dayOf(Date.now());
  const drawn = storedPuzzle(day) ?? (await drawPuzzle(day));
  if (drawn === null) return null;
  const progress = readProgress();
  const { tried } = progressIn(progress, drawn.game);
  return { ...drawn, isSolved: tried[drawn.id] === true, daysInARow: daysInARow(progress, day) };
}

/** The puzzle that was drawn for a day; null where it was not. */
function storedPuzzle(day: number): DrawnPuzzle | null {
  try {
    const stored = JSON.parse(readItem(KEY) ?? 'null') as Json;
    return isObject(stored) && stored.day === day ? (stored as unknown as DrawnPuzzle) : null;
  } catch {
    return null;
  }
}

async function drawPuzzle(day: number): Promise<DrawnPuzzle | null> {
  const [{ loadPuzzles, openPuzzle, PUZZLE_GAMES }, { loadKitHere }, { svg }] = await Promise.all([
    import('./puzzle-set.ts'),
    import('../language-kit.ts'),
    import('@kifu/core/svg'),
  ]);
  const [name] = PUZZLE_GAMES;
  const [set, kit] = await Promise.all([loadPuzzles(name), loadKitHere(name)]);
  const puzzle = dailyPuzzle(set.puzzles, day);
  if (!kit.ok || puzzle === undefined) return null;
  const opened = await openPuzzle(kit.value, set, puzzle);
  if (!opened.ok) return null;
  const { scene, players } = opened.value;
  const { id, game, seat, n } = puzzle;
  const turn = kit.value.side?.(seat, scene) ?? 0;
  const drawing = svg(scene, kit.value.art, { turn, coordinates: false });
  const picture = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  const drawn: DrawnPuzzle = { day, id, game, seat, n, players, picture };
  writeItem(KEY, JSON.stringify(drawn));
  return drawn;
}
