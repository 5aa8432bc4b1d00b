/** The position as an image: SVG from the scene, PNG of that. */
import { layout, svg, type Theme } from '@kifu/core/svg';
import type { Context } from '../parts/context.ts';
import { matchTitle } from '../parts/head.ts';
import { panelTexts } from '../parts/panel-texts.ts';
import { drawShapes } from '../parts/shapes.ts';
import { shapesNow, turnOf } from '../state.ts';

/** Pixels per cell in saved images. */
const CELL_PX = 96;

/** Renders the current position as SVG, with the shapes of notes. */
export function pictureSvg({ state, record, picture }: Context, theme: Theme): string {
  const turn = turnOf(state);
  const drawn = svg(picture.scene, state.art, {
    turn,
    theme,
    cellPx: CELL_PX,
    facts: true,
    title: panelTexts(state.texts).share.pictureTitle(
      matchTitle(record),
      picture.n,
      record.lines.length,
    ),
    description: picture.said,
  });
  const shapes = drawShapes(shapesNow(state), layout(picture.scene, { turn }));
  return shapes === '' ? drawn : drawn.replace(/<\/svg>$/, `<g>${shapes}</g></svg>`);
}

/** An SVG as PNG; null where the browser cannot render it. */
export async function pngOf(text: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  try {
    await paintOn(canvas, text);
    return await new Promise(resolve => canvas.toBlob(resolve, 'image/png'));
  } catch {
    return null;
  }
}

/** Paints an SVG on a canvas, which takes its size. */
export async function paintOn(canvas: HTMLCanvasElement, text: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext('2d')!.drawImage(image, 0, 0);
  } finally {
    URL.revokeObjectURL(url);
  }
}
