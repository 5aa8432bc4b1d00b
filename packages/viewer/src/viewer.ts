/** The element `<kifu-viewer>`: its attributes and what a page can ask of it, around a player. */
import {
  FIXED,
  ORIGINAL,
  type Playback,
  parseWhere,
  SPEEDS,
  type Where,
} from '@kifu/client/playback';
import type { Result } from '@kifu/core';
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { takeGames } from './engine/ask.ts';
import type { BranchHere } from './engine/on-demand-types.ts';
import type { OpenedRecord } from './engine/types.ts';
import { createKeyboard, isField } from './keyboard.ts';
import { languageOf, watchLanguage } from './language.ts';
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

/** What is shown without a match; null until it is needed. */
let noMatch: typeof import('./parts/empty-states.ts') | null = null;

/** A replay viewer. */
export class KifuViewer extends LitElement {
  /** The address of the script that registers the element, for code to pass on; null where a page has it within itself. */
  static script: string | null = null;
  /** Takes games from a module at this address, which exports what `createGames` of `@kifu/games` gives. */
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
  /** Whether the element is as high as its page makes it, and the board takes what room there is. */
  declare fill: boolean;
  /** Whether the page begins a match where the viewer stands, when it hears `kifu-branch`. */
  declare branching: boolean;
  /** Whether the page finds matches with the position that is shown, when it hears `kifu-find`. */
  declare searching: boolean;
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
  /** A file that the page has opened or the reader has chosen; null where the record is loaded from `src`. */
  #file: {
    readonly name: string;
    readonly bytes: Uint8Array;
    readonly head: string | null;
  } | null = null;
  /** What the list of moves was scrolled for. */
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

  /** Text that is pasted where there is nothing to see is a record; in fields it is their own. */
  #onPaste = (event: ClipboardEvent): void => {
    const { type } = this.#player.state.phase;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if ((type !== 'empty' && type !== 'failed') || text === '' || isField(event.composedPath()[0]))
      return;
    event.preventDefault();
    void this.#choose(new File([text], 'pasted'));
  };

  /** Whether there was more to come when the page took the viewer away. */
  #isWaiting(): boolean {
    const { phase, isLive, arriving } = this.#player.state;
    return phase.type === 'loading' || phase.type === 'waiting' || isLive || arriving !== null;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const player = this.#player;
    if (changed.has('seat')) player.set({ as: this.seat });
    // what was chosen by hand in another visit goes before what the page says at first
    const before = this.hasUpdated ? {} : recall();
    // who sees it through the eyes of a seat sits where that seat does
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

  /** Shows a record that the page has already; `name` is only looked at for its ending. One with another head is refused, where one is named. */
  open(name: string, bytes: Uint8Array, head: string | null = null): Promise<void> {
    this.#file = { name, bytes, head };
    const options = this.#options();
    return this.#player.open(name, bytes, { ...options, which: { ...options.which, head } });
  }

  /** Shows a match as far as it has come: its nodes in order, the header first. A page that follows one calls this again and again. */
  follow(nodes: readonly Uint8Array[], isOver = false): Promise<void> {
    const where = this.at === null ? END : parseWhere(this.at);
    return this.#player.follow(nodes, isOver, { ...this.#options(), where });
  }

  /** Plays, as a press on the button does. */
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

  /** What is shown now; a value that never changes. */
  get state(): ViewerState {
    return this.#player.state;
  }

  /** What is known about the record; null before it is there. */
  get record(): OpenedRecord | null {
    return this.#player.state.record;
  }

  /** What the match is called: its game and its players. */
  get label(): string {
    return this.record === null ? '' : matchTitle(this.record);
  }

  /** Hands a branch that begins at this moment to the page, by the event `kifu-branch` too. */
  branchHere(): Promise<Result<BranchHere>> {
    return this.#features.branchHere();
  }

  /** Back from a variation to the match itself. */
  mainLine(): Promise<void> {
    return this.#features.variations.leave();
  }

  /** Adds annotations from the text of a file; how many there are now. */
  async addNotes(text: string): Promise<Result<number>> {
    return (await this.#features.loadShareNotes()).addNotes(text);
  }

  /** All annotations that are here as the text of a file. */
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
      update: () => this.requestUpdate(),
      tell: (type, detail) => this.#tell(type, detail),
    };
  }

  #theme(): 'light' | 'dark' | 'auto' {
    return this.theme === 'light' || this.theme === 'dark' ? this.theme : 'auto';
  }

  /** False where the page has said that it does what the event is about. */
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
    // frames of others may not be allowed to
    await (isFull ? document.exitFullscreen() : this.requestFullscreen()).catch(() => {});
  }

  /** Looking where things are is dear, and needed only where another move is marked. */
  override updated(): void {
    const { picture, record, panel: open, branches, notes, chat, opening } = this.#player.state;
    const sight = `${open} ${opening?.text}`; // an opening that is found later moves what stands below it
    if (open !== null && sight !== this.#sighted)
      // on a phone it opens below everything else
      this.renderRoot.querySelector('.panel')?.scrollIntoView({ block: 'nearest' });
    this.#sighted = sight;
    const between = branches.length + notes.length + chat.length; // they move what stands below them
    const key = `${record?.id} ${picture?.n} ${open} ${between}`;
    // lines of variations come after they are known, and then these are another value
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
    if (state.panel === 'share' || state.panel === 'notes') void this.#features.loadShareNotes();
    const { variations, shareNotes } = this.#features;
    const run = (command: Command) => this.#run(command);
    const { branching, searching } = this;
    const player = this.#player;
    const offers = { branching, searching };
    const context = { state, record, picture, player, variations, shareNotes, ...offers, run };
    if (state.isTrying) void this.#features.loadTrials();
    return layout(context, this.#board.frame, this.#keyboard, this.#features.trials);
  }
}

/** Waits until the page is printed, or colours are forced. */
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
  hasCoordinates: true,
  theme: null,
  number: 1,
  form: null,
  params: false,
  notes: null,
} satisfies Partial<KifuViewer>;

const END: Where = { type: 'end' };
const entryAt = (n: number): Where => ({ type: 'entry', n });
