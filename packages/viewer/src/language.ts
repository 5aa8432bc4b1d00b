/** Languages of a viewer: English is part of its scripts, others are loaded when a page wants them. */
import type { Language, Texts } from '@kifu/texts';
import type { GameTexts } from '@kifu/texts/games';

/** The texts of a language that the viewer and the board use. */
export type LoadedTexts = Omit<Texts, 'site'> & { readonly language: Language };

/** Texts with which records are described. English needs no games here: kits have their own English texts. */
export type RecordTexts = Pick<Texts, 'match' | 'verdicts' | 'viewerEngine'> & {
  readonly language: string;
  readonly games: { readonly [game: string]: GameTexts };
};

const LOADERS: { readonly [language in Exclude<Language, 'en'>]: () => Promise<LoadedTexts> } = {
  de: async () => (await import('./languages/de.ts')).german,
  ja: async () => (await import('./languages/ja.ts')).japanese,
};

/** Loads the texts of a language; null for English, and where they cannot be loaded. */
export const loadLanguage = (language: Language): Promise<LoadedTexts | null> =>
  language === 'en' ? Promise.resolve(null) : LOADERS[language]().catch(() => null);
