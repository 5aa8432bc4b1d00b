/** Names and texts as they are searched: every library splits and folds them alike. It imports nothing, so that any thread can. */

/** A name without capitals: what parts of names are looked for in. */
export const foldName = (name: string): string => name.toLowerCase();

/** Scripts that put no spaces between words: each letter counts as a word. */
const ALONE = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const WORD = new RegExp(String.raw`[${ALONE}]|(?:(?![${ALONE}])[\p{L}\p{N}])+`, 'gu');
/** Words that differ only after this many letters count as the same. */
const MAX_LETTERS = 32;

/** Splits texts into words, each once: letters and digits only, without capitals, accents and characters that only look different. */
export function wordsOf(texts: readonly string[]): string[] {
  const words = new Set<string>();
  for (const text of texts)
    for (const [word] of fold(text).matchAll(WORD))
      words.add(word.length > MAX_LETTERS ? [...word].slice(0, MAX_LETTERS).join('') : word);
  return [...words];
}

/** Whether each word starts a word of a text; a missing text has none. */
export function hasWords(text: string | null, words: readonly string[]): boolean {
  if (text === null) return false;
  const own = wordsOf([text]);
  return words.every(word => own.some(one => one.startsWith(word)));
}

/** Compatibility forms are taken apart (Unicode NFKD), so that marks can be dropped. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\p{M}+/gu, '');
