/** English names, for pictures, spoken words and messages. */

/** Names by side. */
export const SIDE_NAMES = ['black', 'white'] as const;

/** `a`, `a or b`, `a, b or c`. */
export const anyOf = (words: readonly string[]): string =>
  words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;
