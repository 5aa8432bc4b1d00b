/** Parts of names, by which they are found: all runs of three letters, each once. */
import { encodeText } from './text.ts';

const LETTERS = 3;

/** Returns the parts of a folded name as stored; none if it is too short. */
export function partsOf(folded: string): string[] {
  const letters = [...encodeText(folded)];
  const parts = new Set<string>();
  for (let i = 0; i + LETTERS <= letters.length; i++)
    parts.add(letters.slice(i, i + LETTERS).join(''));
  return [...parts];
}
