/** Text and numbers in SVG. Names, labels and looks come from strangers: they always stay text. */

/** Text as XML, in elements and in attributes. What XML cannot hold at all is replaced. */
export const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(NOT_XML, '\ufffd')
    .replace(SPECIAL, letter => `&#${letter.charCodeAt(0)};`);

/** Characters that XML 1.0 has no way to write (§2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_XML = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g;

/** The parenthesis is one of them so that no text looks like a named color, which are replaced in fixed themes. */
const SPECIAL = /[&<>"'(]/g;

/** A number as SVG has it: two decimals are a hundredth of a unit, far below a pixel. */
export const num = (value: number): string =>
  `${Number.isFinite(value) ? Math.round(value * 100) / 100 : 0}`;

/** A name for an element, made of any text. Different texts have different names. */
export const elementId = (prefix: string, text: string): string =>
  prefix + text.replace(/[^a-zA-Z0-9-]/g, letter => `_${letter.charCodeAt(0).toString(16)}_`);
