/** A match as one HTML file: record, engine and viewer in it, so that it opens from disk and needs no network. */
import { encodeBase64 } from '@kifu/core';

/** What goes into the file. */
export interface HtmlFile {
  /** What stands in the title of the window. */
  readonly title: string;
  /** The script that shows and checks it, as `viewerScript` gives it. */
  readonly script: string;
  /** The record as a CAR. */
  readonly record: Uint8Array;
  /** Attributes of the viewer: where to begin, a loop, a theme. */
  readonly attributes?: { readonly [name: string]: string };
  /** Annotations as `formatSharedNotes` writes them; absent for none. */
  readonly notes?: string;
}

/** The elements by which the script finds what it needs. */
export const RECORD_ID = 'kifu-record';
export const NOTES_ID = 'kifu-notes';
export const SCRIPT_ID = 'kifu-script';

/**
 * Nothing may be loaded from anywhere, and nothing sent: a page with the record of a stranger cannot tell the stranger that it was read.
 * The engine runs in a worker made from the script itself; many hashes at once are computed by WebAssembly.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
].join('; ');

/** The script for a game from its two parts: the games, and the viewer, which uses them. */
export const joinParts = (games: string, viewer: string): string => `${games}\n${viewer}`;

/** The text of the file. Bytes stand in it as base64, so that nothing in a record can end the element it is in. */
export function htmlFile({ title, script, record, attributes = {}, notes }: HtmlFile): string {
  const given = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="kifu">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#f5f3ee, #101214); }
main { max-width: 1100px; margin: 0 auto; padding: 12px; }
noscript, h1 { font: 16px system-ui, sans-serif; color: light-dark(#23262a, #e9e7e2); }
h1 { font-weight: 600; margin: 4px 2px 10px; }
</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<noscript>The record is in this file; a browser that runs scripts shows and checks it.</noscript>
<kifu-viewer${given}></kifu-viewer>
</main>
${data(RECORD_ID, encodeBase64(record))}
${notes === undefined ? '' : data(NOTES_ID, encodeBase64(new TextEncoder().encode(notes)))}
<script id="${SCRIPT_ID}">${escapeScript(script)}</script>
</body>
</html>
`;
}

/** A block of data, which no browser runs. */
const data = (id: string, base64: string): string =>
  `<script type="application/octet-stream" id="${id}">${base64}</script>`;

/** Text as text of HTML, or as the value of an attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`);

/** A script in which nothing ends its element or begins a comment: in strings and templates, the only places, it means the same. */
const escapeScript = (script: string): string =>
  script.replace(/<\/(?=script)/gi, '<\\/').replaceAll('<!--', '<\\!--');
