/** Puzzles: found in matches, checked, and tried. */
export { checkPuzzle } from './check.ts';
export { type MinedPosition, type MineOptions, minePuzzles } from './mine.ts';
export {
  moved,
  type Puzzle,
  type PuzzleJudge,
  type PuzzleTheme,
  type Tried,
  type TryResult,
  tryMove,
} from './puzzle.ts';
