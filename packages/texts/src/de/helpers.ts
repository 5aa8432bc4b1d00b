/** Lists, numbers and endings in German. */

const list = new Intl.ListFormat('de');

/** `a`, `a und b`, `a, b und c`. */
export const and = (items: readonly (string | number)[]): string => list.format(items.map(String));

/** `1 Stein`, `2 Steine`. */
export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** How a match ended; `by` is the text of a reason. */
export const ending = {
  won: (who: string, by: string) => `${who} gewinnt ${by}`,
  drawn: (by: string) => `Remis ${by}`,
  /** Makes a sentence of a fragment. */
  sentence: (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
};

/** A kind of event that no game describes, and the marker of it. */
export const endOfGame = 'Ende der Partie';
