/**
 * `<kifu-board>`: a board that takes moves, of any game. It shows a position and tells of the move that was made on it, by click, drag,
 * key, touch or typed; what may be done, and what it looks like, comes from the game's kit. With `game` alone it plays by itself.
 */
import {
  type Cell,
  fail,
  type Json,
  ok,
  type Piece,
  type Result,
  type Scene,
  type Seat,
  step,
  type TouchPlace,
} from '@kifu/core';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { BoardView } from '../parts/board.ts';
import { CellGrid } from './cell-grid.ts';
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
import { style } from './style.ts';

/** What a `kifu-move` event tells. */
export interface BoardMove {
  readonly seat: Seat;
  readonly move: Json;
  /** Whether it is not legal yet, and to be played when it is. */
  readonly isAhead: boolean;
}

/** How far a pointer moves before it drags, in pixels. */
const DRAG_PX = 4;

/** What is chosen from, and where that is asked. */
interface Choosing {
  readonly options: readonly Option[];
  readonly at: TouchPlace;
}

export class KifuBoard extends LitElement {
  static override styles = style;
  static override properties = {
    position: { attribute: false },
    game: {},
    theme: { reflect: true },
    isFlipped: { type: Boolean, attribute: 'flipped' },
    hasCoordinates: {
      attribute: 'coordinates',
      converter: (value: string | null) => value !== 'off',
    },
    choosing: { state: true },
    words: { state: true },
  };

  /** What is shown; a page that gives it hears `kifu-move` and gives the next. */
  declare position: BoardPosition | null;
  /** The name of a game: where no position is given, the board lets all seats play it. */
  declare game: string | null;
  declare theme: 'light' | 'dark' | 'auto' | null;
  declare isFlipped: boolean;
  declare hasCoordinates: boolean;
  declare choosing: Choosing | null;
  /** What can be done that lies nowhere on the board: `Pass`. */
  declare words: readonly string[];

