/** Matches as one HTML file, for programs that run in Node. */
export { type HtmlFile, htmlFile } from './html.ts';
export { gamesScript, type ScriptOptions, viewerScript } from './script.ts';
