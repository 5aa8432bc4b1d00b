/** Lists and endings in Japanese. */

/** `a、b、c`. */
export const and = (items: readonly (string | number)[]): string => items.join('、');

/** How a match ended; `by` is the text of a reason. */
export const ending = {
  won: (who: string, by: string) => `${who}の勝ち${by}`,
  drawn: (by: string) => `引き分け${by}`,
  /** Makes a sentence of a fragment. */
  sentence: (text: string) => `${text}。`,
};

/** A kind of event that no game describes, and the marker of it. */
export const endOfGame = '終局';
