/** English words put together, for messages and for people who listen. */

/** With a capital: `black` as `Black`. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `a`, `a or b`, `a, b or c`. */
export const anyOf = (words: readonly (string | number)[]): string => joined(words, 'or');

/** `a`, `a and b`, `a, b and c`. */
export const allOf = (words: readonly (string | number)[]): string => joined(words, 'and');

/** `1 stone`, `2 stones`. */
export const counted = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

const joined = (words: readonly (string | number)[], last: string): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
