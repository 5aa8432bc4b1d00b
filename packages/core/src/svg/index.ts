/** Pictures of scenes as SVG: `svg` for a whole one, and its parts for a viewer that keeps it alive. */
export type * from './art.ts';
export { artInSet } from './art-set.ts';
export { drawBoard, drawCoordinates, drawLines, drawSquares } from './board.ts';
export {
  type Box,
  CELL,
  type Layout,
  type LayoutOptions,
  labelsOf,
  layout,
  type PicturePlace,
  type PlacedArea,
} from './layout.ts';
export {
  drawMarks,
  drawPiece,
  drawPieceBody,
  drawSymbols,
  frameMark,
  pieceTransform,
  ringMark,
} from './pieces.ts';
export { type SvgOptions, svg } from './svg.ts';
export { escapeText, num } from './text.ts';
export { color, type Theme, themeCss } from './theme.ts';
