/**
 * `<kifu-board>`: a board that takes moves, of any game. It shows a position and reports the move that is made on it by click, drag, key,
 * touch or text; the moves and their looks come from the game's kit. With `game` alone it starts a practice match.
 */
import {
  type Cell,
  fail,
  gameTexts,
  type Json,
  ok,
  type Piece,
  type Result,
  type Scene,
  type Seat,
  type Shape,
  step,
  type TouchPlace,
} from '@kifu/core';
import { artInSet } from '@kifu/core/svg';
import type { Language } from '@kifu/texts';
import { type BoardTexts, board as english } from '@kifu/texts/en/board';
import type { GameTexts } from '@kifu/texts/games';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { languageOf, watchLanguage } from '../element-language.ts';
import { ENGLISH_KITS, type KitTexts } from '../engine/kit-texts.ts';
import { type LoadedTexts, loadLanguage } from '../language.ts';
import { cellName } from '../model/cells.ts';
import { BoardView } from '../parts/board.ts';
import { CellGrid } from './cell-grid.ts';
import { nameCell } from './cell-label.ts';
import { chooser } from './chooser.ts';
import {
  isAt,
  isSameCell,
  nextPlaces,
  type Option,
  targetsOf,
  touchAt,
  type Walked,
  wordsOf,
} from './hand.ts';
import { hintsAbove, hintsBelow } from './hints.ts';
import { type BoardPosition, optionsOf, turnOf } from './position.ts';
import { type PracticeMatch, startPractice } from './practice.ts';
import type { BubbleSide, Refusal } from './refusal.ts';
import { style } from './style.ts';

/** The detail of a `kifu-move` event. */
export interface BoardMove {
  readonly seat: Seat;
  readonly move: Json;
  /** Whether it is a premove. */
  readonly isAhead: boolean;
}

/** How far a pointer moves before it drags, in pixels. */
const DRAG_PX = 4;

/** Smaller cells are aimed at on touch screens before a single touch plays, in pixels. */
const AIM_PX = 30;

/** How long a bubble stays at most, in milliseconds. */
const BUBBLE_MS = 4000;

/** A refusal that is shown. */
interface Bubble extends Refusal {
  readonly side: BubbleSide;
}

/** The options to choose from, and where the question is shown. */
interface Choosing {
  readonly options: readonly Option[];
  readonly at: TouchPlace;
}

export class KifuBoard extends LitElement {
  static override styles = style;
  static override properties = {
    position: { attribute: false },
    shapes: { attribute: false },
    game: {},
    theme: { reflect: true },
    pieces: {},
    isFlipped: { type: Boolean, attribute: 'flipped' },
    hasCoordinates: {
      attribute: 'coordinates',
      converter: (value: string | null) => value !== 'off',
    },
    choosing: { state: true },
    bubble: { state: true },
    words: { state: true },
  };

  /** What is shown; the page sets it, listens to `kifu-move` and sets the next. */
  declare position: BoardPosition | null;
  /** What is drawn over the board. */
  declare shapes: readonly Shape[];
  /** The name of a game: without a position, the board plays all its seats. */
  declare game: string | null;
  declare theme: 'light' | 'dark' | 'auto' | null;
  /** A set of pieces of the game; its usual one where it has no set of this name. */
  declare pieces: string | null;
  declare isFlipped: boolean;
  declare hasCoordinates: boolean;
  declare choosing: Choosing | null;
  /** Why the last touch made no move. */
  declare bubble: Bubble | null;
  /** Moves without a place on the board: `Pass`. */
  declare words: readonly string[];

