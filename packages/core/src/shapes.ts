/** Drawings over a board: what notes point at. They name cells of scenes, so that every game has them. */
import { hasKeys, isInteger, isObject, type Json } from './json.ts';

/** Something drawn over a board; a `mark` is a circle. */
export type Shape =
  | { readonly type: MarkType; readonly at: ShapeCell; readonly color: ShapeColor }
  | {
      readonly type: LineType;
      readonly from: ShapeCell;
      readonly to: ShapeCell;
      readonly color: ShapeColor;
    }
  | {
      readonly type: 'label';
      readonly at: ShapeCell;
      readonly text: string;
      readonly color: ShapeColor;
    };
/** A cell of a scene. */
export interface ShapeCell {
  readonly area: string;
  readonly column: number;
  readonly row: number;
}
const MARK_TYPES = ['mark', 'square', 'triangle', 'cross'] as const;
export type MarkType = (typeof MARK_TYPES)[number];
const LINE_TYPES = ['arrow', 'line'] as const;
export type LineType = (typeof LINE_TYPES)[number];
export const SHAPE_COLORS = ['green', 'red', 'blue', 'yellow'] as const;
export type ShapeColor = (typeof SHAPE_COLORS)[number];

/** Bounds of what is read, in characters and cells. */
const MAX_AREA_LENGTH = 100;
export const MAX_LABEL_LENGTH = 100;
const MAX_CELL = 1000;

/** Whether JSON is a shape, with its fields and no others. */
export function isShape(value: Json | undefined): boolean {
  if (!isObject(value) || !isOneOf(SHAPE_COLORS, value.color)) return false;
  const { type, at, text } = value;
  if (type === 'label')
    return hasKeys(value, ['type', 'at', 'text', 'color']) && isCell(at) && isLabel(text);
  if (isOneOf(MARK_TYPES, type)) return hasKeys(value, ['type', 'at', 'color']) && isCell(at);
  return (
    isOneOf(LINE_TYPES, type) &&
    hasKeys(value, ['type', 'from', 'to', 'color']) &&
    isCell(value.from) &&
    isCell(value.to)
  );
}

const isOneOf = (list: readonly string[], value: Json | undefined): boolean =>
  list.includes(value as string);

const isLabel = (text: Json | undefined): boolean =>
  typeof text === 'string' && text !== '' && text.length <= MAX_LABEL_LENGTH;

const isCell = (cell: Json | undefined): boolean =>
  isObject(cell) &&
  hasKeys(cell, ['area', 'column', 'row']) &&
  typeof cell.area === 'string' &&
  cell.area.length <= MAX_AREA_LENGTH &&
  isInteger(cell.column, 0, MAX_CELL) &&
  isInteger(cell.row, 0, MAX_CELL);
