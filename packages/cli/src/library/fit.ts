/** Texts that fill columns of a terminal exactly, with letters of any script. */

/** Letters that take two columns: of East Asian scripts, full-width forms, and pictures. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
/** Letters that take none: marks on others, and joiners. */
const NONE = /^(?:\p{M}|[\u200b-\u200d])$/u;

/** How many columns a text takes. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const letter of text) columns += columnsOfLetter(letter);
  return columns;
}

const columnsOfLetter = (letter: string): number =>
  letter < '\u0300' ? 1 : NONE.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1;

/** The text in exactly so many columns: filled with blanks, or cut with `…` at its end. */
export function fit(text: string, columns: number, isNumber = false): string {
  const taken = columnsOf(text);
  if (taken <= columns) {
    const blanks = ' '.repeat(columns - taken);
    return isNumber ? blanks + text : text + blanks;
  }
  let cut = '';
  let width = 0;
  for (const letter of text) {
    width += columnsOfLetter(letter);
    if (width > columns - 1) break;
    cut += letter;
  }
  return `${cut}…${' '.repeat(Math.max(0, columns - 1 - columnsOf(cut)))}`;
}
