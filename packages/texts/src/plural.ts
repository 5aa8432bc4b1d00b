/** Counts with their nouns: `1 game`, `2 games`. */

/** Formats a count of a language, followed by the form of the noun that belongs to it. */
export type Plural = (count: number, one: string, other: string) => string;

/** Returns how a language that tells one from many, and no more, writes counts. */
export function pluralsOf(language: string): Plural {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (count, one, other) =>
    `${numbers.format(count)} ${rules.select(count) === 'one' ? one : other}`;
}
