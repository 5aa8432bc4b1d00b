/** The element `<kifu-viewer>`: attributes, keys and events around a player, and the parts put together. */
import type { Result } from '@kifu/core';
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { takeGames } from './engine/ask.ts';
import type { BranchHere } from './engine/desk-types.ts';
import type { Score } from './engine/types.ts';

import { createExtras, type Extras } from './extras.ts';
import type { OpenOptions } from './load/loader.ts';
import { type Command, commandOf } from './model/keys.ts';
import { parseRange, parseWhere, type Where } from './model/link.ts';
import { FIXED, ORIGINAL } from './model/pace.ts';
import { type Playback, SPEEDS } from './model/playback.ts';
import { nameOfViewer, takeParams } from './params.ts';
import { type Announcer, createAnnouncer } from './parts/announcer.ts';
import { bar } from './parts/bar.ts';
import { BoardView } from './parts/board.ts';
import type { Context } from './parts/context.ts';
import { controls } from './parts/controls.ts';
import { listen } from './parts/gestures.ts';
import { head, matchTitle } from './parts/head.ts';
import { moves, showCurrent } from './parts/moves.ts';
import { overlay } from './parts/overlay.ts';
import { panel } from './parts/panel.ts';
import { strip } from './parts/players.ts';
import { repeat } from './parts/repeat.ts';
import { playSound, soundOf } from './parts/sound.ts';
import { empty, failed, loading, waiting } from './parts/states.ts';
import { style } from './parts/style.ts';

