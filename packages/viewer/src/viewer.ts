/** The element `<kifu-viewer>`: its attributes and methods, around a player. */
import {
  FIXED,
  ORIGINAL,
  type Playback,
  parseWhere,
  SPEEDS,
  type Where,
} from '@kifu/client/playback';
import { fail, type Result } from '@kifu/core';
import type { SeatMove } from '@kifu/record/match';
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { Editing } from './editing.ts';
import { languageOf, watchLanguage } from './element-language.ts';
import { takeGames } from './engine/ask.ts';
import type { BranchHere, WrittenForm } from './engine/on-demand-types.ts';
import type { OpenedRecord } from './engine/types.ts';
import { createKeyboard, isField } from './keyboard.ts';
import type { OpenOptions } from './load/loader.ts';
import type { Command } from './model/keys.ts';
import { recall, remember } from './model/preferences.ts';
import { parseRange } from './model/range.ts';
import { nameOfViewer, takeParams } from './params.ts';
import { BoardView } from './parts/board.ts';
import { listen } from './parts/gestures.ts';
import { matchTitle } from './parts/head.ts';
import { layout } from './parts/layout.ts';
import { showCurrent } from './parts/moves.ts';
import { loading } from './parts/states.ts';
import { style } from './parts/style.ts';
import { createPlayer, type ReplayPlayer } from './player.ts';
import { shapesNow, turnOf, type ViewerState } from './state.ts';
import { createViewerEvents } from './viewer-events.ts';
import { createFeatures, type ViewerFeatures } from './viewer-features.ts';

/** Views without a match; null until they are needed. */
let noMatch: typeof import('./parts/empty-states.ts') | null = null;

/** A replay viewer. */
export class KifuViewer extends LitElement {
  /** The address of the script that registers the element, for embed code; null where the page contains it. */
  static script: string | null = null;
  /** Loads games from a module at this address, which exports the result of `createGames` of `@kifu/games`. */
  static takeGames(module: string): void {
    takeGames(module);
  }
  static override styles = style;
  static override properties = {
    src: {},
    at: {},
    range: {},
    seat: { type: Number },
    flip: { type: Boolean },
    autoplay: { type: Boolean },
    speed: { type: Number },
    pace: {},
    ruler: {},
    sound: { type: Boolean },
    live: { type: Boolean },
    fill: { type: Boolean, reflect: true },
    branching: { type: Boolean },
    searching: { type: Boolean },
    studying: { type: Boolean },
    editing: { type: Boolean },
    hasCoordinates: {
      attribute: 'coordinates',
      converter: (value: string | null) => value !== 'off',
    },
    theme: { reflect: true },
    number: { type: Number },
    form: {},
    params: { type: Boolean },
    notes: {},
  };

