/** Texts that people write for each other: what a name is, and how a line of talk is made harmless. */

/** What is not seen, what a terminal or a page would obey, what turns text around, and halves of letters. */
const UNSEEN = '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Cn}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800';
const SEEN = `[^${UNSEEN}\\s]`;
/** Of a sign, whether it is drawn as text or as a picture. */
const STYLE = '[\\ufe0e\\ufe0f]';
/** Joiners, which show only in what they join: families among emoji, and letters of many scripts. */
const JOINER = '[\\u200c\\u200d]';
const BETWEEN = `(?:${STYLE}${JOINER}?|${JOINER})`;

/** Something to see, with single spaces and joiners in between; more marks on one letter would run over other lines. */
export const NAME = new RegExp(
  `^(?!.*\\p{M}{5})${SEEN}(?:${BETWEEN}${SEEN}|${STYLE}? ?${SEEN})*${STYLE}?$`,
  'u',
);

const JOINED = `(?<=${SEEN})(?:${BETWEEN}(?=${SEEN})|${STYLE})`;
const UNSEEN_RUN = new RegExp(`(${JOINED})|[${UNSEEN}]+`, 'gu');
const PILE = /(\p{M}{4})\p{M}+/gu;

/** A line of talk: it stays one wherever it is shown, and nothing in it is unseen. */
export const plainLine = (text: string): string =>
  text
    .replace(UNSEEN_RUN, (_, joined: string | undefined) => joined ?? ' ')
    .replace(PILE, '$1')
    .trim();
