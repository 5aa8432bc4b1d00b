/** Texts that a viewer shows: those that it always needs, in English at hand, and all of another language once it is loaded. */
import type { Language } from '@kifu/texts';
import { viewer as english, type ViewerTexts } from '@kifu/texts/en/viewer';
import type { LoadedTexts } from './language.ts';

export interface PageTexts {
  readonly viewer: ViewerTexts;
  /** Null in English: there, panels bring their texts with them. */
  readonly loaded: LoadedTexts | null;
}

/** English, until another language is loaded. */
export const ENGLISH: PageTexts = { viewer: english, loaded: null };

/** Returns the texts to show; English where the language could not be loaded. */
export const pageTexts = (loaded: LoadedTexts | null): PageTexts =>
  loaded === null ? ENGLISH : { viewer: loaded.viewer, loaded };

/** What a viewer has besides its texts: the language that is wanted. */
export interface PageLanguage {
  readonly language: Language;
  readonly texts: PageTexts;
}
