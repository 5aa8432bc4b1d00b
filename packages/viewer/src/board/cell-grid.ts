/**
 * The cells of a board as elements over its picture: the arrow keys go from cell to cell as they are seen, and each cell has a name for
 * screen readers. Pointers pass through them.
 */
import type { Area, Cell, Piece, Scene } from '@kifu/core';
import type { Layout } from '@kifu/core/svg';
import { isSameCell } from './hand.ts';

/** What the grid asks of the board. */
export interface GridHost {
  /** Called when a cell is chosen by key or screen reader. */
  choose(cell: Cell): void;
  /** Names a cell with what is on it and what can be done there; empty for a cell that only decorates. */
  name(cell: Cell, scene: Scene): string;
}

interface Box {
  readonly cell: Cell;
  readonly x: number;
  readonly y: number;
  readonly element: HTMLElement;
  label: string;
}

const ARROWS: { readonly [key: string]: readonly [x: number, y: number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** One such grid. */
export class CellGrid {
  readonly element = document.createElement('div');
  readonly #host: GridHost;
  #boxes: Box[] = [];
  #shape = '';
  #current = 0;

  constructor(host: GridHost) {
    this.#host = host;
    this.element.className = 'cells';
    this.element.addEventListener('keydown', event => this.#hear(event));
    this.element.addEventListener('click', event => {
      const box = this.#boxes.find(({ element }) => element === event.target);
      if (box !== undefined) host.choose(box.cell);
    });
    this.element.addEventListener('focusin', event => {
      const at = this.#boxes.findIndex(({ element }) => element === event.target);
      if (at >= 0) this.#move(at, false);
    });
  }

  /** Places the cells as in the picture, and updates their names. */
  update(scene: Scene, laid: Layout, label: string): void {
    const shape = JSON.stringify([
      laid.width,
      laid.height,
      scene.areas.map(({ id, columns, rows, extent }) => [id, columns, rows, extent ?? null]),
      laid.areas.map(({ turn, x, y }) => [turn, x, y]),
      scene.pieces.filter(({ area }) => isLoose(scene, area)).map(({ spot }) => spot ?? null),
    ]);
    if (shape !== this.#shape) this.#build(scene, laid, shape);
    for (const [i, grid] of [...this.element.children].entries())
      grid.setAttribute(
        'aria-label',
        i === 0 ? label : (scene.areas[i]?.label ?? scene.areas[i]?.id ?? ''),
      );
    this.#name(scene);
  }

  /** The cell that has the focus; null where none has. */
  get focused(): Cell | null {
    const root = this.element.getRootNode() as ShadowRoot;
    return this.#boxes.find(({ element }) => element === root.activeElement)?.cell ?? null;
  }

  focus(): void {
    this.#boxes[this.#current]?.element.focus();
  }

  #build(scene: Scene, laid: Layout, shape: string): void {
    const focused = this.focused;
    this.#shape = shape;
    this.#boxes = [];
    this.element.replaceChildren(...scene.areas.map(area => this.#grid(scene, area, laid)));
    const same = this.#boxes.findIndex(({ cell }) => focused !== null && isSameCell(cell, focused));
    this.#current = same >= 0 ? same : Math.min(this.#current, Math.max(0, this.#boxes.length - 1));
    this.#move(this.#current, same >= 0);
  }

  #grid(scene: Scene, area: Area, laid: Layout): HTMLElement {
    const grid = div('grid');
    for (let row = 0; row < area.rows; row++) {
      const line = div('row');
      for (let column = 0; column < area.columns; column++) {
        const piece = scene.pieces.find(
          piece => piece.area === area.id && piece.column === column && piece.row === row,
        );
        // where pieces lie freely, a cell without one has no place
        if (area.extent !== undefined && piece?.spot === undefined) continue;
        line.append(this.#cell({ area: area.id, column, row }, area, piece, laid));
      }
      if (line.childElementCount > 0) grid.append(line);
    }
    return grid;
  }

  #cell(cell: Cell, area: Area, piece: Piece | undefined, laid: Layout): HTMLElement {
    const spot = area.extent === undefined ? undefined : piece?.spot;
    const at = laid.place(spot === undefined ? cell : { ...cell, spot });
    const isAcross = (at.turn + at.boardTurn) % 180 !== 0;
    const [width, height] = isAcross ? [at.height, at.width] : [at.width, at.height];
    const element = div('gridcell');
    element.tabIndex = -1;
    const percent = (value: number, of: number) => `${((100 * value) / of).toFixed(3)}%`;
    Object.assign(element.style, {
      left: percent(at.x - width / 2, laid.width),
      top: percent(at.y - height / 2, laid.height),
      width: percent(width, laid.width),
      height: percent(height, laid.height),
    });
    this.#boxes.push({ cell, x: at.x, y: at.y, element, label: '' });
    return element;
  }

  #name(scene: Scene): void {
    for (const box of this.#boxes) {
      const { cell, element } = box;
      const label = this.#host.name(cell, scene);
      if (box.label === label) continue;
      box.label = label;
      element.ariaLabel = label;
    }
  }

  #hear(event: KeyboardEvent): void {
    const box = this.#boxes[this.#current];
    if (box === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = ARROWS[event.key];
    if (step !== undefined) {
      const next = this.#beside(box, step);
      if (next >= 0) this.#move(next, true);
    } else if (event.key === 'Enter' || event.key === ' ') this.#host.choose(box.cell);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest cell in a direction, as it is seen; cells straight ahead first. */
  #beside({ x, y }: Box, [dx, dy]: readonly [x: number, y: number]): number {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const [i, box] of this.#boxes.entries()) {
      const along = (box.x - x) * dx + (box.y - y) * dy;
      const across = Math.abs((box.x - x) * dy + (box.y - y) * dx);
      if (along < 1 || across > along + 1) continue;
      const far = along + 3 * across;
      if (far < least) [best, least] = [i, far];
    }
    return best;
  }

  #move(to: number, withFocus: boolean): void {
    const before = this.#boxes[this.#current]?.element;
    if (before !== undefined) before.tabIndex = -1;
    this.#current = to;
    const element = this.#boxes[to]?.element;
    if (element === undefined) return;
    element.tabIndex = 0;
    if (withFocus) element.focus();
  }
}

/** Whether pieces of an area lie freely, not in its cells. */
const isLoose = ({ areas }: Scene, id: string): boolean =>
  areas.find(area => area.id === id)?.extent !== undefined;

function div(role: string): HTMLElement {
  const element = document.createElement('div');
  element.setAttribute('role', role);
  return element;
}
