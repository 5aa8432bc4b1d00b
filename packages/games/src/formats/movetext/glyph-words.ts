/** Words for glyphs that stand close behind a move. */
import { POSITION_SIGNS } from '@kifu/core';

/** The longer ones first, as some end others. */
const WORDS = [...POSITION_SIGNS].sort(([a], [b]) => b.length - a.length);

/** A move and the glyph of the word that stands close behind it, `Rxh7+-`; null where none does. */
export function splitJudged(
  text: string,
): { readonly move: string; readonly glyph: number } | null {
  const found = WORDS.find(([word]) => text.length > word.length && text.endsWith(word));
  return found === undefined ? null : { move: text.slice(0, -found[0].length), glyph: found[1] };
}