  readonly #view = new BoardView();
  readonly #grid = new CellGrid({
    choose: cell => this.touch(cell),
    name: (cell, scene) => this.#nameCell(cell, scene),
  });
  #options: readonly Option[] = [];
  /** Where moves begin. */
  #starts: readonly TouchPlace[] = [];
  /** Where the held piece can go. */
  #targets: readonly TouchPlace[] = [];
  #isAhead = false;
  #walked: Walked = [];
  #drag: {
    readonly piece: string | null;
    x: number;
    y: number;
    isMoving: boolean;
    wasHeld: boolean;
  } | null = null;
  #hover: Cell | null = null;
  /** The hints as they are drawn. */
  #hinted = '';
  #scene: Scene | null = null;
  #practice: PracticeMatch | null = null;
  /** The cell that is aimed at. */
  #aim: Cell | null = null;
  /** Counts touches, so that a refusal that comes late is not shown. */
  #touches = 0;
  #bubbleTimer = 0;
  /** The texts of a language other than English, once they are loaded. */
  #loaded: LoadedTexts | null = null;
  #language: Language = 'en';
  #unwatchLanguage = (): void => {};

  constructor() {
    super();
    this.position = null;
    this.shapes = [];
    this.game = null;
    this.theme = null;
    this.pieces = null;
    this.isFlipped = false;
    this.hasCoordinates = true;
    this.choosing = null;
    this.bubble = null;
    this.words = [];
    const { frame } = this.#view;
    frame.addEventListener('pointerdown', event => this.#down(event));
    frame.addEventListener('pointermove', event => this.#move(event));
    frame.addEventListener('pointerup', event => this.#up(event));
    frame.addEventListener('pointercancel', () => this.#letGo());
    frame.addEventListener('pointerleave', () => this.#point(null));
    frame.addEventListener('wheel', event => this.#wheel(event), { passive: false });
    this.addEventListener('keydown', event => this.#key(event));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unwatchLanguage = watchLanguage(this, this.#useLanguage);
    void this.#useLanguage();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unwatchLanguage();
  }

  /** Shows the board in the language of the page. */
  #useLanguage = async (): Promise<void> => {
    const language = languageOf(this);
    if (language === this.#language) return;
    this.#language = language;
    const loaded = await loadLanguage(language);
    if (language !== this.#language) return;
    this.#loaded = loaded;
    this.#practice?.show();
    this.#take();
    this.#paint();
    this.requestUpdate();
  };

  get #t(): BoardTexts {
    return this.#loaded?.board ?? english;
  }

  get #texts(): KitTexts {
    return this.#loaded ?? ENGLISH_KITS;
  }

  #game({ kit }: BoardPosition): GameTexts {
    return gameTexts(kit, this.#texts);
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    (root as ShadowRoot).adoptedStyleSheets.push(this.#view.sheet);
    return root;
  }

  /** Draws another moment of the same position: pieces in flight. */
  draw(scene: Scene): void {
    const { position } = this;
    if (position === null) return;
    this.#scene = scene;
    this.#view.draw(scene, this.#art(position), {
      turn: turnOf(position, this.isFlipped),
      coordinates: this.hasCoordinates,
      isGliding: false,
      theme: this.theme ?? 'auto',
      label: position.label,
    });
  }

  #art({ kit }: BoardPosition): BoardPosition['kit']['art'] {
    return artInSet(kit.art, this.pieces ?? '');
  }

  /** Touches a cell, or chooses a move without a place. */
  touch(where: Cell | string): void {
    this.#unexplain();
    const touched = touchAt(this.#options, this.#walked, where);
    if (touched === null) {
      if (typeof where !== 'string') void this.#explain(where);
      this.#hold([]);
    } else if (touched.type === 'walk') this.#hold(touched.walked);
    else if (touched.type === 'play') this.#play(touched.option);
    else {
      this.choosing = touched;
      const labels = touched.options.map(({ touch }) => touch.choice?.label ?? '');
      this.#say(this.#t.choose(labels.join(', ')));
    }
  }

  /** Aims at a cell beside the one that is aimed at. */
  nudge(columns: number, rows: number): void {
    const aim = this.#aim;
    const area = this.position?.scene.areas.find(({ id }) => id === aim?.area);
    if (aim === null || area === undefined) return;
    const clamp = (at: number, count: number) => Math.max(0, Math.min(count - 1, at));
    const column = clamp(aim.column + columns, area.columns);
    this.#aimAt({ area: area.id, column, row: clamp(aim.row + rows, area.rows) });
  }

  /** Plays the move that is aimed at; says why not where there is none. */
  playAim(): void {
    const aim = this.#aim;
    this.#aimAt(null);
    if (aim !== null) this.touch(aim);
  }

  /** Whether a touch of a cell would play at once although fingers cannot hit it for sure. */
  #isTooSmall(cell: Cell, type: string): boolean {
    const { laid, frame } = this.#view;
    if (type !== 'touch' || laid === null || this.#walked.length > 0) return false;
    const { width, height } = laid.place(cell);
    const px = (Math.min(width, height) * frame.getBoundingClientRect().width) / laid.width;
    const touched = touchAt(this.#options, [], cell);
    return px < AIM_PX && touched?.type === 'play';
  }

  /** Announces the cell that is aimed at by the event `kifu-aim`: by its name, null for none. */
  #aimAt(cell: Cell | null): void {
    if (cell === null && this.#aim === null) return;
    this.#aim = cell;
    this.#hover = cell;
    this.#hint();
    const { position } = this;
    const area = position?.scene.areas.find(({ id }) => id === cell?.area);
    const detail =
      cell === null || area === undefined ? null : cellName(area, cell.column, cell.row);
    if (detail !== null) this.#say(detail);
    this.dispatchEvent(new CustomEvent('kifu-aim', { detail, bubbles: true, composed: true }));
  }

  /** Says at the piece why a touch makes no move, until the next input. */
  async #explain(cell: Cell): Promise<void> {
    const { position } = this;
    const state = position?.state;
    const walked = this.#walked.flatMap(place => (typeof place === 'string' ? [] : [place[0]]));
    const isSame = this.#walked.some(place => isAt(place, cell));
    if (position === null || isSame || this.#isAhead || this.#options.length === 0) return;
    const touches = this.#touches;
    const { refusalOf, sideOf } = await import('./refusal.ts');
    const { laid } = this.#view;
    if (touches !== this.#touches || state !== this.position?.state || laid === null) return;
    const refusal = refusalOf(position, walked, cell, this.#game(position), this.#texts.match);
    if (refusal === null) return;
    this.bubble = { ...refusal, side: sideOf(position.scene, laid, refusal.cell) };
    this.#bubbleTimer = window.setTimeout(() => this.#unexplain(), BUBBLE_MS);
    this.#say(refusal.text);
    this.#hint();
    this.#tellRefusal(refusal.text);
  }

  #unexplain(): void {
    this.#touches++;
    clearTimeout(this.#bubbleTimer);
    if (this.bubble === null) return;
    this.bubble = null;
    this.#hint();
    this.#tellRefusal(null);
  }

  #tellRefusal(detail: string | null): void {
    this.dispatchEvent(new CustomEvent('kifu-refused', { detail, bubbles: true, composed: true }));
  }

  /** Plays a move in text; returns why not. */
  playText(text: string): Result<Json> {
    const { position } = this;
    if (position === null || position.seat === null || position.state === null)
      return fail('wrong-seat', this.#t.readOnly);
    const { kit, state } = position;
    const { hex } = kit.game.moves;
    let refused: Result<Json> = fail('malformed', this.#t.notAMove);
    for (const [i, { parse }] of kit.notations.entries()) {
      const parsed = parse(state, text.trim());
      if (!parsed.ok) {
        if (i === 0) refused = parsed;
        continue;
      }
      const option = this.#options.find(
        ({ move }) => hex.encode(move) === hex.encode(parsed.value),
      );
      if (option !== undefined) {
        this.#play(option);
        return ok(option.move);
      }
      const played = kit.game.play(state, position.seat, parsed.value);
      refused = played.ok ? fail('wrong-seat', this.#t.notYourTurn, { rule: 'turn' }) : played;
    }
    return refused;
  }

  /** Announces something to screen readers. */
  announce(words: string): void {
    this.#say(words);
  }

  /** Releases the held piece; true if there was one. */
  drop(): boolean {
    const had = this.#walked.length > 0 || this.choosing !== null || this.#aim !== null;
    this.choosing = null;
    this.#aimAt(null);
    this.#hold([]);
    return had;
  }

  override focus(): void {
    this.#grid.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('game') && this.game !== null) void this.#begin(this.game);
    if (changed.has('position')) {
      // what is explained or aimed at belongs to a state, not to how often it is set
      if (changed.get('position')?.state !== this.position?.state) {
        this.#unexplain();
        this.#aimAt(null);
      }
      this.#take();
    }
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (
      ['position', 'isFlipped', 'hasCoordinates', 'theme', 'pieces'].some(name =>
        changed.has(name as never),
      )
    )
      this.#paint();
    if (changed.has('shapes')) this.#view.drawShapes(this.shapes);
    if (changed.has('choosing') && this.choosing !== null)
      this.renderRoot.querySelector<HTMLElement>('.chooser button')?.focus();
    if (changed.has('words'))
      this.dispatchEvent(new CustomEvent('kifu-words', { detail: this.words, bubbles: true }));
  }

  protected override render(): TemplateResult {
    return html`<div class="fit" part="board">
        ${this.#view.frame}${this.#grid.element}
        ${this.#effects()}
        ${this.bubble === null ? nothing : this.#bubble(this.bubble)}
        ${this.choosing === null || this.position === null ? nothing : this.#chooser(this.choosing)}
      </div>
      ${
        this.words.length === 0
          ? nothing
          : html`<div class="words" part="words">
              ${this.words.map(word => html`<button type="button" @click=${() => this.touch(word)}>${word}</button>`)}
            </div>`
      }
      <div class="said" role="status"></div>`;
  }

  /** Effects that are shown for a moment; rendered again with each. */
  #effects(): TemplateResult | typeof nothing {
    const { effects = [], kit } = this.position ?? {};
    const { laid } = this.#view;
    if (laid === null || kit === undefined || effects.length === 0) return nothing;
    const spans = effects.map(({ cell, text, seat }) => {
      const { x, y } = laid.place(cell);
      const place = `left:${(100 * x) / laid.width}%;top:${(100 * y) / laid.height}%`;
      const name = seat === null ? nothing : (kit.seatNames[seat] ?? nothing);
      return html`<span class="effect" data-name=${name} .style=${place}>${text}</span>`;
    });
    return html`<div class="effects" part="effects" aria-hidden="true">${keyed(effects, html`${spans}`)}</div>`;
  }

  #bubble({ text, cell, side }: Bubble): TemplateResult | typeof nothing {
    const { laid } = this.#view;
    if (laid === null) return nothing;
    const { x, y, width, height } = laid.place(cell);
    const [dx, dy] = { left: [-1, 0], right: [1, 0], above: [0, -1], below: [0, 1] }[side] as [
      number,
      number,
    ];
    const share = (at: number, of: number) => `${(100 * at) / of}%`;
    const place = `left:${share(x + (dx * width) / 2, laid.width)};top:${share(y + (dy * height) / 2, laid.height)}`;
    return html`<div class="bubble ${side}" part="bubble" .style=${place} aria-hidden="true">${text}</div>`;
  }

  #chooser({ options, at }: Choosing): TemplateResult {
    const laid = this.#view.laid!;
    const [x, y] =
      typeof at === 'string'
        ? [0.5, 0.5]
        : [laid.place(at[0]).x / laid.width, laid.place(at[0]).y / laid.height];
    return chooser(options, this.position!.kit.art, x, y, this.#t.chooser, option => {
      this.choosing = null;
      if (option === null) this.#hold([]);
      else this.#play(option);
      this.#grid.focus();
    });
  }

  /** Takes a new position: a move that has begun continues if it is still possible. */
  #take(): void {
    const { position } = this;
    if (position === null) return;
    const { legal, ahead = [] } = position;
    this.#isAhead = legal.length === 0 && ahead.length > 0;
    this.#options = optionsOf(position, this.#isAhead ? ahead : legal, this.#game(position));
    const stays =
      this.#walked.length > 0 &&
      this.#walked.every((_, i) =>
        nextPlaces(this.#options, this.#walked.slice(0, i)).some(place =>
          isAt(place, whereOf(this.#walked[i]!)),
        ),
      );
    this.choosing = null;
    this.#starts = nextPlaces(this.#options, []);
    this.#reach(stays ? this.#walked : this.#first());
    this.#setWords();
  }

  /** Sets the cells touched so far, and where the move can continue. */
  #reach(walked: Walked): void {
    this.#walked = walked;
    this.#targets = walked.length === 0 ? [] : targetsOf(this.#options, walked);
  }

  /** Where every move begins with a piece of no seat, such as a tile to place, it is held from the start. */
  #first(): Walked {
    const { position } = this;
    const starts = this.#starts.filter(place => typeof place !== 'string');
    const area = starts[0]?.[0].area;
    if (position === null || area === undefined || this.#isAhead) return [];
    const isTray =
      area !== position.scene.areas[0]?.id && starts.every(([cell]) => cell.area === area);
    const isOpen = position.scene.pieces.every(
      piece => piece.area !== area || piece.owner === null,
    );
    return isTray && isOpen ? [starts[0]!] : [];
  }

  #paint(): void {
    const { position } = this;
    if (position === null) return;
    const { scene, label, isDrawn = false, isRunning = false } = position;
    this.#scene = scene;
    this.#view.frame.classList.toggle('mine', this.#options.length > 0);
    this.#view.draw(scene, this.#art(position), {
      turn: turnOf(position, this.isFlipped),
      coordinates: this.hasCoordinates,
      isGliding: !isRunning,
      theme: this.theme ?? 'auto',
      label,
    });
    this.#view.drawShapes(this.shapes);
    if (isDrawn) this.#toss(scene);
    const { width, height } = this.#view.laid!;
    this.style.setProperty('--kifu-board-aspect', `${width / height}`);
    this.#hint();
    this.#grid.update(scene, this.#view.laid!, label);
  }

  /** How wide the board is for its height. */
  get aspect(): number {
    const { laid } = this.#view;
    return laid === null ? 1 : laid.width / laid.height;
  }

  /** The cell at a point of the page; null where there is none. */
  cellAt(clientX: number, clientY: number): Cell | null {
    return this.#view.cellAt(clientX, clientY);
  }

  /** The center of a cell, as a point of the page; null before anything is shown. */
  centerOf(cell: Cell): { readonly x: number; readonly y: number } | null {
    const { laid, frame } = this.#view;
    if (laid === null) return null;
    const { x, y } = laid.place(cell);
    const box = frame.getBoundingClientRect();
    return { x: box.x + (box.width * x) / laid.width, y: box.y + (box.height * y) / laid.height };
  }

  /** Animates dice: in all games, they look `die-1` to `die-6`. */
  #toss({ pieces }: Scene): void {
    for (const { id, look } of pieces) {
      if (!look.startsWith('die-')) continue;
      const element = this.#view.elementOf(id);
      element?.classList.remove('tossed');
      element?.getBoundingClientRect(); // else the browser would not restart the animation
      element?.classList.add('tossed');
    }
  }

  #hint(): void {
    const { position } = this;
    const { laid } = this.#view;
    if (position === null || laid === null) return;
    const { scene } = position;
    const board = scene.areas[0]?.id;
    const hinted = {
      walked: this.#walked,
      targets: this.#targets,
      origins: this.#starts.filter(place => typeof place !== 'string' && place[0].area !== board),
      ahead: this.#aheadPath(position),
      ghost: this.#ghost(position),
      refused: this.bubble?.cell ?? null,
      aim: this.#aim,
    };
    const [below, above] = [hintsBelow(hinted, scene, laid), hintsAbove(hinted, scene, laid)];
    if (`${below}|${above}` === this.#hinted) return;
    this.#hinted = `${below}|${above}`;
    this.#view.hintsBelow.innerHTML = below;
    this.#view.hintsAbove.innerHTML = above;
  }

  #aheadPath(position: BoardPosition): readonly TouchPlace[] {
    const { chosen = null } = position;
    return chosen === null
      ? []
      : (optionsOf(position, [chosen], this.#game(position))[0]?.touch.path ?? []);
  }

  /** The piece that would be under the pointer after a drop there; only where that makes one move. */
  #ghost({ kit, state, scene, seat }: BoardPosition): { cell: Cell; figure: string } | null {
    const hover = this.#hover;
    if (hover === null || seat === null || state === null || this.#isAhead || kit.game.secrets)
      return null;
    const touched = touchAt(this.#options, this.#walked, hover);
    if (touched?.type !== 'play' || touched.option.touch.path.length < this.#walked.length)
      return null;
    const after = step(kit.game, state, { do: 'move', seat, move: touched.option.move });
    if (!after.ok) return null;
    const stood = scene.pieces.find(piece => isSameCell(piece, hover))?.look;
    const piece = kit
      .scene(after.value.state)
      .pieces.find(
        piece => isSameCell(piece, hover) && piece.owner === seat && piece.look !== stood,
      );
    return piece === undefined ? null : { cell: hover, figure: this.#view.figureOf(piece) };
  }

  #hold(walked: Walked): void {
    this.#reach(walked);
    this.#hint();
    this.#setWords();
    const { position } = this;
    if (position === null || this.#view.laid === null) return;
    this.#grid.update(position.scene, this.#view.laid, position.label);
    if (walked.length > 0) this.#say(this.#t.squares(this.#targets.length));
  }

  #setWords(): void {
    const begun = this.#walked.every(place => typeof place !== 'string') ? [] : this.#walked;
    // moves without a place cannot be premoves
    const words = this.#isAhead ? [] : wordsOf(this.#options, begun);
    if (words.join() !== this.words.join()) this.words = words;
  }

  /** Names a cell with what is on it and what can be done there; empty for a cell that only decorates. */
  #nameCell(cell: Cell, scene: Scene): string {
    const { position } = this;
    const t = this.#t;
    if (position === null) return '';
    const named = nameCell(position.kit, scene, cell, this.#game(position), t);
    if (named === null) return '';
    const { name, pieces } = named;
    if (position.cellLabel !== undefined) return position.cellLabel(name, pieces);
    const parts = [name, ...(pieces === null ? [] : [pieces || t.empty]), this.#mayDo(cell)];
    return t.cell(parts.filter(part => part !== ''));
  }

  #mayDo(cell: Cell): string {
    if (this.#walked.some(place => isAt(place, cell))) return this.#t.chosen;
    if (this.#targets.some(place => isAt(place, cell))) return this.#t.target;
    return this.#starts.some(place => isAt(place, cell)) ? this.#t.origin : '';
  }

  #play({ move }: Option): void {
    const seat = this.position?.seat ?? null;
    if (seat === null) return;
    const detail: BoardMove = { seat, move, isAhead: this.#isAhead };
    this.#reach([]);
    this.choosing = null;
    this.dispatchEvent(new CustomEvent('kifu-move', { detail, bubbles: true, composed: true }));
    this.#practice?.play(detail);
    this.#hint();
  }

  #down(event: PointerEvent): void {
    this.#unexplain();
    if (event.button !== 0 || !event.isPrimary || this.#options.length === 0) return;
    if (this.choosing !== null) {
      this.drop();
      return;
    }
    const cell = this.#view.cellAt(event.clientX, event.clientY);
    if (cell === null) return;
    const touched = touchAt(this.#options, this.#walked, cell);
    const wasHeld = this.#walked.length > 0 && isAt(this.#walked[0]!, cell);
    if (touched?.type === 'walk' && touched.walked.length === 1) this.#hold(touched.walked);
    const held = this.#walked[0];
    const isOrigin = held !== undefined && isAt(held, cell);
    const piece = isOrigin && typeof held !== 'string' ? this.#pieceAt(held[0]) : null;
    this.#drag = {
      piece: piece?.id ?? null,
      x: event.clientX,
      y: event.clientY,
      isMoving: false,
      wasHeld,
    };
    this.#view.frame.setPointerCapture(event.pointerId);
    event.preventDefault(); // neither a selection, nor the focus away from the field where people type
  }

  #pieceAt(cell: Cell): Piece | undefined {
    return this.#scene?.pieces.find(piece => isSameCell(piece, cell));
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (drag === null) {
      if (event.pointerType === 'mouse')
        this.#point(this.#view.cellAt(event.clientX, event.clientY));
      return;
    }
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.isMoving && far < DRAG_PX) return;
    if (drag.piece === null) return;
    drag.isMoving = true;
    this.#view.frame.classList.add('dragging');
    const point = this.#view.pointAt(event.clientX, event.clientY);
    const element = this.#view.elementOf(drag.piece);
    if (point === null || element === null) return;
    element.classList.add('held');
    element.style.transform = `translate(${point.x}px,${point.y}px)`;
    this.#point(this.#view.cellAt(event.clientX, event.clientY));
  }

  #up(event: PointerEvent): void {
    const drag = this.#drag;
    if (drag === null) return;
    const cell = this.#view.cellAt(event.clientX, event.clientY);
    const held = this.#walked[0];
    const isOrigin = held !== undefined && cell !== null && isAt(held, cell);
    this.#letGo();
    if (isOrigin) {
      if (drag.wasHeld && !drag.isMoving) this.#hold([]);
      else if (drag.isMoving) this.#paint();
    } else if (cell !== null && !(drag.isMoving && this.#walked.length === 0)) {
      const before = this.#walked;
      const isAimed = this.#aim !== null && isSameCell(this.#aim, cell);
      if (isAimed) this.playAim();
      else if (this.#isTooSmall(cell, event.pointerType)) this.#aimAt(cell);
      else {
        this.#aimAt(null);
        this.touch(cell);
      }
      if (drag.isMoving && this.#walked === before) this.#paint();
    } else this.#hold([]);
    if (drag.isMoving) this.#paint();
  }

  #letGo(): void {
    const drag = this.#drag;
    this.#drag = null;
    this.#view.frame.classList.remove('dragging');
    if (drag?.piece == null) return;
    this.#view.elementOf(drag.piece)?.classList.remove('held');
  }

  /** The pointer is over a cell. */
  #point(cell: Cell | null): void {
    const before = this.#hover;
    if (cell === before || (cell !== null && before !== null && isSameCell(cell, before))) return;
    this.#hover = cell;
    if (this.#options.length > 0) this.#hint();
  }

  /** Exchanges the held piece of a tray for the next: a tile is turned. */
  #turn(by: 1 | -1): boolean {
    const board = this.position?.scene.areas[0]?.id;
    const starts = this.#starts.filter(
      place => typeof place !== 'string' && place[0].area !== board,
    );
    if (starts.length === 0) return false;
    const at = starts.findIndex(
      place => this.#walked.length > 0 && isAt(place, whereOf(this.#walked[0]!)),
    );
    const next = starts[(at + by + starts.length) % starts.length]!;
    this.#hold([next]);
    return true;
  }

  #wheel(event: WheelEvent): void {
    if (this.#options.length === 0 || event.ctrlKey || event.deltaY === 0) return;
    if (this.#turn(event.deltaY > 0 ? 1 : -1)) event.preventDefault();
  }

  #key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape' && this.drop()) {
      event.stopPropagation();
      event.preventDefault();
    } else if (event.key === 'r' && this.#turn(1)) {
      event.stopPropagation();
      event.preventDefault();
    }
  }

  #say(words: string): void {
    const said = this.renderRoot.querySelector('.said');
    if (said !== null) said.textContent = words;
  }

  async #begin(name: string): Promise<void> {
    const practice = await startPractice(
      name,
      () => this.#texts,
      position => {
        this.position = position;
      },
    );
    this.#practice = practice.ok ? practice.value : null;
    if (practice.ok) return;
    const { faultText } = await import('../describe-fault.ts');
    this.#say(faultText(practice.fault, { loaded: this.#loaded }));
  }
}

const whereOf = (place: TouchPlace): Cell | string =>
  typeof place === 'string' ? place : place[0];
