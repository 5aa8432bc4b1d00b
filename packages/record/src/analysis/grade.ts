/** Grades of moves by what they lost, and accuracy: the same for every game and every analyzer. */
import type { Game } from '@kifu/core';

/** What a move that lost something is called. */
export type Grade = 'inaccuracy' | 'mistake' | 'blunder';

/** Grades from the least to the worst, with their glyphs: ?!, ? and ??. */
const GRADES: readonly { readonly grade: Grade; readonly glyph: number }[] = [
  { grade: 'inaccuracy', glyph: 6 },
  { grade: 'mistake', glyph: 2 },
  { grade: 'blunder', glyph: 4 },
];

/** Lost winning chances from which on a move has a grade. */
const THRESHOLDS = [0.05, 0.1, 0.15] as const;
/** With dice, less of a game hangs on a move: 0.04, 0.08 and 0.16 points of equity. */
const DICE_THRESHOLDS = [0.02, 0.04, 0.08] as const;

const thresholdsOf = ({ chance }: Pick<Game, 'chance'>) =>
  chance === undefined ? THRESHOLDS : DICE_THRESHOLDS;

/** The grade of a move; null for one that lost little or nothing. */
export function gradeOf(game: Pick<Game, 'chance'>, lost: number): Grade | null {
  const reached = thresholdsOf(game).filter(least => lost >= least - ROUNDING).length;
  return reached === 0 ? null : GRADES[reached - 1]!.grade;
}

/** Differences of rounded chances are a little off. */
const ROUNDING = 1e-9;

/** The glyph of a grade. */
export const glyphOf = (grade: Grade): number => GRADES.find(each => each.grade === grade)!.glyph;

/** Accuracy of a move from 0 to 100: a move that just is a blunder has half of it. */
export const moveAccuracy = (game: Pick<Game, 'chance'>, lost: number): number =>
  100 * 2 ** (-Math.max(0, lost) / thresholdsOf(game)[2]);

/** Accuracy of a player: the mean of the moves; null without any. */
export const accuracyOf = (game: Pick<Game, 'chance'>, lost: readonly number[]): number | null =>
  lost.length === 0
    ? null
    : lost.reduce((sum, each) => sum + moveAccuracy(game, each), 0) / lost.length;
