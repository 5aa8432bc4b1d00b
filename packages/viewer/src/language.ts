/** Languages of a viewer: English is part of its scripts, others are loaded when a page wants them. */

import { type Language, pickLanguage, type Texts } from '@kifu/texts';
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

/** Returns the language of an element: its own `lang` or that of the nearest ancestor, also across shadow roots; else English. */
export function languageOf(element: Element): Language {
  for (let at: Element | null = element; at !== null; ) {
    const tagged: Element | null = at.closest('[lang]');
    if (tagged !== null) return pickLanguage([tagged.getAttribute('lang')!]);
    const root: Node = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return 'en';
}

/** Calls back when the language of an element may have changed, until told to stop. */
export function watchLanguage(element: Element, changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  const options = { attributes: true, attributeFilter: ['lang'] };
  for (let at: Element | null = element; at !== null; ) {
    observer.observe(at, options);
    const root: Node = at.getRootNode();
    at = at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
  return () => observer.disconnect();
}
