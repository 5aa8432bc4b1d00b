/** Glyphs that everybody knows (PGN standard §10). */
import type { NoteLine } from '../engine/types.ts';

const GLYPHS: { readonly [nag: number]: string } = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
};

/** What is written behind a move that these notes are about. */
export const glyphsOf = (notes: readonly NoteLine[]): string =>
  notes.flatMap(({ glyphs }) => glyphs.map(glyph => GLYPHS[glyph] ?? '')).join('');