  declare src: string | null;
  declare at: string | null;
  declare range: string | null;
  declare seat: number | null;
  declare flip: boolean;
  declare autoplay: boolean;
  declare speed: number;
  declare pace: string | null;
  declare ruler: string | null;
  declare sound: boolean;
  declare live: boolean;
  /** Whether the page sets the height of the element, and the board fills it. */
  declare fill: boolean;
  /** Whether the page starts a match from this position on `kifu-branch`. */
  declare branching: boolean;
  /** Whether the page finds matches with this position on `kifu-find`. */
  declare searching: boolean;
  /** Whether the page adds the record to a study on `kifu-study`. */
  declare studying: boolean;
  /** Whether the page keeps what readers add, after each `kifu-edit`. */
  declare editing: boolean;
  declare hasCoordinates: boolean;
  declare theme: string | null;
  declare number: number;
  declare form: string | null;
  declare params: boolean;
  /** The address of a file of annotations. */
  declare notes: string | null;
  readonly #player: ReplayPlayer = createPlayer(before => this.#changed(before));
  readonly #board = new BoardView();
  readonly #features: ViewerFeatures = createFeatures(this.#featuresHost(), this.#board);
  readonly #events = createViewerEvents({
    tell: (type, detail) => this.#tell(type, detail),
    speak: words => {
      const live = this.renderRoot.querySelector('.live');
      if (live !== null) live.textContent = words;
    },
    ready: record => this.#features.ready(record),
  });
  readonly #keyboard = createKeyboard(
    command => this.#run(command),
    () => this.#player.state.phase.type === 'ready',
  );
  readonly #sizes = new ResizeObserver(() =>
    this.#tell('kifu-resize', { height: this.offsetHeight }),
  );
  /** A file that the page opened or the reader chose; null where the record is loaded from `src`. */
  #file: {
    readonly name: string;
    readonly bytes: Uint8Array;
    readonly head: string | null;
  } | null = null;
  /** For which move and panel the list was scrolled. */
  #marked = '';
  #listed: ViewerState['branches'] = [];
  #sighted = '';

  constructor() {
    super();
    Object.assign(this, UNSET);
    listen(
      this.#board.frame,
      command => this.#run(command),
      by => this.matches(':focus-within') && this.#player.canStep(by),
    );
    this.addEventListener('dragover', event => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      this.toggleAttribute('dropping', true);
    });
    this.addEventListener('dragleave', () => this.toggleAttribute('dropping', false));
    this.addEventListener('drop', event => {
      this.toggleAttribute('dropping', false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file === undefined) return;
      event.preventDefault();
      void this.#choose(file);
    });
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    (root as ShadowRoot).adoptedStyleSheets.push(this.#board.sheet);
    void adoptRareStyle(root as ShadowRoot);
    return root;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unwatchLanguage = watchLanguage(this, this.#useLanguage);
    this.#useLanguage();
    takeParams(this, new URLSearchParams(location.search), this.params);
    this.#sizes.observe(this);
    if (this.hasUpdated && this.#isWaiting()) this.#load();
    addEventListener('online', this.#onOnline);
    document.addEventListener('paste', this.#onPaste);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unwatchLanguage();
    this.#sizes.disconnect();
    this.#keyboard.onKeyUp();
    this.#events.close();
    removeEventListener('online', this.#onOnline);
    document.removeEventListener('paste', this.#onPaste);
    this.#player.rest();
    this.#player.set({ playback: { ...this.#player.state.playback, isPlaying: false } });
  }

  #unwatchLanguage = (): void => {};

  #useLanguage = (): void => void this.#player.setLanguage(languageOf(this));

  #onOnline = (): void => {
    if (this.#player.state.phase.type === 'failed') this.#load();
  };

  /** Opens pasted text where no match is shown, except in fields. */
  #onPaste = (event: ClipboardEvent): void => {
    const { type } = this.#player.state.phase;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if ((type !== 'empty' && type !== 'failed') || text === '' || isField(event.composedPath()[0]))
      return;
    event.preventDefault();
    void this.#choose(new File([text], 'pasted'));
  };

  /** Whether more was to come when the page removed the viewer. */
  #isWaiting(): boolean {
    const { phase, isLive, arriving } = this.#player.state;
    return phase.type === 'loading' || phase.type === 'waiting' || isLive || arriving !== null;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const player = this.#player;
    if (changed.has('seat')) player.set({ as: this.seat });
    // choices of earlier visits take precedence over the attributes at first
    const before = this.hasUpdated ? {} : recall();
    // the point of view of a seat also turns the board
    const isTurned = this.seat === null ? before.isFlipped : undefined;
    if (changed.has('flip')) player.set({ isFlipped: this.flip || (isTurned ?? false) });
    if (changed.has('sound')) player.set({ isMuted: before.isMuted ?? !this.sound });
    if (changed.has('ruler')) player.set({ ruler: this.ruler === 'clock' ? 'clock' : 'events' });
    if (changed.has('pace')) player.setPace(this.pace === 'fixed' ? FIXED : ORIGINAL);
    if (changed.has('speed')) {
      const wanted = before.speed ?? this.speed;
      const speed = SPEEDS.find(value => value === wanted) ?? 1;
      player.set({ playback: { ...player.state.playback, speed } });
    }
    if (changed.has('range'))
      player.set({ playback: { ...player.state.playback, loop: this.#loop() } });
    if (changed.has('src') || changed.has('live') || changed.has('number') || changed.has('form'))
      this.#load();
    else if (changed.has('at') && this.at !== null) this.goTo(this.at);
  }

  /** Shows a record that the page already has; of `name`, only the extension counts. With `head`, a record with another head is refused. */
  open(name: string, bytes: Uint8Array, head: string | null = null): Promise<void> {
    this.#file = { name, bytes, head };
    const options = this.#options();
    return this.#player.open(name, bytes, { ...options, which: { ...options.which, head } });
  }

  /** Shows a match so far: its nodes in order, the header first. A page that follows a match calls this repeatedly. */
  follow(nodes: readonly Uint8Array[], isOver = false): Promise<void> {
    const where = this.at === null ? END : parseWhere(this.at);
    return this.#player.follow(nodes, isOver, { ...this.#options(), where });
  }

  /** Plays, like the button. */
  play(): void {
    if (!this.#player.state.playback.isPlaying) this.#run({ do: 'toggle' });
  }

  pause(): void {
    if (this.#player.state.playback.isPlaying) this.#run({ do: 'toggle' });
  }

  /** Goes to an entry (`23`), a time (`1:30`), a tick (`t600`) or the `end`; false where that is none of these. */
  goTo(text: string): boolean {
    const where = parseWhere(text);
    if (where !== null) this.#player.goWhere(where);
    return where !== null;
  }

  /** What is shown now; an immutable value. */
  get state(): ViewerState {
    return this.#player.state;
  }

  /** The record; null before it is loaded. */
  get record(): OpenedRecord | null {
    return this.#player.state.record;
  }

  /** Title of the match: its game and its players. */
  get label(): string {
    return this.record === null ? '' : matchTitle(this.record);
  }

  /** Returns a branch from this moment, and passes it to the page by the event `kifu-branch`. */
  branchHere(): Promise<Result<BranchHere>> {
    return this.#features.branchHere();
  }

  /** Makes a move at this moment: goes to it where it was played or tried there before, else adds it as a variation. */
  async tryMove(move: SeatMove): Promise<void> {
    await (await this.#features.loadTrials()).play(move);
  }

  /** Goes back from a variation to the main line. */
  mainLine(): Promise<void> {
    return this.#features.variations.leave();
  }

  /** Edits what the record says; null where the page keeps no changes. */
  edit(): Promise<Editing | null> {
    return this.#features.loadEditing();
  }

  /** Returns the record in a format, with all that was added to it. */
  async write(form: string): Promise<Result<WrittenForm>> {
    const { main, record } = this.#player.state;
    const whole = main ?? record;
    if (whole === null) return fail('not-found', 'no record is open');
    const { askWritten } = await import('./engine/ask-on-demand.ts');
    return askWritten(whole, form);
  }

  /** Adds shared notes from the text of a file; returns how many there are now. */
  async addNotes(text: string): Promise<Result<number>> {
    return (await this.#features.loadShareNotes()).addNotes(text);
  }

  /** Returns all shared notes as the text of a file. */
  async exportNotes(): Promise<string> {
    return (await this.#features.loadShareNotes()).exportNotes();
  }

  #options(): OpenOptions {
    const loop = this.#loop();
    const where = loop !== null ? entryAt(loop.from) : this.live ? END : null;
    return {
      which: { number: this.number, form: this.form },
      where: this.at === null ? where : parseWhere(this.at),
      loop,
      isPlaying: this.autoplay,
      isLive: this.live,
    };
  }

  #loop(): Playback['loop'] {
    return this.range === null ? null : parseRange(this.range);
  }

  #load(): void {
    if (this.src !== null && this.src !== '') void this.#player.load(this.src, this.#options());
    else if (this.#file !== null) {
      const { name, bytes, head } = this.#file;
      void this.open(name, bytes, head);
    }
  }

  async #choose(file: File): Promise<void> {
    this.number = 1;
    await this.open(file.name, new Uint8Array(await file.arrayBuffer()));
  }

  #featuresHost(): Parameters<typeof createFeatures>[0] {
    const viewer = this;
    return {
      player: this.#player,
      adopt: ({ styleSheet }) =>
        void (this.renderRoot as ShadowRoot).adoptedStyleSheets.push(styleSheet!),
      script: KifuViewer.script,
      get name() {
        return viewer.params ? null : nameOfViewer(viewer);
      },
      get src() {
        return viewer.src;
      },
      get theme() {
        return viewer.#theme();
      },
      get notes() {
        return viewer.notes;
      },
      get editing() {
        return viewer.editing;
      },
      update: () => this.requestUpdate(),
      tell: (type, detail) => this.#tell(type, detail),
    };
  }

  #theme(): 'light' | 'dark' | 'auto' {
    return this.theme === 'light' || this.theme === 'dark' ? this.theme : 'auto';
  }

  /** Dispatches an event; false if the page handles it. */
  #tell(type: string, detail: object): boolean {
    const init = { detail, bubbles: true, composed: true, cancelable: true };
    return this.dispatchEvent(new CustomEvent(type, init));
  }

  #changed(before: ViewerState): void {
    const { state } = this.#player;
    this.requestUpdate();
    this.#events.changed(before, state);
    if (before.isAsking && !state.isAsking) this.#focus('.frame');
  }

  #focus(selector: string): HTMLElement | null {
    const element = this.renderRoot.querySelector<HTMLElement>(selector);
    element?.focus({ preventScroll: true });
    return element;
  }

  #run(command: Command): void {
    const { state } = this.#player;
    if (command.do === 'fullscreen') void this.#toggleFullscreen();
    if (command.do === 'record') this.number += command.by;
    if (command.do === 'fullscreen' || command.do === 'record' || this.#features.do(command))
      return;
    const done = this.#player.do(command);
    const { playback, isMuted, isFlipped } = this.#player.state;
    if (command.do === 'speed') remember({ speed: playback.speed });
    if (command.do === 'mute') remember({ isMuted });
    if (command.do === 'flip') remember({ isFlipped });
    if (!done) this.#tell('kifu-command', { command });
    if (command.do === 'go' && !state.isAsking)
      void this.updateComplete.then(() => this.#focus('.go input'));
    const opened = this.#player.state.panel;
    if (opened !== null && opened !== state.panel)
      void this.updateComplete.then(() => this.#focus('.panel'));
    if (opened === null && state.panel !== null) this.#focus('.frame');
  }

  async #toggleFullscreen(): Promise<void> {
    const isFull = document.fullscreenElement === this;
    // other sites may not allow it in frames
    await (isFull ? document.exitFullscreen() : this.requestFullscreen()).catch(() => {});
  }

  /** Measuring the layout is expensive, and needed only when another move is current. */
  override updated(): void {
    const { picture, record, panel: open, branches, notes, chat, opening } = this.#player.state;
    const sight = `${open} ${opening?.text}`; // an opening that is found later moves everything below it
    if (open !== null && sight !== this.#sighted)
      // on a phone it opens below everything else
      this.renderRoot.querySelector('.panel')?.scrollIntoView({ block: 'nearest' });
    this.#sighted = sight;
    const between = branches.length + notes.length + chat.length; // they move everything below them
    const key = `${record?.id} ${picture?.n} ${open} ${between}`;
    // when lines of variations are rendered, this is another array
    if (key === this.#marked && branches === this.#listed) return;
    this.#marked = key;
    this.#listed = branches;
    showCurrent(this.renderRoot.querySelector<HTMLElement>('.moves'));
  }

  #noMatch(phase: Exclude<ViewerState['phase'], { type: 'ready' | 'loading' }>): TemplateResult {
    if (noMatch === null) {
      void import('./parts/empty-states.ts').then(loaded => {
        noMatch = loaded;
        this.requestUpdate();
      });
      return html``;
    }
    const { adoptedStyleSheets: styles } = this.renderRoot as ShadowRoot;
    const sheet = noMatch.emptyStyle.styleSheet!;
    if (!styles.includes(sheet)) styles.push(sheet);
    const { texts } = this.#player.state;
    const choose = (file: File) => void this.#choose(file);
    if (phase.type === 'empty') return noMatch.empty(choose, texts);
    if (phase.type === 'waiting') return noMatch.waiting(phase.seats, texts);
    const again = this.src === null ? null : () => this.#load();
    return noMatch.failed(phase.fault, again, choose, texts);
  }

  override render(): TemplateResult {
    const { state } = this.#player;
    const { phase, record, picture } = state;
    const { viewer: texts } = state.texts;
    if (phase.type === 'loading') return loading(phase.progress, texts);
    if (phase.type !== 'ready') return this.#noMatch(phase);
    if (record === null || picture === null) return loading(null, texts);
    this.#board.draw(picture.scene, state.art, {
      turn: turnOf(state),
      coordinates: this.hasCoordinates,
      isGliding: !state.times.isExact && !state.isDragging,
      theme: this.#theme(),
      label: picture.said,
    });
    const { width, height } = this.#board.laid!;
    this.style.setProperty('--aspect', `${width / height}`);
    this.#board.drawShapes(shapesNow(state));
    this.#features.showEffects(record, picture);
    if (state.panel !== null || state.isAsking) this.#features.stylePanels();
    if (state.panel === 'share' || state.panel === 'notes') void this.#features.loadShareNotes();
    const { variations, shareNotes } = this.#features;
    const run = (command: Command) => this.#run(command);
    const { branching, searching, studying } = this;
    const player = this.#player;
    const offers = { branching, searching, studying };
    const context = { state, record, picture, player, variations, shareNotes, ...offers, run };
    if (state.isTrying) void this.#features.loadTrials();
    return layout(context, this.#board.frame, this.#keyboard, this.#features.trials);
  }
}

/** Waits until the page is printed, or colors are forced. */
async function adoptRareStyle(root: ShadowRoot): Promise<void> {
  const wanted = matchMedia('print, (forced-colors: active)');
  if (!wanted.matches)
    await new Promise(resolve => wanted.addEventListener('change', resolve, { once: true }));
  const { rareStyle } = await import('./parts/style-rare.ts');
  root.adoptedStyleSheets.push(rareStyle.styleSheet!);
}

/** Attributes that are not set. */
const UNSET = {
  src: null,
  at: null,
  range: null,
  seat: null,
  flip: false,
  autoplay: false,
  speed: 1,
  pace: null,
  ruler: null,
  sound: false,
  live: false,
  fill: false,
  branching: false,
  searching: false,
  studying: false,
  editing: false,
  hasCoordinates: true,
  theme: null,
  number: 1,
  form: null,
  params: false,
  notes: null,
} satisfies Partial<KifuViewer>;

const END: Where = { type: 'end' };
const entryAt = (n: number): Where => ({ type: 'entry', n });
