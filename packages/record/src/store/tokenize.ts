/** Names and texts as they are searched: every library splits and folds them alike. It imports no code, so that any thread can. */
import type { Metadata } from '@kifu/core';

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

/** Tags for which metadata has a separate field. */
const FIELDS: { readonly [tag: string]: Exclude<keyof Metadata, 'ratings' | 'titles' | 'tags'> } = {
  ...{ event: 'event', ev: 'event', site: 'site', pc: 'site', round: 'round', ro: 'round' },
  ...{ timecontrol: 'timeControl', tm: 'timeControl', eco: 'eco', opening: 'openingName' },
};

/** Splits `NAME=VALUE`; the value is null where there is none. */
export function splitTag(text: string): readonly [name: string, value: string | null] {
  const at = text.indexOf('=');
  return at < 1 ? [text, null] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** Whether a record has a tag with a value, `NAME=VALUE`, ignoring case and accents. An empty value finds records with the tag. */
export function hasTag(facts: Metadata, asked: string): boolean {
  const [name, value] = splitTag(asked);
  const key = name.toLowerCase();
  const field = Object.hasOwn(FIELDS, key) ? facts[FIELDS[key]!] : null;
  const tags = Object.entries(facts.tags).filter(([tag]) => tag.toLowerCase() === key);
  const values = [...(field === null ? [] : [field]), ...tags.map(([, text]) => text)];
  const sought = plain(value ?? '');
  return values.some(text => sought === '' || plain(text) === sought);
}

/** Tags whose text is not searched by words. */
const UNSEARCHED = /^(?:TimeControl|TM|FEN)$/i;

/** The words by which records with a tag, `NAME=VALUE`, are searched; none where its text is not searched by words. */
export function tagWords(asked: string): string[] {
  const [name, value] = splitTag(asked);
  return /\p{L}/u.test(value ?? '') && !UNSEARCHED.test(name) ? wordsOf([value!]) : [];
}

const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Compatibility forms are taken apart (Unicode NFKD), so that marks can be dropped. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\p{M}+/gu, '');
