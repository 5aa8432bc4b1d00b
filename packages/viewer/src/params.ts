/** Attributes of a viewer that stand in the address of its page. */
import { NAME_PARAM, PLACE_PARAMS } from './model/place-params.ts';

/** Attributes that may stand in the address of the page. */
const PARAMS = [
  'src',
  'at',
  'range',
  'seat',
  'flip',
  'autoplay',
  'speed',
  'pace',
  'ruler',
  'live',
  'theme',
  'number',
  'form',
];

/** How links name a viewer: its id, or its number among those of the page. */
export function nameOfViewer(viewer: Element): string {
  if (viewer.id !== '') return viewer.id;
  return `${[...document.querySelectorAll(viewer.localName)].indexOf(viewer) + 1}`;
}

/**
 * Sets attributes that the address has: all of them where the page allows it, so that a link cannot put another match into other pages;
 * only the place where the address names this viewer.
 */
export function takeParams(viewer: Element, params: URLSearchParams, isAllowed: boolean): void {
  const isNamed = params.get(NAME_PARAM) === nameOfViewer(viewer);
  for (const name of isAllowed ? PARAMS : isNamed ? PLACE_PARAMS : []) {
    const value = params.get(name);
    if (value !== null) viewer.setAttribute(name, value);
  }
}
