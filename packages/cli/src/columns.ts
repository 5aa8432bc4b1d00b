/** Columns of a terminal, for characters of any script. */

/** Characters of two columns: East Asian scripts, full-width forms, emoji. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
/** Characters of no columns: combining marks and joiners. */
const NONE = /^(?:\p{M}|[\u200b-\u200d])$/u;

/** Returns how many columns a text takes. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const letter of text) columns += columnsOfLetter(letter);
  return columns;
}

const columnsOfLetter = (letter: string): number =>
  letter < '\u0300' ? 1 : NONE.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1;

/** Pads a text to a width, or cuts it with `…`. */
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
