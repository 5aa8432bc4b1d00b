/** Properties that judge a move or a position, as the numbered glyphs of a record. FF[4]; PGN standard §10. */

/** A glyph, and the property with its value. Of one property only one value can stand in a node. */
const GLYPHS: readonly [glyph: number, name: string, value: string][] = [
  [1, 'TE', '1'], // good move
  [3, 'TE', '2'],
  [2, 'BM', '1'], // bad move
  [4, 'BM', '2'],
  [5, 'IT', ''], // interesting
  [6, 'DO', ''], // doubtful
  [10, 'DM', '1'], // even
  [11, 'DM', '2'],
  [13, 'UC', '1'], // unclear
  [17, 'GB', '1'], // good for black
  [19, 'GB', '2'],
  [16, 'GW', '1'], // good for white
  [18, 'GW', '2'],
];

/** The glyph of a property; null where it has none. */
export function glyphOf(name: string, value: string): number | null {
  return GLYPHS.find(([, known, its]) => known === name && its === value.trim())?.[0] ?? null;
}

/** The properties of glyphs, and those glyphs that have none, or none any more. */
export function formatGlyphs(glyphs: readonly number[]): { text: string; lost: number } {
  const names = new Set<string>();
  let text = '';
  let lost = 0;
  for (const glyph of glyphs) {
    const [, name, value] = GLYPHS.find(([known]) => known === glyph) ?? [];
    if (name === undefined || names.has(name)) lost++;
    else {
      names.add(name);
      text += `${name}[${value}]`;
    }
  }
  return { text, lost };
}
