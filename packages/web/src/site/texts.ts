/** The words of the site, in the language that was chosen. */
import { english, type Texts } from './texts/en.ts';

export type { Texts } from './texts/en.ts';

/** Languages by their tag (BCP 47), each under its own name. */
export const LANGUAGES: { readonly [tag: string]: string } = {
  en: 'English',
  de: 'Deutsch',
  ja: '日本語',
};

/** What the site says; importers see the language that is used now. */
export let text: Texts = english;

/** Says everything in another language from now on; what is drawn already has to be drawn anew. */
export async function useLanguage(tag: string): Promise<void> {
  if (tag === 'de') text = (await import('./texts/de.ts')).german;
  else if (tag === 'ja') text = (await import('./texts/ja.ts')).japanese;
  else text = english;
  document.documentElement.lang = tag;
}

/** The language that people want: as they chose, or else the first of their browser that there is. */
export function wantedLanguage(chosen: string | null): string {
  const wanted = [chosen ?? '', ...navigator.languages].map(tag => tag.split('-', 1)[0]!);
  return wanted.find(tag => tag in LANGUAGES) ?? 'en';
}
