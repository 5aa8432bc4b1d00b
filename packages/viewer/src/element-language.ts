/** The language of an element of a page. */
import { type Language, pickLanguage } from '@kifu/texts';

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
