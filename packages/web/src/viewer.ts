/** The element `<kifu-viewer>`: loads a record, plays it, and puts the parts together. */
import type { Fault } from '@kifu/core';
import type { Art, Turn } from '@kifu/core/svg';
import { loadArt } from '@kifu/games/art';
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { askPicture, check, closeRecord, openRecord } from './engine/ask.ts';
import type { Checked } from './engine/check.ts';
import type { Moment, Picture, Score } from './engine/types.ts';
import { fetchBytes, type Progress } from './load/fetch.ts';
import { type Command, commandOf, type Panel } from './model/keys.ts';
import { parseWhere, type Where } from './model/link.ts';
import { markFrom } from './model/marks.ts';
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
import { rulerOf } from './model/ruler.ts';
import { bar } from './parts/bar.ts';
import { BoardView } from './parts/board.ts';
import { controls } from './parts/controls.ts';
import { moves } from './parts/moves.ts';
import { help, proof } from './parts/panels.ts';
import { badge, players } from './parts/players.ts';
import { style } from './parts/style.ts';

/** What there is to see at all. */
type Phase =
  | { readonly type: 'empty' }
  | { readonly type: 'loading'; readonly progress: Progress | null }
  | { readonly type: 'failed'; readonly fault: Fault }
  | { readonly type: 'ready' };

const NO_TIMES: Times = { at: [0], endMs: 0, isExact: false };

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
    picture: { state: true },
    checked: { state: true },
    panel: { state: true },
  };

  declare src: string | null;
  declare at: string | null;
  declare flip: boolean;
  declare autoplay: boolean;
  declare number: number;
  declare form: string | null;
  declare phase: Phase;
  declare playback: Playback;
  declare picture: Picture | null;
  declare checked: Checked | null;
  declare panel: Panel | null;
  #score: Score | null = null;
  #art: Art | undefined;
  #times: Times = NO_TIMES;
  #pace: Pace = ORIGINAL;
  #loading: AbortController | null = null;
  /** The moment that is asked for, and the one to be asked for next. */
  #asked: string | null = null;
  #isAsking = false;
  #lastMs: number | null = null;
  #isDragging = false;
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
    this.picture = null;
    this.checked = null;
    this.panel = null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#loading?.abort();
    this.#lastMs = null;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('src') && this.src !== null) void this.#load(this.src);
    if (changed.has('playback')) void this.#look();
  }

  /** Shows a record that the page has already. */
  async open(name: string, bytes: Uint8Array): Promise<void> {
    const opened = await openRecord(name, bytes, { number: this.number, form: this.form });
    if (!opened.ok) {
      this.phase = { type: 'failed', fault: opened.fault };
      return;
    }
    await this.#show(opened.value);
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

  async #show(score: Score): Promise<void> {
    if (this.#score !== null) void closeRecord(this.#score);
    this.#score = score;
    this.#times = timesOf(score, this.#pace);
    const where = this.at === null ? null : parseWhere(this.at);
    const playback = where === null ? AT_START : this.#go(AT_START, where);
    const [art, picture] = await Promise.all([
      loadArt(score.game),
      askPicture(score, this.#momentOf(playback), null),
    ]);
    this.#art = art;
    this.playback = playback;
    this.picture = picture;
    this.phase = { type: 'ready' };
    if (this.autoplay) this.#do({ do: 'toggle' });
    this.dispatchEvent(new CustomEvent('kifu-ready', { detail: { score } }));
    void check(score, checked => {
      if (this.#score === score) this.checked = checked;
    });
  }

  #momentOf({ ms }: Playback): Moment {
    return this.#times.isExact ? { ms } : { n: countAt(this.#times, ms) };
  }

  /** Asks for the picture of the moment; while an answer is on its way, only the newest moment is kept. */
  async #look(): Promise<void> {
    const score = this.#score;
    if (score === null || this.#isAsking) return;
    const moment = this.#momentOf(this.playback);
    const key = JSON.stringify(moment);
    if (key === this.#asked) return;
    this.#asked = key;
    this.#isAsking = true;
    const picture = await askPicture(score, moment, null);
    this.#isAsking = false;
    if (score !== this.#score) return;
    this.picture = picture;
    void this.#look();
  }

  #go(playback: Playback, where: Where): Playback {
    const times = this.#times;
    if (where.type === 'end') return goTo(playback, times, times.at.length - 1);
    if (where.type === 'entry') return goTo(playback, times, where.n);
    const { lines, hz } = this.#score!;
    if (times.isExact)
      return seek(
        playback,
        times,
        where.type === 'ms' ? where.ms : (where.tick * 1000) / (hz ?? 1),
      );
    const isBy = ({ ms, tick }: (typeof lines)[number]) =>
      where.type === 'ms' ? (ms ?? 0) <= where.ms : (tick ?? 0) <= where.tick;
    return goTo(playback, times, lines.findLastIndex(isBy) + 1);
  }

  #jump(n: number): void {
    this.playback = pause(goTo(this.playback, this.#times, n));
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
        const mark = markFrom(this.#score!.marks, countAt(times, playback.ms), command.by);
        if (mark !== null) this.playback = pause(goTo(playback, times, mark.n));
        return;
      }
      case 'speed':
        this.playback = faster(playback, command.by);
        return;
      case 'proof':
      case 'help':
        this.panel = this.panel === command.do ? null : command.do;
        return;
      case 'close':
        this.panel = null;
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

  override render(): TemplateResult {
    if (this.phase.type === 'empty') return html`<p class="note">There is no record here yet.</p>`;
    if (this.phase.type === 'loading') return html`<p class="note">Loading…</p>`;
    if (this.phase.type === 'failed') return html`<p class="note">${this.phase.fault.message}</p>`;
    const score = this.#score!;
    const picture = this.picture!;
    const turn: Turn = this.flip ? 180 : 0;
    const isGliding = !this.#times.isExact && !this.#isDragging;
    this.#board.draw(picture.scene, this.#art, { turn, isGliding });
    const run = (command: Command) => this.#do(command);
    return html`
      <div class="frame has-side" tabindex="0" @keydown=${this.#onKey}>
        <div class="stage board">${this.#board.element}</div>
        <div class="side">
          <div class="head">
            ${players(score, picture)} ${badge(this.checked, this.panel === 'proof', () => run({ do: 'proof' }))}
          </div>
          ${
            this.panel === null
              ? moves({ score, n: picture.n, go: n => this.#jump(n) })
              : html`<section class="panel">${this.panel === 'proof' ? proof(score, this.checked) : help()}</section>`
          }
        </div>
        <div class="foot">
          ${bar({
            score,
            times: this.#times,
            ruler: rulerOf(this.#times.isExact ? 'clock' : 'events', this.#times),
            ms: this.playback.ms,
            n: picture.n,
            marks: score.marks,
            checked: this.checked,
            loop: this.playback.loop,
            seek: ms => {
              this.playback = seek(this.playback, this.#times, ms);
            },
            drag: isDragging => {
              this.#isDragging = isDragging;
            },
          })}
          ${controls({
            playback: this.playback,
            endMs: this.#times.endMs,
            n: picture.n,
            length: score.lines.length,
            text: score.lines[picture.n - 1]?.text ?? '',
            isMuted: true,
            openPanel: this.panel,
            run,
            speed: speed => {
              this.playback = { ...this.playback, speed };
            },
          })}
        </div>
      </div>
    `;
  }
}
