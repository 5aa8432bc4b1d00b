/** Pieces and marks: each piece is a use of the picture of its look, so that it can be moved by its transform alone. */
import type { Mark, Piece, Scene } from '../scene.ts';
import type { Art, Drawing, GlyphStyle, MarkDrawing } from './art.ts';
import { MIDDLE } from './board.ts';
import { CELL, type Layout } from './layout.ts';
import { elementId, escapeText, num } from './text.ts';
import { color } from './theme.ts';

/** Before the ids of symbols, where several pictures share a page and must not share them. */
export const PREFIX = 'kifu-';

/** The pictures of looks, to stand in `<defs>`; of those that have one. */
export function drawSymbols(
  art: Art | undefined,
  looks: Iterable<string>,
  prefix = PREFIX,
): string {
  return [...new Set(looks)]
    .map(look => {
      const drawing = art?.drawing(look);
      return drawing ? `<g id="${elementId(prefix, look)}">${drawing.body}</g>` : '';
    })
    .join('');
}

/** The pieces, those that come first above the others. */
export const drawPieces = (
  scene: Scene,
  layout: Layout,
  art: Art | undefined,
  prefix = PREFIX,
): string =>
  scene.pieces
    .toReversed()
    .map(piece => drawPiece(piece, layout, art, prefix))
    .join('');

/** One piece with its place; empty for what the board shows already. */
export function drawPiece(
  piece: Piece,
  layout: Layout,
  art: Art | undefined,
  prefix = PREFIX,
): string {
  const body = drawPieceBody(piece, layout, art, prefix);
  if (body === '') return '';
  return `<g class="piece" data-piece="${escapeText(piece.id)}" transform="${pieceTransform(piece, layout)}">${body}</g>`;
}

/** Where a piece is, as a `transform`. */
export function pieceTransform(piece: Piece, layout: Layout): string {
  const { x, y } = layout.place(piece);
  return `translate(${num(x)} ${num(y)})`;
}

/** What a piece looks like, around 0 0. It changes with its look, glyph, rest, lift and turn, and not with its place. */
export function drawPieceBody(
  piece: Piece,
  layout: Layout,
  art: Art | undefined,
  prefix = PREFIX,
): string {
  const drawing = art === undefined ? undefined : art.drawing(piece.look);
  if (drawing === null) return '';
  const figure = drawing === undefined ? drawPlain(piece) : drawUse(piece, drawing, layout, prefix);
  return drawRest(piece) + raise(piece, figure);
}

/** Where the art has no drawing of a look, its glyph stands for it: light or dark by its owner, with an outline for any ground. */
function drawPlain({ glyph, owner }: Piece): string {
  const text = glyph.trim();
  if (text === '') return '';
  const size = Math.min(64, 150 / [...text].length);
  const [fill, edge] =
    owner === null || owner % 2 === 0 ? ['white', 'white-edge'] : ['black', 'white'];
  return `<text y="${num(size * MIDDLE)}" text-anchor="middle" font-size="${num(size)}" font-weight="700" fill="${color(fill)}" stroke="${color(edge)}" stroke-width="8" stroke-linejoin="round" paint-order="stroke">${escapeText(text)}</text>`;
}

function drawUse(piece: Piece, drawing: Drawing, layout: Layout, prefix: string): string {
  const { turn, boardTurn, width, height } = layout.place(piece);
  const degrees = (turn + (drawing.isFlat ? boardTurn : 0)) % 360;
  const scale = Math.min(width / (drawing.width ?? 1), height / (drawing.height ?? 1)) / CELL;
  const transforms = [
    ...(degrees === 0 ? [] : [`rotate(${num(degrees)})`]),
    ...(scale === 1 ? [] : [`scale(${num(scale)})`]),
  ];
  const transform = transforms.length === 0 ? '' : ` transform="${transforms.join(' ')}"`;
  const glyph = drawing.glyph === undefined ? '' : drawGlyph(piece, drawing.glyph);
  const use =
    drawing.body === '' ? '' : `<use href="#${elementId(prefix, piece.look)}"${transform}/>`;
  return use + glyph;
}

