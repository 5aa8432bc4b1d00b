/** The board: an SVG that stays, in which pieces are moved and only what changed is drawn anew. */
import type { Cell, Kit, Piece, Scene, Shape } from '@kifu/core';
import {
  CELL,
  drawBoard,
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

/** Null until somebody has drawn something. */
let shapeDrawer: typeof drawShapes | null = null;

type Art = NonNullable<Kit['art']>;

/** How to draw a scene. */
export interface BoardOptions extends LayoutOptions {
  /** Whether pieces glide to their new places. */
  readonly isGliding: boolean;
  readonly theme: Theme;
  /** The position in words, for people who listen. */
  readonly label: string;
}

interface Drawn {
  readonly element: SVGGElement;
  /** As it was drawn last; null where it has to be drawn anew. */
  piece: Piece | null;
  /** Over a piece at rest. */
  veil: Element | null;
  veilHeight: number;
  transform: string;
}

const SVG = 'http://www.w3.org/2000/svg';
let boards = 0;

/** Keeps one board alive. */
export class BoardView {
  /** What stands in the page. */
  readonly frame = document.createElement('div');
  readonly #element: SVGSVGElement;
  /** The colours of the board. Whoever owns the frame adopts them: pages that allow no styles in their text allow these. */
  readonly sheet = new CSSStyleSheet();
  readonly #defs = document.createElementNS(SVG, 'defs');
  readonly #ground = group('ground');
  readonly #below = group('below');
  readonly #hintsBelow = group('hints');
  readonly #pieces = group('pieces');
  readonly #above = group('above');
  /** Over the pieces: for what is seen for a moment. */
  readonly hintsAbove = group('hints');
  readonly #shapes = group('shapes');
  readonly #prefix = `kifu-${boards++}-`;
  readonly #drawn = new Map<string, Drawn>();
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
    const lower = [this.#defs, this.#ground, this.#below, this.#hintsBelow];
    const upper = [this.#pieces, this.#above, this.hintsAbove, this.#shapes];
    this.#element.append(...lower, ...upper);
    this.frame.append(this.#element);
  }

  /** Where things lie now; null before anything was drawn. */
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

  /** A piece as it is drawn; null where it is not. What is changed about its place is changed back by the next drawing. */
  elementOf(id: string): SVGGElement | null {
    const drawn = this.#drawn.get(id);
    if (drawn === undefined) return null;
    drawn.transform = '';
    return drawn.element;
  }

  /** What a piece looks like, around 0 0; also one that is not in the scene. */
  figureOf(piece: Piece): string {
    if (this.#laid === null) return '';
    this.#addSymbols([piece]);
    return drawPieceBody(piece, this.#laid, this.#art, this.#prefix);
  }

  /** Points something out under and over the pieces, as SVG. */
  drawHints(below: string, above: string): void {
    this.#fill(this.#hintsBelow, below);
    this.#fill(this.hintsAbove, above);
  }

  /** Draws arrows and marks of notes over everything else. How that is done is loaded with the first of them. */
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
      this.#ground.innerHTML = drawBoard(laid, art, options);
      for (const drawn of this.#drawn.values()) drawn.piece = null;
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

  /** What is in an element is not asked of it, which would write it all out again. */
  #fill(element: Element, html: string): void {
    if (this.#filled.get(element) === html) return;
    this.#filled.set(element, html);
    element.innerHTML = html;
  }

  #place(scene: Scene, laid: Layout): void {
    for (const piece of scene.pieces) this.#update(piece, laid);
    const order = scene.pieces.map(({ id }) => id).join();
    if (order === this.#order) return;
    this.#order = order;
    const ids = new Set(scene.pieces.map(({ id }) => id));
    for (const [id, { element }] of this.#drawn)
      if (!ids.has(id)) {
        element.remove();
        this.#drawn.delete(id);
      }
    this.#stack(scene.pieces);
  }

  /** Those that come first lie above the others. */
  #stack(pieces: readonly Piece[]): void {
    let below: Element | null = null;
    for (const { id } of pieces.toReversed()) {
      const { element } = this.#drawn.get(id)!;
      const next: Element | null =
        below === null ? this.#pieces.firstElementChild : below.nextElementSibling;
      if (next !== element) this.#pieces.insertBefore(element, next);
      below = element;
    }
  }

  #update(piece: Piece, laid: Layout): void {
    const drawn = this.#drawn.get(piece.id) ?? this.#add(piece);
    if (drawn.piece === null || !looksAlike(drawn.piece, piece)) this.#drawFigure(drawn, piece);
    drawn.piece = piece;
    const { veil } = drawn;
    const height = veilHeight(piece);
    if (veil !== null && height !== drawn.veilHeight) {
      drawn.veilHeight = height;
      veil.setAttribute('y', `${CELL / 2 - height}`);
      veil.setAttribute('height', `${height}`);
    }
    const { x, y } = laid.place(piece);
    const transform = `translate(${x}px,${y}px)`;
    if (transform !== drawn.transform) {
      drawn.transform = transform;
      drawn.element.style.transform = transform;
    }
  }

  #drawFigure(drawn: Drawn, piece: Piece): void {
    drawn.element.innerHTML = this.figureOf(piece);
    drawn.veil = drawn.element.querySelector('.rest');
    drawn.veilHeight = Number.NaN; // whatever it was drawn with
  }

  #add({ id }: Piece): Drawn {
    const element = group('piece');
    element.dataset.piece = id;
    const drawn = { element, piece: null, veil: null, veilHeight: 0, transform: '' };
    this.#drawn.set(id, drawn);
    return drawn;
  }
}

/** Whether two pieces differ at most in where on an area they are, and in how much of a rest is left. */
const looksAlike = (a: Piece, b: Piece): boolean =>
  a.area === b.area &&
  a.look === b.look &&
  a.glyph === b.glyph &&
  a.owner === b.owner &&
  a.lift === b.lift &&
  veilHeight(a) > 0 === veilHeight(b) > 0 &&
  (a.spot === b.spot ||
    (a.spot?.width === b.spot?.width &&
      a.spot?.height === b.spot?.height &&
      a.spot?.turn === b.spot?.turn));

/** In whole units, as nobody sees less: a veil is not drawn anew in every frame. */
const veilHeight = ({ rest = 0 }: Piece): number =>
  Math.ceil(CELL * Math.min(1, Math.max(0, rest)));

function group(name: string): SVGGElement {
  const element = document.createElementNS(SVG, 'g');
  element.setAttribute('class', name);
  return element;
}
