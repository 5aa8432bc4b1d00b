/** What a move of a list is called. */

/** For people who listen, what is said of it; for people who speak to the page, what is written there has to be part of it (WCAG 2.5.3). */
export const moveLabel = ({ text, spoken }: { text: string; spoken: string }): string =>
  words(spoken).includes(words(text)) ? spoken : `${spoken}, ${text}`;

/** Each word between spaces, so that none is found within another. */
const words = (text: string): string =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}+/-]+/u)
    .join(' ')
    .trim()} `;
