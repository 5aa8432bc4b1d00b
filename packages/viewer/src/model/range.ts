/** Stretches of a record as text, in the attribute `range` and in links. */

/** A stretch of entries as text, `12-20`; null where it is none. */
export function parseRange(text: string): { readonly from: number; readonly to: number } | null {
  const found = /^(\d{1,7})-(\d{1,7})$/.exec(text.trim());
  if (found === null) return null;
  const [from, to] = [Number(found[1]), Number(found[2])];
  return from <= to ? { from, to } : { from: to, to: from };
}
