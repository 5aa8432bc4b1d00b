/** The board: one SVG in which pieces are moved, and only changes are drawn. */
import type { Cell, Kit, Piece, Scene, Shape } from '@kifu/core';
import {
  CELL,
  drawBoard,
  drawCoordinates,
  drawMarks,
  drawPieceBody,
  drawSymbols,
  type Layout,
  type LayoutOptions,
  layout,
  type Theme,
  themeCss,
} from '@kifu/core/svg';
import type { drawShapes } from './shapes.ts';

/** Null until there are shapes to draw: then it is loaded. */
let shapeDrawer: typeof drawShapes | null = null;

type Art = NonNullable<Kit['art']>;

/** How to draw a scene. */
export interface BoardOptions extends LayoutOptions {
  /** Whether pieces glide to their new places. */
  readonly isGliding: boolean;
  readonly theme: Theme;
  /** The position in words, for screen readers. */
  readonly label: string;
}

interface DrawnPiece {
  readonly element: SVGGElement;
  /** What its figure was drawn by. */
  figure: string;
  transform: string;
}

const SVG = 'http://www.w3.org/2000/svg';
let boards = 0;

/** One board. */
export class BoardView {
  /** The element in the page. */
  readonly frame = document.createElement('div');
  readonly #element: SVGSVGElement;
  /** The colors of the board. The owner of the frame adopts this sheet, which works under strict content security policies. */
  readonly sheet = new CSSStyleSheet();
  readonly #defs = document.createElementNS(SVG, 'defs');
  readonly #ground = group('ground');
  readonly #below = group('below');
  readonly #labels = group('labels');
  /** Under and over the pieces: for hints of the owner of the board. */
  readonly hintsBelow = group('hints');
  readonly #pieces = group('pieces');
  readonly #above = group('above');
  readonly hintsAbove = group('hints');
  readonly #shapes = group('shapes');
  readonly #prefix = `kifu-${boards++}-`;
  readonly #drawn = new Map<string, DrawnPiece>();
  readonly #looks = new Set<string>();
  readonly #filled = new Map<Element, string>();
  #art: Art | undefined;
  #theme: Theme | null = null;
  #label = '';
  #shape = '';
  #order = '';
  #drawnShapes = '';
  #wanted: readonly Shape[] = [];
  #laid: Layout | null = null;

