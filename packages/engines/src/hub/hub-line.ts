/** Lines of Hub: a word, then names with values, quoted where they have blanks: `id name=Scan version="3.1 beta"`. */

export interface HubLine {
  readonly word: string;
  readonly values: { readonly [name: string]: string };
}

/** Reads a line; a name without a value has an empty one. */
export function parseHubLine(line: string): HubLine {
  const [word = '', ...rest] = line.trim().split(/\s+/);
  const values: { [name: string]: string } = {};
  for (const [, name, quoted, plain] of rest
    .join(' ')
    .matchAll(/([^\s=]+)(?:=(?:"([^"]*)"|(\S*)))?/g))
    values[name!] ??= quoted ?? plain ?? '';
  return { word, values };
}

/** Writes a line. */
export const formatHubLine = (word: string, values: HubLine['values'] = {}): string =>
  [
    word,
    ...Object.entries(values).map(([name, value]) =>
      /^[^\s"=]+$/.test(value) ? `${name}=${value}` : `${name}="${value.replaceAll('"', '')}"`,
    ),
  ].join(' ');
