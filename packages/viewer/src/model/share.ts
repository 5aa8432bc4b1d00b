/** Links and code to pass on: the address of a page with the place in it, and what another page needs to show the same. */
import { NAME_PARAM, PLACE_PARAMS } from './place-params.ts';

/** What of a replay is passed on. */
export interface SharedMoment {
  /** As `formatWhere` writes it. */
  readonly at: string | null;
  /** `12-20`. */
  readonly range: string | null;
  readonly seat: number | null;
  readonly isFlipped: boolean;
}

/** The address of a page with a place in it; `name` is that of the viewer, null where the page takes parameters for its only one. */
export function linkTo(href: string, name: string | null, place: SharedMoment): string {
  const url = new URL(href);
  const values: { readonly [param in (typeof PLACE_PARAMS)[number]]: string | null } = {
    at: place.at,
    range: place.range,
    seat: place.seat === null ? null : `${place.seat}`,
    flip: place.isFlipped ? '' : null,
  };
  for (const param of PLACE_PARAMS) url.searchParams.delete(param);
  url.searchParams.delete(NAME_PARAM);
  if (name !== null) url.searchParams.set(NAME_PARAM, name);
  for (const param of PLACE_PARAMS) {
    const value = values[param];
    if (value !== null) url.searchParams.set(param, value);
  }
  return url.href;
}

/** Code for another page. */
export function embedCode(script: string, src: string, place: SharedMoment): string {
  const attributes = [
    ['src', src],
    ...(place.at === null ? [] : [['at', place.at]]),
    ...(place.range === null ? [] : [['range', place.range]]),
    ...(place.seat === null ? [] : [['seat', `${place.seat}`]]),
  ].map(([name, value]) => ` ${name}="${escapeAttribute(value!)}"`);
  const flip = place.isFlipped ? ' flip' : '';
  return `<script type="module" src="${escapeAttribute(script)}"></script>\n<kifu-viewer${attributes.join('')}${flip}></kifu-viewer>`;
}

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** A name for a file, of names that strangers chose: letters and digits of any script, and dashes. */
export function fileName(words: readonly string[], extension: string): string {
  const plain = words
    .map(word =>
      word
        .normalize('NFC')
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-+|-+$/g, ''),
    )
    .filter(word => word !== '')
    .join('-')
    .toLowerCase()
    .slice(0, 80)
    .replace(/\p{Cs}$/u, ''); // half a letter, where one was cut
  return `${plain === '' ? 'match' : plain}.${extension}`;
}
