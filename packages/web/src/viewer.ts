/** The element `<kifu-viewer>`: loads a record, plays it, and puts the parts together. */
import type { Fault, Scene } from '@kifu/core';
import type { Turn } from '@kifu/core/svg';
import type { Frame } from '@kifu/record';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { fetchBytes, type Progress } from './load/fetch.ts';
import { openRecord, type Session } from './load/open.ts';
import { type Command, commandOf } from './model/keys.ts';
import { formatTime, parseWhere, type Where } from './model/link.ts';
import { type BarMark, markFrom, marksOf } from './model/marks.ts';
import { countAt, ORIGINAL, type Pace, type Times, timesOf } from './model/pace.ts';
import {
  AT_START,
  faster,
  goTo,
  type Playback,
  pass,
  pause,
  seek,
  stepBy,
  toggle,
} from './model/playback.ts';
import { BoardView } from './parts/board.ts';
import { style } from './parts/style.ts';
import { entryText, outcomeText } from './words.ts';

/** What there is to see at all. */
type Phase =
  | { readonly type: 'empty' }
  | { readonly type: 'loading'; readonly progress: Progress | null }
  | { readonly type: 'failed'; readonly fault: Fault }
  | { readonly type: 'ready' };

/** A replay viewer. */
export class KifuViewer extends LitElement {
  static override styles = style;
  static override properties = {
    src: {},
    at: {},
    flip: { type: Boolean },
    autoplay: { type: Boolean },
    number: { type: Number },
    form: {},
    phase: { state: true },
    playback: { state: true },
  };

  declare src: string | null;
  declare at: string | null;
  declare flip: boolean;
  declare autoplay: boolean;
  declare number: number;
  declare form: string | null;
  declare phase: Phase;
  declare playback: Playback;
  #session: Session | null = null;
  #times: Times = { at: [0], endMs: 0, isExact: false };
  #pace: Pace = ORIGINAL;
  #marks: readonly BarMark[] = [];
  #moves: readonly string[] = [];
  #loading: AbortController | null = null;
  #lastMs: number | null = null;
  readonly #board = new BoardView();

  constructor() {
    super();
    this.src = null;
    this.at = null;
    this.flip = false;
    this.autoplay = false;
    this.number = 1;
    this.form = null;
    this.phase = { type: 'empty' };
    this.playback = AT_START;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#loading?.abort();
    this.#lastMs = null;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('src') && this.src !== null) void this.#load(this.src);
  }

  /** Shows a record that the page has already. */
  async open(name: string, bytes: Uint8Array): Promise<void> {
    const opened = await openRecord(name, bytes, { number: this.number, form: this.form });
    if (!opened.ok) {
      this.phase = { type: 'failed', fault: opened.fault };
      return;
    }
    this.#show(opened.value);
  }