  readonly #view = new BoardView();
  readonly #grid = new CellGrid({
    choose: cell => this.touch(cell),
    say: (cell, name, what) =>
      this.position?.sayCell?.(name, what) ?? this.#sayCell(cell, name, what),
  });
  #options: readonly Option[] = [];
  /** Where moves begin. */
  #starts: readonly TouchPlace[] = [];
  /** Where what is held may go. */
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
  /** What is pointed out, as it is drawn. */
  #hinted = '';
  #scene: Scene | null = null;
  #practice: PracticeMatch | null = null;

  constructor() {
    super();
    this.position = null;
    this.game = null;
    this.theme = null;
    this.isFlipped = false;
    this.hasCoordinates = true;
    this.choosing = null;
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
    this.#view.draw(scene, position.kit.art, {
      turn: turnOf(position, this.isFlipped),
      coordinates: this.hasCoordinates,
      isGliding: false,
      theme: this.theme ?? 'auto',
      label: position.label,
    });
  }

  /** Touches a cell, or a word that lies nowhere. */
  touch(where: Cell | string): void {
    const touched = touchAt(this.#options, this.#walked, where);
    if (touched === null) this.#hold([]);
    else if (touched.type === 'walk') this.#hold(touched.walked);
    else if (touched.type === 'play') this.#play(touched.option);
    else {
      this.choosing = touched;
      this.#say(
        `choose: ${touched.options.map(({ touch }) => touch.choice?.label ?? '').join(', ')}`,
      );
    }
  }

  /** Plays a move as it is written; says why not. */
  playText(text: string): Result<Json> {
    const { position } = this;
    if (position === null || position.seat === null || position.state === null)
      return fail('wrong-seat', 'nobody moves here');
    const { kit, state } = position;
    const { hex } = kit.game.moves;
    let refused: Result<Json> = fail('malformed', 'that is no move');
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
      refused = played.ok ? fail('wrong-seat', 'it is not your turn') : played;
    }
    return refused;
  }

  /** Says something to people who listen. */
  announce(words: string): void {
    this.#say(words);
  }

  /** Puts down what is held. True where there was something. */
  drop(): boolean {
    const had = this.#walked.length > 0 || this.choosing !== null;
    this.choosing = null;
    this.#hold([]);
    return had;
  }

  override focus(): void {
    this.#grid.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('game') && this.game !== null) void this.#begin(this.game);
    if (changed.has('position')) this.#take();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (
      ['position', 'isFlipped', 'hasCoordinates', 'theme'].some(name => changed.has(name as never))
    )
      this.#paint();
    if (changed.has('choosing') && this.choosing !== null)
      this.renderRoot.querySelector<HTMLElement>('.chooser button')?.focus();
    if (changed.has('words'))
      this.dispatchEvent(new CustomEvent('kifu-words', { detail: this.words, bubbles: true }));
  }

  protected override render(): TemplateResult {
    return html`<div class="fit" part="board">
        ${this.#view.frame}${this.#grid.element}
        ${this.#effects()}
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

  /** What is seen for a moment; anew with each moment that has something. */
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

  #chooser({ options, at }: Choosing): TemplateResult {
    const laid = this.#view.laid!;
    const [x, y] =
      typeof at === 'string'
        ? [0.5, 0.5]
        : [laid.place(at[0]).x / laid.width, laid.place(at[0]).y / laid.height];
    return chooser(options, this.position!.kit.art, x, y, option => {
      this.choosing = null;
      if (option === null) this.#hold([]);
      else this.#play(option);
      this.#grid.focus();
    });
  }

  /** A position has come: a hand that is on its way stays, if it still may be. */
  #take(): void {
    const { position } = this;
    if (position === null) return;
    const { legal, ahead = [] } = position;
    this.#isAhead = legal.length === 0 && ahead.length > 0;
    this.#options = optionsOf(position, this.#isAhead ? ahead : legal);
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

  /** Where the hand is, and where it may go from there. */
  #reach(walked: Walked): void {
    this.#walked = walked;
    this.#targets = walked.length === 0 ? [] : targetsOf(this.#options, walked);
  }

  /** Where every move begins with the same piece that belongs to no seat, as a tile to lay, the hand holds it already. */
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
    const { scene, kit, label, isDrawn = false, isRunning = false } = position;
    this.#scene = scene;
    this.#view.frame.classList.toggle('mine', this.#options.length > 0);
    this.#view.draw(scene, kit.art, {
      turn: turnOf(position, this.isFlipped),
      coordinates: this.hasCoordinates,
      isGliding: !isRunning,
      theme: this.theme ?? 'auto',
      label,
    });
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

  /** The middle of a cell, as a point of the page; null before anything is shown. */
  centerOf(cell: Cell): { readonly x: number; readonly y: number } | null {
    const { laid, frame } = this.#view;
    if (laid === null) return null;
    const { x, y } = laid.place(cell);
    const box = frame.getBoundingClientRect();
    return { x: box.x + (box.width * x) / laid.width, y: box.y + (box.height * y) / laid.height };
  }

  /** Dice fall onto the table: all games call the picture of one `die-1` to `die-6`. */
  #toss({ pieces }: Scene): void {
    for (const { id, look } of pieces) {
      if (!look.startsWith('die-')) continue;
      const element = this.#view.elementOf(id);
      element?.classList.remove('tossed');
      element?.getBoundingClientRect(); // else the browser would not begin anew
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
    };
    const [below, above] = [hintsBelow(hinted, scene, laid), hintsAbove(hinted, scene, laid)];
    if (`${below}|${above}` === this.#hinted) return;
    this.#hinted = `${below}|${above}`;
    this.#view.hintsBelow.innerHTML = below;
    this.#view.hintsAbove.innerHTML = above;
  }

  #aheadPath(position: BoardPosition): readonly TouchPlace[] {
    const { chosen = null } = position;
    return chosen === null ? [] : (optionsOf(position, [chosen])[0]?.touch.path ?? []);
  }

  /** What would stand under the pointer, if it were let go there; only where that makes one move. */
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
    if (walked.length > 0) this.#say(`${this.#targets.length} places to go`);
  }

  #setWords(): void {
    const begun = this.#walked.every(place => typeof place !== 'string') ? [] : this.#walked;
    // a word is said when it can be, not ahead
    const words = this.#isAhead ? [] : wordsOf(this.#options, begun);
    if (words.join() !== this.words.join()) this.words = words;
  }

  #sayCell(cell: Cell, name: string, what: string): string {
    const may = this.#mayDo(cell);
    return `${name} ${what || 'empty'}${may === '' ? '' : `, ${may}`}`;
  }

  #mayDo(cell: Cell): string {
    if (this.#walked.some(place => isAt(place, cell))) return 'chosen';
    if (this.#targets.some(place => isAt(place, cell))) return 'may go here';
    return this.#starts.some(place => isAt(place, cell)) ? 'may move' : '';
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
      this.touch(cell);
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

  /** What is held of a tray changes for the next in it: a tile is turned. */
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
    const practice = await startPractice(name, position => {
      this.position = position;
    });
    this.#practice = practice.ok ? practice.value : null;
    if (!practice.ok) this.#say(practice.fault.message);
  }
}

const whereOf = (place: TouchPlace): Cell | string =>
  typeof place === 'string' ? place : place[0];
