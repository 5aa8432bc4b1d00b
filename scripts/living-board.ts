/** A self-playing board: one SVG in which pieces go from scene to scene by CSS alone, in a loop. */
import type { Piece, Scene } from '@kifu/core';
import {
  type Art,
  color,
  drawBoard,
  drawMarks,
  drawPieceBody,
  drawSymbols,
  type Layout,
  layout,
  num,
  themeCss,
} from '@kifu/core/svg';

/** How it goes. */
export interface LivingOptions {
  /** Milliseconds from scene to scene. */
  readonly stepMs: number;
  /** Whether pieces are on their way all the time, as in games without turns; else they go at the beginning of a step. */
  readonly isEven: boolean;
}

/** Of a step, in which pieces go; and steps for which the last scene stays. */
const GLIDE = 0.3;
const REST_STEPS = 2;
const PREFIX = 'kifu-';

/** What a piece looks like, and where it is in each scene: null where it is not there, or looks different. */
interface Figure {
  readonly body: string;
  readonly places: (readonly [number, number] | null)[];
}

/** The scenes as one picture. With reduced motion, only the first is shown. */
export function livingSvg(scenes: readonly Scene[], art: Art | undefined, options: LivingOptions) {
  const [first] = scenes as [Scene];
  const laid = layout(first, { coordinates: false });
  const steps = scenes.length + REST_STEPS;
  const figures = figuresOf(scenes, laid, art);
  const css: string[] = [];
  const drawn = figures.map((figure, i) => drawFigure(figure, `p${i}`, steps, options, css));
  const marks = scenes.map((scene, i) => {
    const body = drawMarks(scene, laid, art, 'below');
    return body === '' ? '' : drawDuring(body, `m${i}`, i, scenes.length, steps, css);
  });
  const looks = scenes.flatMap(({ pieces }) => pieces.map(({ look }) => look));
  const lasts = num((steps * options.stepMs) / 1000);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="kifu" viewBox="0 0 ${num(laid.width)} ${num(laid.height)}" width="${num(laid.width)}" height="${num(laid.height)}">`,
    `<style>${themeCss(art, 'auto', '.kifu')}[class]{animation:${lasts}s infinite}${css.join('')}@media(prefers-reduced-motion:reduce){[class]{animation:none}}</style>`,
    `<defs>${drawSymbols(art, looks, PREFIX)}</defs>`,
    `<rect width="${num(laid.width)}" height="${num(laid.height)}" fill="${color('paper')}"/>`,
    drawBoard(laid, art),
    ...marks,
    ...drawn.toReversed(),
    '</svg>\n',
  ].join('');
}

function figuresOf(scenes: readonly Scene[], laid: Layout, art: Art | undefined): Figure[] {
  const figures = new Map<string, Figure>();
  for (const [i, { pieces }] of scenes.entries())
    for (const piece of pieces) {
      const body = drawPieceBody(plain(piece), laid, art, PREFIX);
      if (body === '') continue;
      const key = `${piece.id} ${body}`;
      const figure = figures.get(key) ?? { body, places: scenes.map(() => null) };
      const { x, y } = laid.place(piece);
      figure.places[i] = [x, y];
      figures.set(key, figure);
    }
  return [...figures.values()];
}

/** What changes from moment to moment would be another figure each time. */
const plain = ({ rest: _, lift: __, ...piece }: Piece): Piece => piece;

/** A figure with its way: an attribute where it stays, keyframes where it goes, comes or leaves. */
function drawFigure(
  { body, places }: Figure,
  name: string,
  steps: number,
  { isEven }: LivingOptions,
  css: string[],
): string {
  const there = places.flatMap(place => (place === null ? [] : [place]));
  const start = there[0]!;
  const isSteady = there.length === places.length && there.every(place => isSame(place, start));
  const at = `transform="translate(${num(start[0])} ${num(start[1])})"`;
  if (isSteady) return `<g ${at}>${body}</g>`;
  const frames: string[] = [];
  let before = start;
  for (const [i, place] of places.entries()) {
    const here = place ?? before;
    const isShown = place !== null;
    const wasShown = i === 0 ? isShown : places[i - 1] !== null;
    const from = i / steps;
    const glided = isEven ? from : (i + GLIDE) / steps;
    if (!isEven || i === 0) frames.push(frame(from, before, wasShown));
    // a captured piece goes when the capturing one arrives
    frames.push(frame(glided, here, isShown));
    before = here;
  }
  frames.push(frame(1, before, places.at(-1) !== null));
  css.push(`.${name}{animation-name:${name}}@keyframes ${name}{${frames.join('')}}`);
  return `<g class="${name}" ${at}${places[0] === null ? ' visibility="hidden"' : ''}>${body}</g>`;
}

const frame = (share: number, [x, y]: readonly [number, number], isShown: boolean): string =>
  `${num(100 * share)}%{transform:translate(${num(x)}px,${num(y)}px);visibility:${isShown ? 'visible' : 'hidden'}}`;

/** What is seen during one scene only; the last one stays. */
function drawDuring(
  body: string,
  name: string,
  i: number,
  scenes: number,
  steps: number,
  css: string[],
): string {
  const [from, to] = [i / steps, (i === scenes - 1 ? steps : i + 1) / steps];
  const shown = (isShown: boolean) => `{visibility:${isShown ? 'visible' : 'hidden'}}`;
  const frames = [
    `0%${shown(i === 0)}`,
    ...(i === 0 ? [] : [`${num(100 * from)}%${shown(true)}`]),
    ...(to === 1 ? [] : [`${num(100 * to)}%${shown(false)}`]),
    `100%${shown(to === 1)}`,
  ].join('');
  css.push(
    `.${name}{animation-name:${name};animation-timing-function:step-end}@keyframes ${name}{${frames}}`,
  );
  return `<g class="${name}"${i === 0 ? '' : ' visibility="hidden"'}>${body}</g>`;
}

const isSame = (a: readonly [number, number], b: readonly [number, number]): boolean =>
  a[0] === b[0] && a[1] === b[1];
