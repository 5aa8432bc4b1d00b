/** Lists, numbers and endings in English. */

const list = new Intl.ListFormat('en');

/** `a`, `a and b`, `a, b, and c`. */
export const and = (items: readonly (string | number)[]): string => list.format(items.map(String));

/** `1 stone`, `2 stones`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** How a match ended; `by` is the text of a reason. */
export const ending = {
  won: (who: string, by: string) => `${who} wins ${by}`,
  drawn: (by: string) => `draw ${by}`,
  /** Makes a sentence of a fragment. */
  sentence: (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
};

/** A kind of event that no game describes, and the marker of it. */
export const endOfGame = 'end of the game';
