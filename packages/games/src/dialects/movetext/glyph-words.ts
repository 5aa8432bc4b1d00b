/** Words that people write for the glyphs of a move or a position. PGN standard §10, and 146 as programs have it, for a move that is new. */

/** The number of the glyph that each means, with plain dashes. */
export const GLYPH_WORDS: ReadonlyMap<string, number> = new Map([
  ['□', 7],
  ['=', 10],
  ['∞', 13],
  ['+=', 14],
  ['+/=', 14],
  ['⩲', 14],
  ['=+', 15],
  ['=/+', 15],
  ['⩱', 15],
  ['+/-', 16],
  ['±', 16],
  ['-/+', 17],
  ['∓', 17],
  ['+-', 18],
  ['-+', 19],
  ['N', 146],
]);

/** The same, the longer ones first, as some end others. */
const WORDS = [...GLYPH_WORDS].sort(([a], [b]) => b.length - a.length);

/** A move and the glyph of the word that stands close behind it, `Rxh7+-`; null where none does. */
export function splitJudged(
  text: string,
): { readonly move: string; readonly glyph: number } | null {
  const found = WORDS.find(([word]) => text.length > word.length && text.endsWith(word));
  return found === undefined ? null : { move: text.slice(0, -found[0].length), glyph: found[1] };
}
