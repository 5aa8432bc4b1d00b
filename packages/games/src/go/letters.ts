/** Points as SGF writes them: a letter for the column from the left, one for the row from the top. */
import { type Point, pointAt } from './grid.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** `pd`. */
export const formatLetters = ([x, y]: Point): string => LETTERS[x]! + LETTERS[y]!;

/** The point that two letters name, on a board of any size; null where they name none. */
export function parseLetters(text: string): Point | null {
  const x = LETTERS.indexOf(text[0] ?? '?');
  const y = LETTERS.indexOf(text[1] ?? '?');
  return text.length === 2 && x >= 0 && y >= 0 ? pointAt(x, y) : null;
}
