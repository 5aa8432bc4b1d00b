/** Drawing on the board with the right button: a click marks a cell, a drag makes an arrow; keys choose the color. */
import type { Shape, ShapeCell, ShapeColor } from '@kifu/core';

/** Whom to tell. */
export interface DrawingHost {
  /** The cell at a point of the page; null where there is none. */
  cellAt(clientX: number, clientY: number): ShapeCell | null;
  /** What would be drawn if the button were released now; null for nothing. */
  preview(shape: Shape | null): void;
  done(shape: Shape): void;
}

/** Green; with shift red, with alt blue, with both yellow. */
const colorOf = ({ shiftKey, ctrlKey, altKey }: MouseEvent): ShapeColor => {
  const isRed = shiftKey || ctrlKey;
  if (isRed && altKey) return 'yellow';
  return isRed ? 'red' : altKey ? 'blue' : 'green';
};

const RIGHT = 2;

/** Listens on the element of the board. */
export function listenForDrawing(element: HTMLElement, host: DrawingHost): void {
  let from: ShapeCell | null = null;
  const shapeTo = (event: PointerEvent): Shape | null => {
    const to = host.cellAt(event.clientX, event.clientY);
    if (from === null || to === null) return null;
    const color = colorOf(event);
    return isSame(from, to)
      ? { type: 'mark', at: from, color }
      : { type: 'arrow', from, to, color };
  };
  element.addEventListener('pointerdown', event => {
    if (event.pointerType !== 'mouse' || event.button !== RIGHT) return;
    from = host.cellAt(event.clientX, event.clientY);
    if (from === null) return;
    element.setPointerCapture(event.pointerId);
    host.preview(shapeTo(event));
  });
  element.addEventListener('pointermove', event => {
    if (from !== null) host.preview(shapeTo(event));
  });
  element.addEventListener('pointerup', event => {
    if (from === null || event.button !== RIGHT) return;
    const shape = shapeTo(event);
    from = null;
    host.preview(null);
    if (shape !== null) host.done(shape);
  });
  element.addEventListener('pointercancel', () => {
    from = null;
    host.preview(null);
  });
  element.addEventListener('contextmenu', event => {
    if (host.cellAt(event.clientX, event.clientY) !== null) event.preventDefault();
  });
}

const isSame = (a: ShapeCell, b: ShapeCell): boolean =>
  a.area === b.area && a.column === b.column && a.row === b.row;
