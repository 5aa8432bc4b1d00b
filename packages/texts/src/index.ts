/** Languages, and how to load their texts. */

import type { GuidePageTexts } from './en/guides/page.ts';
import type { Texts } from './en/index.ts';
import type { GuideTexts } from './guides.ts';

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

/** What pages that teach need in a language. */
export interface LoadedGuides {
  /** By the name of the game. */
  readonly games: { readonly [game: string]: GuideTexts };
  readonly page: GuidePageTexts;
}

const GUIDES: { readonly [language in Language]: () => Promise<LoadedGuides> } = {
  en: () => import('./en/guides/index.ts'),
  de: () => import('./de/guides/index.ts'),
  ja: () => import('./ja/guides/index.ts'),
};

/** Loads the guides to the games, apart from all other texts, as few pages need them. */
export const loadGuides = (language: Language): Promise<LoadedGuides> => GUIDES[language]();

/** Returns the first of the wanted languages that exists; tags may name a region (`de-AT`) or an encoding (`de_AT.UTF-8`). */
export function pickLanguage(wanted: readonly string[]): Language {
  const tags = wanted.map(tag => tag.split(/[-_.]/, 1)[0]!.toLowerCase());
  return tags.find((tag): tag is Language => Object.hasOwn(LANGUAGES, tag)) ?? 'en';
}
