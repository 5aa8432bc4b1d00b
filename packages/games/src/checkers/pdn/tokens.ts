/** What a game in PDN is made of, and how much of it is read. */

/** A result as a file states it. The first number is that of black, who moves first. */
export type Stated = 'unknown' | 'black' | 'white' | 'draw' | 'forfeit';

/** A piece of a game; `at` is where it stands in the text. */
export type Token =
  | {
      readonly kind: 'tag';
      readonly at: number;
      readonly name: string;
      readonly value: string;
      readonly valueAt: number;
    }
  | { readonly kind: 'comment'; readonly at: number; readonly text: string }
  | { readonly kind: 'glyph'; readonly at: number; readonly glyph: number }
  | { readonly kind: 'open' | 'close' | 'escape'; readonly at: number }
  | { readonly kind: 'word'; readonly at: number; readonly text: string }
  | { readonly kind: 'result'; readonly at: number; readonly result: Stated };

/** Limits on what a stranger's file may ask for, in characters where not told otherwise. */
export const MAX_GAME = 1 << 20;
export const MAX_COMMENT = 1 << 16;
export const MAX_TAGS = 256;
export const MAX_NESTING = 64;
/** Longer than any move; what is longer comes in pieces, none of which is one. */
export const MAX_WORD = 64;
/** More than programs use; the glyphs of the PGN standard end at 139. */
export const MAX_GLYPH = 9999;

/** Results as files have them: of the game itself, and of international draughts, which counts two points. */
const RESULTS: readonly (readonly [text: string, result: Stated])[] = [
  ['1/2-1/2', 'draw'],
  ['1/2', 'draw'],
  ['1-0', 'black'],
  ['0-1', 'white'],
  ['2-0', 'black'],
  ['0-2', 'white'],
  ['1-1', 'draw'],
  ['0-0', 'forfeit'],
  ['*', 'unknown'],
];
const LONGEST_RESULT = 7;

/** The result that begins at a place, and how long it is; null where there is none. */
export function resultAt(text: string, at: number): { result: Stated; length: number } | null {
  const ahead = plainDashes(text.slice(at, at + LONGEST_RESULT + 1));
  for (const [word, result] of RESULTS)
    if (ahead.startsWith(word) && !/^[\dx:-]/.test(ahead.slice(word.length)))
      return { result, length: word.length };
  return null;
}

/** The result that a whole text states; null where it states none. */
export const parseResult = (text: string): Stated | null =>
  RESULTS.find(([word]) => word === plainDashes(text.trim()))?.[1] ?? null;

/** Typographers' dashes count as well. */
const plainDashes = (text: string): string => text.replace(/[–—]/g, '-');

/** How a result is written. */
export const RESULT_TEXTS: { readonly [result in Stated]: string } = {
  unknown: '*',
  black: '1-0',
  white: '0-1',
  draw: '1/2-1/2',
  forfeit: '0-0',
};
