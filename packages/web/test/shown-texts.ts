/** All texts that a page shows or gives to a screen reader. */
import type { Page } from 'playwright-core';

/** A text, and where it is: `main > h1`, or `button[aria-label]`. */
export interface ShownText {
  readonly text: string;
  readonly where: string;
}

/** Lists texts that are visible, labels, titles, alternatives of pictures and placeholders; but for what lies within `without`. */
export const shownTexts = (page: Page, without: string): Promise<ShownText[]> =>
  page.evaluate(findTexts, without);

/** What runs in the page: it can reach nothing else of this module. */
function findTexts(without: string): ShownText[] {
  const found = new Map<string, string>();
  const add = (text: string | null, where: string): void => {
    if (text !== null && /\p{L}/u.test(text)) found.set(text.trim(), where);
  };
  const nameOf = (element: Element): string =>
    `${element.parentElement?.localName ?? ''} > ${element.localName}${[...element.classList].map(name => `.${name}`).join('')}`;
  const visit = (node: Node): void => {
    if (node instanceof Text) {
      const element = node.parentElement ?? (node.getRootNode() as ShadowRoot).host;
      if (element !== undefined) add(node.data, nameOf(element));
      return;
    }
    if (node instanceof Element) {
      if (node.matches(`script, style, code, pre, ${without}`)) return;
      const isOption = node instanceof HTMLOptionElement || node instanceof HTMLOptGroupElement;
      if (!isOption && !(node as HTMLElement).checkVisibility({ visibilityProperty: true })) {
        // the children of a hidden box may be slots of a visible one
        if (getComputedStyle(node).display !== 'contents') return;
      }
      for (const name of [
        'aria-label',
        'aria-roledescription',
        'aria-valuetext',
        'title',
        'alt',
        'placeholder',
      ])
        add(node.getAttribute(name), `${nameOf(node)}[${name}]`);
      if (node.shadowRoot !== null) node.shadowRoot.childNodes.forEach(visit);
    }
    node.childNodes.forEach(visit);
  };
  visit(document.body);
  add(document.title, 'title');
  return [...found].map(([text, where]) => ({ text, where }));
}
