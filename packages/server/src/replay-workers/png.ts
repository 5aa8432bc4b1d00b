/** Images as PNG, for sites that do not show SVG. Text is left out: a server may have no fonts. */
import { readFile } from 'node:fs/promises';
import { createSvg2png, initialize, type Svg2png } from 'svg2png-wasm';

/** Draws SVG text with literal colors, in the size that it states. */
export async function pngOf(svg: string): Promise<Uint8Array> {
  ready ??= load();
  return (await ready)(svg);
}

/** Loaded with the first image. */
let ready: Promise<Svg2png> | null = null;

async function load(): Promise<Svg2png> {
  const wasm = new URL(import.meta.resolve('svg2png-wasm/svg2png_wasm_bg.wasm'));
  await initialize(await readFile(wasm));
  return createSvg2png();
}