const drawGlyph = ({ glyph }: Piece, style: GlyphStyle): string =>
  (style.text ?? glyph).trim() === ''
    ? ''
    : `<text y="${num(style.size * MIDDLE)}" text-anchor="middle" font-size="${num(style.size)}" font-weight="600" fill="${color(style.color)}">${escapeText((style.text ?? glyph).trim())}</text>`;

/** The rest that is left: a veil over the cell that runs down. */
function drawRest({ rest = 0 }: Piece): string {
  const left = CELL * Math.min(1, Math.max(0, rest));
  return left === 0
    ? ''
    : `<rect class="rest" x="${-CELL / 2}" y="${num(CELL / 2 - left)}" width="${CELL}" height="${num(left)}" fill="${color('rest')}" opacity=".55"/><rect class="rest-line" x="${-CELL / 2}" y="${num(CELL / 2 - left)}" width="${CELL}" height="${Math.min(5, left)}" fill="${color('rest-line')}"/>`;
}

/** A piece in the air: larger, above its shadow. */
function raise({ lift = 0 }: Piece, figure: string): string {
  if (lift <= 0) return figure;
  const up = 18 * lift;
  const shadow = `<ellipse cy="40" rx="${num(35 - 7 * lift)}" ry="${num(11 - 2 * lift)}" fill="${color('shadow')}" opacity="${num(0.34 - 0.1 * lift)}"/>`;
  return `${shadow}<g transform="translate(0 ${num(-up)}) scale(${num(1 + 0.12 * lift)})">${figure}</g>`;
}

/** The marks: those under the pieces, or those above them. */
export const drawMarks = (
  scene: Scene,
  layout: Layout,
  art: Art | undefined,
  where: 'below' | 'above',
): string =>
  scene.marks
    .map(mark => {
      const { x, y, width, height, turn, boardTurn } = layout.place(mark);
      const look = scene.areas.find(({ id }) => id === mark.area)?.look;
      const usual = look === 'lines' ? ringMark : squareMark;
      const { body, isAbove = false } =
        art?.mark?.(mark.kind, width, height) ?? usual(mark.kind, width, height);
      if (isAbove !== (where === 'above')) return '';
      const degrees = width === height ? 0 : (turn + boardTurn) % 360;
      const rotation = degrees === 0 ? '' : ` rotate(${num(degrees)})`;
      return `<g class="mark ${mark.kind}" transform="translate(${num(x)} ${num(y)})${rotation}">${body}</g>`;
    })
    .join('');

/** A tint over the whole cell. */
const squareMark = (kind: Mark['kind'], width: number, height: number): MarkDrawing => ({
  body: `<rect x="${num(-width / 2)}" y="${num(-height / 2)}" width="${num(width)}" height="${num(height)}" fill="${color(kind)}" opacity="${TINTS[kind]}"/>`,
});
const TINTS: { readonly [kind in Mark['kind']]: number } = {
  from: 0.42,
  to: 0.62,
  danger: 0.72,
  choice: 0.5,
};

/** A ring on what lies there. */
export const ringMark = (kind: Mark['kind'], width: number, height: number): MarkDrawing => ({
  body: `<circle r="${num(0.24 * Math.min(width, height))}" fill="none" stroke="${color(kind)}" stroke-width="8"/>`,
  isAbove: true,
});

/** An outline around what lies there. */
export const frameMark = (kind: Mark['kind'], width: number, height: number): MarkDrawing => ({
  body: `<rect x="${num(-width / 2)}" y="${num(-height / 2)}" width="${num(width)}" height="${num(height)}" rx="14" fill="none" stroke="${color(kind)}" stroke-width="8"/>`,
  isAbove: true,
});
