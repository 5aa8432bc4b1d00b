/** A small strict reader of XML, so that tests see what a parser would: elements with their attributes and text. */

/** An element. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
  /** All text within it, references resolved. */
  readonly text: string;
}

/** Reads one whole element, or throws: open tags, bare ampersands, doubled attributes, characters that XML lacks. */
export function parseXml(xml: string): Element {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const odd = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/.exec(xml);
  if (odd !== null || !xml.isWellFormed())
    throw new SyntaxError('a character that XML does not have');
  const [element, end] = parseElement(xml, 0);
  if (end !== xml.length) throw new SyntaxError(`text after the end: ${xml.slice(end, end + 20)}`);
  return element;
}

/** All elements of a name, at any depth. */
export const findAll = (element: Element, name: string): Element[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap(child => findAll(child, name)),
];

const TAG = /<([a-z][\w-]*)((?:\s+[a-zA-Z][\w:-]*="[^"<]*")*)\s*(\/?)>/y;

function parseElement(xml: string, from: number): [Element, end: number] {
  TAG.lastIndex = from;
  const found = TAG.exec(xml);
  if (found === null) throw new SyntaxError(`no tag at ${xml.slice(from, from + 60)}`);
  const [whole, name = '', written = '', closed] = found;
  const attributes = new Map<string, string>();
  for (const [, key = '', value = ''] of written.matchAll(/([\w:-]+)="([^"]*)"/g)) {
    if (attributes.has(key)) throw new SyntaxError(`${key} twice in ${whole}`);
    attributes.set(key, resolve(value));
  }
  let at = from + whole.length;
  const children: Element[] = [];
  let text = '';
  while (closed !== '/') {
    const next = xml.indexOf('<', at);
    if (next < 0) throw new SyntaxError(`${name} is never closed`);
    text += resolve(xml.slice(at, next));
    if (xml.startsWith(`</${name}>`, next)) {
      at = next + name.length + 3;
      break;
    }
    const [child, end] = parseElement(xml, next);
    children.push(child);
    text += child.text;
    at = end;
  }
  return [{ name, attributes, children, text }, at];
}

const resolve = (text: string): string =>
  text.replace(/&(#\d+;)?/g, (_, reference?: string) => {
    if (reference === undefined) throw new SyntaxError(`a bare ampersand in ${text}`);
    return String.fromCodePoint(Number(reference.slice(1, -1)));
  });
