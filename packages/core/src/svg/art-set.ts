/** Sets of pieces: art in which some looks are drawn otherwise. Apart, as few pages need it. */
import type { Art } from './art.ts';

const IN_SETS = new WeakMap<Art, Map<string, Art>>();

/** The art with one of its other sets of pieces; the same art for the same set, and as it is where it has no such set. */
export function artInSet(art: Art | undefined, name: string): Art | undefined {
  const set = art?.sets !== undefined && Object.hasOwn(art.sets, name) ? art.sets[name]! : null;
  if (art === undefined || set === null) return art;
  const made = IN_SETS.get(art) ?? new Map<string, Art>();
  IN_SETS.set(art, made);
  const known = made.get(name);
  if (known !== undefined) return known;
  const other: Art = { ...art, drawing: look => set(look) ?? art.drawing(look) };
  made.set(name, other);
  return other;
}
