/** The tokens of one game, and what each character may begin. Move numbers but the first say nothing, so they are none. */

/** Kinds of tokens. The third number of a token is its end, for glyphs, results and numbers its value. */
export const TAG = 1; //     a tag's name
export const VALUE = 2; //   and its value as it stands between the quotes
export const COMMENT = 3; // what stands between braces
export const REST = 4; //    what stands between a semicolon and the end of the line
export const GLYPH = 5; //   1 for `!` or `$1`
export const OPEN = 6;
export const CLOSE = 7;
export const WORD = 8; //    a move, one hopes
export const RESULT = 9; //  which of the results that the dialect has
export const NUMBER = 10; // the first number of a move

/** Limits on what a stranger's file may ask for, in characters where not told otherwise. */
export const MAX_GAME = 1 << 20;
export const MAX_COMMENT = 1 << 16;
export const MAX_TAGS = 256;
export const MAX_NESTING = 64;
/** Longer than any move; what is longer comes in pieces, none of which is one. */
export const MAX_WORD = 256;
/** More than programs use; the standard's own glyphs end at 139. */
export const MAX_GLYPH = 9999;

/** A list of tokens: kind, start and end of each, one after another. */
export interface Tokens {
  list: Int32Array;
  /** How many numbers are in use: three a token. */
  size: number;
}

/** An empty list. */
export const createTokens = (): Tokens => ({ list: new Int32Array(3 * 512), size: 0 });

/** Puts a token at the end. */
export function addToken(tokens: Tokens, kind: number, start: number, end: number): void {
  const { size } = tokens;
  if (size === tokens.list.length) {
    const longer = new Int32Array(2 * size);
    longer.set(tokens.list);
    tokens.list = longer;
  }
  const { list } = tokens;
  list[size] = kind;
  list[size + 1] = start;
  list[size + 2] = end;
  tokens.size = size + 3;
}

/** Moves all tokens when text before them is dropped. */
export function shiftTokens({ list, size }: Tokens, by: number): void {
  for (let i = 0; i < size; i += 3) {
    list[i + 1]! -= by;
    if (list[i]! < GLYPH || (list[i]! > GLYPH && list[i]! < RESULT)) list[i + 2]! -= by;
  }
}

/** Where the last result stands; without one, where the game begins. */
export function resultOffset({ list, size }: Tokens): number {
  let i = size - 3;
  while (i > 0 && list[i] !== RESULT) i -= 3;
  return list[Math.max(i, 0) + 1]!;
}

/** Classes of characters. Those up to LETTER can be part of a word. */
export const LETTER = 0;
export const DIGIT = 1;
export const SQUARE_BRACKET = 2;
export const PERCENT = 3;
export const BLANK = 4; // dots too
export const LINE_END = 5;
export const BRACE = 6;
export const SEMICOLON = 7;
export const MARK = 8; // ! and ?
export const DOLLAR = 9;
export const PAREN_OPEN = 10;
export const PAREN_CLOSE = 11;
export const STAR = 12;

/** The classes of the first 128 characters. */
export const CLASSES = new Uint8Array(128);
CLASSES.fill(BLANK, 0, 33);
CLASSES.fill(DIGIT, 48, 58);
for (const [chars, kind] of [
  ['.', BLANK],
  ['\n\r', LINE_END],
  ['[', SQUARE_BRACKET],
  ['%', PERCENT],
  ['{', BRACE],
  [';', SEMICOLON],
  ['!?', MARK],
  ['$', DOLLAR],
  ['(', PAREN_OPEN],
  [')', PAREN_CLOSE],
  ['*', STAR],
] as const)
  for (const char of chars) CLASSES[char.charCodeAt(0)] = kind;

/** No-break space, byte order mark, and the dots of a move number in one character. */
const WIDE_BLANKS = [0xa0, 0xfeff, 0x2026];

/** The class of a character. */
export const classOf = (code: number): number =>
  code < 128 ? CLASSES[code]! : WIDE_BLANKS.includes(code) ? BLANK : LETTER;

/** Whether this character continues a word; not with NaN, the end of the text. */
export const isWordPart = (code: number): boolean => code > 32 && classOf(code) <= PERCENT;