import { createPlayer, type Player } from './player.ts';
import { shapesNow, turnOf, type ViewerState } from './state.ts';

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
  declare theme: string | null;
  declare number: number;
  declare form: string | null;
  declare params: boolean;
  /** The address of a file of annotations. */
  declare notes: string | null;
  #player: Player;
  #announcer: Announcer;
  #sizes: ResizeObserver | null = null;
  #stopKey: (() => void) | null = null;
  #marked = '';
  readonly #board = new BoardView();
  readonly #extras: Extras;

  constructor() {
    super();
    this.src = null;
    this.at = null;
    this.range = null;
    this.seat = null;
    this.flip = false;
    this.autoplay = false;
    this.speed = 1;
    this.pace = null;
    this.ruler = null;
    this.sound = false;
    this.live = false;
    this.theme = null;
    this.number = 1;
    this.form = null;
    this.params = false;
    this.notes = null;
    this.#player = createPlayer(before => this.#changed(before));
    this.#extras = this.#makeExtras();
    this.#announcer = createAnnouncer(words => this.#speak(words));
    listen(
      this.#board.frame,
      command => this.#run(command),
      () => this.matches(':focus-within'),
    );
  }

  override connectedCallback(): void {
    super.connectedCallback();
    takeParams(this, new URLSearchParams(location.search), this.params);
    this.#sizes = new ResizeObserver(() =>
      this.#tell('kifu-resize', { height: this.offsetHeight }),
    );
    this.#sizes.observe(this);
    if (this.hasUpdated && this.#isWaiting()) this.#load();
    addEventListener('online', this.#onOnline);
    this.addEventListener('dragover', this.#onDragOver);
    this.addEventListener('drop', this.#onDrop);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes?.disconnect();
    this.#stopKey?.();
    this.#announcer.close();
    removeEventListener('online', this.#onOnline);
    this.#player.rest();
    this.#player.set({ playback: { ...this.#player.state.playback, isPlaying: false } });
  }

  /** Whether there was more to come when the page took the viewer away. */
  #isWaiting(): boolean {
    const { phase, isLive, arriving } = this.#player.state;
    return phase.type === 'loading' || phase.type === 'waiting' || isLive || arriving !== null;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const player = this.#player;
    if (changed.has('seat')) player.set({ as: this.seat });
    if (changed.has('flip')) player.set({ isFlipped: this.flip });
    if (changed.has('sound')) player.set({ isMuted: !this.sound });
    if (changed.has('ruler')) player.set({ ruler: this.ruler === 'clock' ? 'clock' : 'events' });
    if (changed.has('pace')) player.setPace(this.pace === 'fixed' ? FIXED : ORIGINAL);
    if (changed.has('speed')) {
      const speed = SPEEDS.find(value => value === this.speed) ?? 1;
      player.set({ playback: { ...player.state.playback, speed } });
    }
    if (changed.has('range'))
      player.set({ playback: { ...player.state.playback, loop: this.#loop() } });
    if (changed.has('src') || changed.has('live') || changed.has('number') || changed.has('form'))
      this.#load();
    else if (changed.has('at') && this.at !== null) {
      const where = parseWhere(this.at);
      if (where !== null) player.goWhere(where);
    }
  }

  /** Shows a record that the page has already; `name` is only looked at for its ending. */
  open(name: string, bytes: Uint8Array): Promise<void> {
    return this.#player.open(name, bytes, this.#options());
  }

  /** Shows a match as far as it has come: its nodes in order, the header first. Whoever follows it calls this again and again. */
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
  get score(): Score | null {
    return this.#player.state.score;
  }

  #options(): OpenOptions {
    const loop = this.#loop();
    const where = loop !== null ? ENTRY(loop.from) : this.live ? END : null;
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
  }

  #makeExtras(): Extras {
    const viewer = this;
    const host = {
      player: this.#player,
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
      tell: (type: string, detail: object) => this.#tell(type, detail),
    };
    return createExtras(host, this.#board);
  }

  #theme(): 'light' | 'dark' | 'auto' {
    return this.theme === 'light' || this.theme === 'dark' ? this.theme : 'auto';
  }

  /** Hands a branch that begins at this moment to the page, by the event `kifu-branch` too. */
  branchHere(): Promise<Result<BranchHere>> {
    return this.#extras.branchHere();
  }

  /** Back from a variation to the match itself. */
  mainLine(): Promise<void> {
    return this.#extras.walk.leave();
  }

  /** Adds annotations from the text of a file; how many there are now. */
  async addNotes(text: string): Promise<Result<number>> {
    return (await this.#extras.loadDesk()).addNotes(text);
  }

  /** All annotations that are here as the text of a file. */
  async exportNotes(): Promise<string> {
    return (await this.#extras.loadDesk()).exportNotes();
  }

  #tell(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  #changed(before: ViewerState): void {
    this.requestUpdate();
    const { state } = this.#player;
    if (state.score !== before.score && state.score !== null) {
      // a variation is no other record
      if (state.main === null && before.main === null) this.#ready(state.score);
    }
    if (state.checked !== before.checked && state.checked !== null)
      this.#tell('kifu-check', { checked: state.checked });
    if (state.phase.type === 'failed' && before.phase.type !== 'failed')
      this.#tell('kifu-fault', { fault: state.phase.fault });
    if (before.isAsking && !state.isAsking)
      this.renderRoot.querySelector<HTMLElement>('.frame')?.focus({ preventScroll: true });
    this.#hear(before, state);
    const n = state.picture?.n;
    if (n !== undefined && n !== before.picture?.n) this.#moved(before.picture?.n ?? null, n);
  }

  #ready(score: Score): void {
    this.#tell('kifu-ready', { score });
    this.#extras.ready(score);
  }

  /** What is told to those who listen besides moves: talk, and the connection. */
  #hear(before: ViewerState, { link, chat }: ViewerState): void {
    if (before.link === null || link === null) return;
    if (link.isUp !== before.link.isUp)
      this.#announcer.say(link.isUp ? 'connected again' : 'the connection is lost', false);
    const said = chat.slice(before.chat.length).map(({ name, text }) => `${name}: ${text}`);
    if (said.length > 0) this.#announcer.say(said.join('; '), false);
  }

  /** Another entry is shown. */
  #moved(before: number | null, n: number): void {
    const { state } = this.#player;
    const { score, picture, playback, isDragging, isMuted } = state;
    const line = score?.lines[n - 1];
    this.#tell('kifu-change', { n, tick: picture?.tick ?? null, ms: playback.ms });
    if (before === null) return;
    if (line !== undefined && n === before + 1 && !isMuted && !isDragging)
      playSound(soundOf(line.events, line.kind));
    const words = line === undefined ? 'the start' : `${n}: ${line.spoken}`;
    this.#announcer.say(words, playback.isPlaying);
  }

  #speak(words: string): void {
    const live = this.renderRoot.querySelector('.live');
    if (live !== null) live.textContent = words;
  }

  #run(command: Command): void {
    const { state } = this.#player;
    if (this.#extras.do(command)) return;
    const done = this.#player.do(command);
    if (!done) this.#tell('kifu-command', { command });
    if (command.do === 'go' && !state.isAsking)
      void this.updateComplete.then(() =>
        this.renderRoot.querySelector<HTMLElement>('.go input')?.focus(),
      );
    const opened = this.#player.state.panel;
    if (opened !== null && opened !== state.panel)
      void this.updateComplete.then(() => {
        const panel = this.renderRoot.querySelector<HTMLElement>('.panel');
        panel?.focus({ preventScroll: true });
        panel?.scrollIntoView({ block: 'nearest' }); // on a phone it opens below everything else
      });
    if (opened === null && state.panel !== null)
      this.renderRoot.querySelector<HTMLElement>('.frame')?.focus({ preventScroll: true });
  }

  /** Keys act only in here, never in fields, and leave buttons their own. A held key goes on quicker and quicker. */
  #onKey = (event: KeyboardEvent): void => {
    const target = event.composedPath()[0];
    if (isField(target)) return;
    if (target instanceof HTMLButtonElement && (event.key === ' ' || event.key === 'Enter')) return;
    const command = commandOf(event);
    if (command === null || this.#player.state.phase.type !== 'ready') return;
    event.preventDefault();
    if (event.repeat) return;
    this.#stopKey?.();
    this.#run(command);
    if ('by' in command && command.do !== 'speed') this.#stopKey = repeat(() => this.#run(command));
  };

  #onKeyUp = (): void => {
    this.#stopKey?.();
    this.#stopKey = null;
  };

  #onOnline = (): void => {
    const { phase } = this.#player.state;
    if (phase.type === 'failed') this.#load();
  };

  #onDragOver = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };

  #onDrop = (event: DragEvent): void => {
    const [file] = event.dataTransfer?.files ?? [];
    if (file === undefined) return;
    event.preventDefault();
    void this.#choose(file);
  };

  async #choose(file: File): Promise<void> {
    await this.open(file.name, new Uint8Array(await file.arrayBuffer()));
  }

  /** Looking where things are is dear, and needed only where another move is marked. */
  override updated(): void {
    const { picture, score, panel: open, branches, notes, chat } = this.#player.state;
    const between = branches.length + notes.length + chat.length; // they move what stands below them
    const key = `${score?.id} ${picture?.n} ${open} ${between}`;
    if (key === this.#marked) return;
    this.#marked = key;
    showCurrent(this.renderRoot.querySelector<HTMLElement>('.moves'));
  }

  override render(): TemplateResult {
    const { state } = this.#player;
    const { phase, score, picture } = state;
    if (phase.type === 'empty') return empty(file => void this.#choose(file));
    if (phase.type === 'loading') return loading(phase.progress);
    if (phase.type === 'waiting') return waiting(phase.seats);
    if (phase.type === 'failed')
      return failed(phase.fault, this.src === null ? null : () => this.#load());
    if (score === null || picture === null) return loading(null);
    const isGliding = !state.times.isExact && !state.isDragging;
    this.#board.draw(picture.scene, state.art, {
      turn: turnOf(state),
      isGliding,
      theme: this.#theme(),
      label: picture.said,
    });
    this.#board.drawShapes(shapesNow(state));
    if (state.panel === 'share' || state.panel === 'notes') void this.#extras.loadDesk();
    const context: Context = {
      state,
      score,
      picture,
      player: this.#player,
      walk: this.#extras.walk,
      desk: this.#extras.desk,
      run: command => this.#run(command),
    };
    return html`
      <div
        class="frame"
        role="group"
        tabindex="0"
        aria-label=${matchTitle(score)}
        @keydown=${this.#onKey}
        @keyup=${this.#onKeyUp}
        @focusout=${this.#onKeyUp}
      >
        <div class="stage">
          ${strip(context, 'far')}
          <div class="board">${this.#board.frame}${overlay(context)}</div>
          ${strip(context, 'near')}
        </div>
        <div class="foot">${bar(context)} ${controls(context)}</div>
        <div class="side">
          ${head(context)}
          ${
            state.panel === null
              ? guard(seenInMoves(context), () => moves(context))
              : panel(state.panel, context)
          }
        </div>
        <div class="live visually-hidden" aria-live="polite"></div>
      </div>
    `;
  }
}

const END: Where = { type: 'end' };
const ENTRY = (n: number): Where => ({ type: 'entry', n });

/** What the list of moves depends on: long ones are not drawn again for nothing. */
const seenInMoves = ({ score, picture, state }: Context): unknown[] => [
  score,
  picture.n,
  state.arriving === null,
  state.path,
  state.branches,
  state.notes,
  state.chat,
];

const isField = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;
