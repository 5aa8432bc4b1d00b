/** How strong a bot plays: how far it may look, and how long. */

/** What one move of a bot may cost. */
interface Budget {
  readonly nodes: number;
  readonly timeMs: number;
}

const LEVELS: readonly Budget[] = [
  { nodes: 20, timeMs: 50 },
  { nodes: 120, timeMs: 150 },
  { nodes: 600, timeMs: 400 },
  { nodes: 3000, timeMs: 1200 },
  { nodes: 15_000, timeMs: 4000 },
];

/** The levels there are: from a beginner's to the best. */
export const LEVEL_COUNT = LEVELS.length;

/** The budget of a level from 1 to 5. */
export const budgetOf = (level: number): Budget =>
  LEVELS[Math.min(LEVELS.length, Math.max(1, level)) - 1]!;