  constructor() {
    this.frame.className = 'picture';
    this.frame.setAttribute('part', 'board');
    this.#element = document.createElementNS(SVG, 'svg');
    this.#element.setAttribute('class', 'kifu');
    const lower = [this.#defs, this.#ground, this.#below, this.hintsBelow, this.#labels];
    const upper = [this.#pieces, this.#above, this.hintsAbove, this.#shapes];
    this.#element.append(...lower, ...upper);
    this.frame.append(this.#element);
  }

  /** The layout; null before anything was drawn. */
  get laid(): Layout | null {
    return this.#laid;
  }

  /** A point of the page in the units of the picture; null while it is not shown. */
  pointAt(clientX: number, clientY: number): DOMPoint | null {
    const matrix = this.#element.getScreenCTM();
    return matrix && new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  }

  /** The cell at a point of the page; null where there is none. */
  cellAt(clientX: number, clientY: number): Cell | null {
    const point = this.pointAt(clientX, clientY);
    return point === null || this.#laid === null ? null : this.#laid.cellAt(point.x, point.y);
  }

  /** The element of a piece; null where it is not drawn. The next drawing resets its place. */
  elementOf(id: string): SVGGElement | null {
    const drawn = this.#drawn.get(id);
    if (drawn === undefined) return null;
    drawn.transform = '';
    return drawn.element;
  }

  /** The figure of a piece around 0 0, also of one that is not in the scene. */
  figureOf(piece: Piece): string {
    if (this.#laid === null) return '';
    this.#addSymbols([piece]);
    return drawPieceBody(piece, this.#laid, this.#art, this.#prefix);
  }

  /** Draws arrows and marks of notes over everything else; the code is loaded with the first. */
  drawShapes(shapes: readonly Shape[]): void {
    this.#wanted = shapes;
    if (shapes.length > 0 && shapeDrawer === null)
      void import('./shapes.ts').then(({ drawShapes }) => {
        shapeDrawer = drawShapes;
        this.drawShapes(this.#wanted);
      });
    const drawn = this.#laid === null ? '' : (shapeDrawer?.(shapes, this.#laid) ?? '');
    if (drawn === this.#drawnShapes) return;
    this.#drawnShapes = drawn;
    this.#shapes.innerHTML = drawn;
  }

  /** Draws a scene. */
  draw(scene: Scene, art: Art | undefined, options: BoardOptions): void {
    if (art !== this.#art || options.theme !== this.#theme) this.#change(art, options.theme);
    if (options.label !== this.#label) {
      this.#label = options.label;
      this.#element.setAttribute('role', 'img');
      this.#element.setAttribute('aria-label', options.label);
    }
    const laid = layout(scene, options);
    this.#laid = laid;
    const shape = JSON.stringify([scene.areas, options.turn, options.coordinates]);
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#element.setAttribute('viewBox', `0 0 ${laid.width} ${laid.height}`);
      this.#ground.innerHTML = drawBoard(laid, art);
      this.#labels.innerHTML = drawCoordinates(laid, options);
      for (const drawn of this.#drawn.values()) drawn.figure = '';
    }
    this.#pieces.classList.toggle('gliding', options.isGliding);
    this.#addSymbols(scene.pieces);
    this.#fill(this.#below, drawMarks(scene, laid, art, 'below'));
    this.#place(scene, laid);
    this.#fill(this.#above, drawMarks(scene, laid, art, 'above'));
  }

  #change(art: Art | undefined, theme: Theme): void {
    this.#art = art;
    this.#theme = theme;
    this.sheet.replaceSync(themeCss(art, theme, ':host'));
    this.#defs.innerHTML = '';
    this.#looks.clear();
    this.#shape = '';
    this.#drawn.clear();
    this.#order = '';
    this.#pieces.replaceChildren();
  }

  #addSymbols(pieces: readonly Piece[]): void {
    const fresh = pieces.map(({ look }) => look).filter(look => !this.#looks.has(look));
    if (fresh.length === 0) return;
    for (const look of fresh) this.#looks.add(look);
    this.#defs.innerHTML = drawSymbols(this.#art, this.#looks, this.#prefix);
  }

  /** Fills an element, without reading its content, which would be serialized. */
  #fill(element: Element, html: string): void {
    if (this.#filled.get(element) === html) return;
    this.#filled.set(element, html);
    element.innerHTML = html;
  }

  #place({ pieces }: Scene, laid: Layout): void {
    for (const piece of pieces) this.#update(piece, laid);
    const order = pieces.map(({ id }) => id).join();
    if (order === this.#order) return;
    this.#order = order;
    const gone = new Set(this.#drawn.keys());
    let below: Element | null = null;
    for (const { id } of pieces.toReversed()) {
      gone.delete(id);
      const { element } = this.#drawn.get(id)!;
      const next: Element | null =
        below === null ? this.#pieces.firstElementChild : below.nextElementSibling;
      if (next !== element) this.#pieces.insertBefore(element, next);
      below = element;
    }
    for (const id of gone) {
      this.#drawn.get(id)!.element.remove();
      this.#drawn.delete(id);
    }
  }

  #update(piece: Piece, laid: Layout): void {
    const drawn = this.#drawn.get(piece.id) ?? this.#add(piece);
    const { element } = drawn;
    const { area, look, glyph, owner, lift, rest = 0 } = piece;
    const { width, height, turn } = piece.spot ?? {};
    // neither where it is nor how much of its rest is left changes the figure
    const figure = [area, look, glyph, owner, lift, rest > 0, width, height, turn].join();
    if (figure !== drawn.figure) {
      drawn.figure = figure;
      element.innerHTML = this.figureOf(piece);
    }
    if (rest > 0) runDown(element, Math.ceil(CELL * rest));
    const { x, y } = laid.place(piece);
    const transform = `translate(${x}px,${y}px)`;
    if (transform !== drawn.transform) {
      drawn.transform = transform;
      element.style.transform = transform;
    }
  }

  #add({ id }: Piece): DrawnPiece {
    const element = group('piece');
    element.dataset.piece = id;
    const drawn = { element, figure: '', transform: '' };
    this.#drawn.set(id, drawn);
    return drawn;
  }
}

/** Lowers the veil over a resting piece by whole units: less is invisible. */
function runDown(piece: Element, height: number): void {
  const veil = piece.firstElementChild;
  if (veil?.getAttribute('height') === `${height}`) return;
  veil?.setAttribute('y', `${CELL / 2 - height}`);
  veil?.nextElementSibling?.setAttribute('y', `${CELL / 2 - height}`);
  veil?.setAttribute('height', `${height}`);
}

function group(name: string): SVGGElement {
  const element = document.createElementNS(SVG, 'g');
  element.setAttribute('class', name);
  return element;
}
