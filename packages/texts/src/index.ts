/** Languages, and how to load their texts. */
import type { Texts } from './en/index.ts';

export type { Texts } from './en/index.ts';

/** Languages by their tag (BCP 47), each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', ja: '日本語' } as const;

export type Language = keyof typeof LANGUAGES;

const FOLDERS: { readonly [language in Language]: () => Promise<Texts> } = {
  en: async () => (await import('./en/index.ts')).english,
  de: async () => (await import('./de/index.ts')).german,
  ja: async () => (await import('./ja/index.ts')).japanese,
};

/** Loads the texts of a language. */
export const loadTexts = (language: Language): Promise<Texts> => FOLDERS[language]();

/** Returns the first of the wanted languages that exists; tags may name a region (`de-AT`) or an encoding (`de_AT.UTF-8`). */
export function pickLanguage(wanted: readonly string[]): Language {
  const tags = wanted.map(tag => tag.split(/[-_.]/, 1)[0]!.toLowerCase());
  return tags.find((tag): tag is Language => Object.hasOwn(LANGUAGES, tag)) ?? 'en';
}