  async #load(src: string): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    this.phase = { type: 'loading', progress: null };
    try {
      const bytes = await fetchBytes(src, loading.signal, progress => {
        this.phase = { type: 'loading', progress };
      });
      if (loading.signal.aborted) return;
      if (!bytes.ok) this.phase = { type: 'failed', fault: bytes.fault };
      else await this.open(new URL(src, document.baseURI).pathname, bytes.value);
    } catch (cause) {
      if (!loading.signal.aborted) throw cause;
    }
  }

  #show(session: Session): void {
    this.#session = session;
    const { kit, line } = session;
    this.#times = timesOf(line, this.#pace);
    this.#marks = marksOf(kit, line);
    this.#moves = Array.from({ length: line.length }, (_, i) => entryText(kit, line, i + 1));
    this.phase = { type: 'ready' };
    const where = this.at === null ? null : parseWhere(this.at);
    this.playback = where === null ? AT_START : this.#go(AT_START, where);
    if (this.autoplay) this.#do({ do: 'toggle' });
    this.dispatchEvent(new CustomEvent('kifu-ready', { detail: { kifu: session.kifu } }));
  }

  #go(playback: Playback, where: Where): Playback {
    const times = this.#times;
    if (where.type === 'end') return goTo(playback, times, times.at.length - 1);
    if (where.type === 'entry') return goTo(playback, times, where.n);
    const { line } = this.#session!;
    const frame = where.type === 'tick' ? line.atTick(where.tick) : line.atMs(where.ms);
    if (!times.isExact) return goTo(playback, times, frame.n);
    const hz = line.game.time!.hz(frame.state);
    return seek(playback, times, where.type === 'ms' ? where.ms : (where.tick * 1000) / hz);
  }

  /** Does what a key or a button asks for. */
  #do(command: Command): void {
    const { playback } = this;
    const times = this.#times;
    switch (command.do) {
      case 'toggle':
        this.playback = toggle(playback, times);
        this.#run();
        return;
      case 'reverse':
        this.playback = { ...playback, isReverse: !playback.isReverse };
        return;
      case 'start':
        this.playback = goTo(playback, times, 0);
        return;
      case 'end':
        this.playback = goTo(playback, times, times.at.length - 1);
        return;
      case 'step':
      case 'turn':
      case 'tick':
        this.playback = stepBy(playback, times, command.by);
        return;
      case 'tenth':
        this.playback = seek(playback, times, (times.endMs * command.tenth) / 10);
        return;
      case 'mark': {
        const mark = markFrom(this.#marks, countAt(times, playback.ms), command.by);
        if (mark !== null) this.playback = pause(goTo(playback, times, mark.n));
        return;
      }
      case 'speed':
        this.playback = faster(playback, command.by);
        return;
      case 'flip':
        this.flip = !this.flip;
        return;
      default:
        return;
    }
  }

  #run(): void {
    if (!this.playback.isPlaying || this.#lastMs !== null) return;
    const tick = (now: number) => {
      if (!this.isConnected || !this.playback.isPlaying) {
        this.#lastMs = null;
        return;
      }
      this.playback = pass(this.playback, this.#times, now - (this.#lastMs ?? now));
      this.#lastMs = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  #onKey = (event: KeyboardEvent): void => {
    const target = event.composedPath()[0];
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
    const command = this.phase.type === 'ready' ? commandOf(event) : null;
    if (command === null) return;
    event.preventDefault();
    this.#do(command);
  };

  #frame({ line }: Session): Frame {
    const n = countAt(this.#times, this.playback.ms);
    return this.#times.isExact ? line.atMs(this.playback.ms) : line.at(n);
  }

  #scene({ kit, line }: Session, frame: Frame): Scene {
    const before = frame.n === 0 ? null : line.at(frame.n - 1);
    const act = frame.entry?.act;
    if (before === null || act?.type !== 'move') return kit.scene(frame.state);
    return kit.scene(frame.state, { scene: kit.scene(before.state), move: act.move });
  }

  override render(): TemplateResult {
    if (this.phase.type === 'empty') return html`<p class="note">There is no record here yet.</p>`;
    if (this.phase.type === 'loading') return html`<p class="note">Loading…</p>`;
    if (this.phase.type === 'failed') return html`<p class="note">${this.phase.fault.message}</p>`;
    const session = this.#session!;
    const frame = this.#frame(session);
    const turn: Turn = this.flip ? 180 : 0;
    this.#board.draw(this.#scene(session, frame), session.kit.art, {
      turn,
      isGliding: !this.#times.isExact,
    });
    const { outcome } = frame;
    return html`
      <div class="frame" tabindex="0" @keydown=${this.#onKey}>
        <div class="stage">${this.#board.element}</div>
        <div class="foot">
          <input
            type="range"
            min="0"
            max=${this.#times.endMs}
            .value=${`${this.playback.ms}`}
            aria-label="position"
            aria-valuetext=${`move ${frame.n} of ${session.line.length}, ${formatTime(this.playback.ms)}`}
            @input=${(event: InputEvent) => {
              const ms = Number((event.target as HTMLInputElement).value);
              this.playback = seek(this.playback, this.#times, ms);
            }}
          />
          <span>${frame.n} / ${session.line.length} ${this.#moves[frame.n - 1] ?? ''}</span>
          ${outcome === null ? nothing : html`<span>${outcomeText(session.kit, outcome)}</span>`}
        </div>
      </div>
    `;
  }
}
