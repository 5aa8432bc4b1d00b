/** Texts of the site, in the chosen language. English is part of the script; other languages are loaded on demand. */
import { LANGUAGES, type Language, loadTexts, pickLanguage, type Texts } from '@kifu/texts';
import { type SiteTexts, site } from '@kifu/texts/en/site';

export { LANGUAGES };

/** Texts of the site; importers see those of the current language. */
export let text: SiteTexts = site;

/** Texts of every section, for another language than English; null in English, where each package has its own. */
export let translated: Texts | null = null;

/** Tag of the current language. */
export const language = (): Language => (translated?.language ?? 'en') as Language;

/** Switches to a language; everything on the page has to be rendered again. */
export async function useLanguage(language: Language): Promise<void> {
  translated = language === 'en' ? null : await loadTexts(language);
  text = translated?.site ?? site;
  document.documentElement.lang = language;
}

/** Texts of every section in the current language; in English they are loaded on demand. */
export const allTexts = async (): Promise<Texts> => translated ?? loadTexts('en');

/** The language to show: the chosen one, otherwise the first of the browser's that exists. */
export const wantedLanguage = (chosen: string | null): Language =>
  pickLanguage([chosen ?? '', ...navigator.languages]);
