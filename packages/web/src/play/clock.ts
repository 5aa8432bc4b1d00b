/** A clock that runs: what a seat has left now. It changes by itself, and nothing around it is drawn anew for that. */
import type { Seat } from '@kifu/core';
import { shownMs, timeLeft } from '@kifu/record/table';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { text } from '../site/texts.ts';
import { moveLeftMs, type TableMatch } from './table-match.ts';

/** Below so much a clock looks and sounds so; below so much it shows tenths. In milliseconds. */
const LOW_MS = 30_000;
const TENTHS_MS = 10_000;
const SECOND_MS = 1000;

/** `4:09`, `1:00:00`, below ten seconds `9.3`. */
function clockText(ms: number): string {
  if (ms < TENTHS_MS) return `${Math.floor(ms / 1000)}.${Math.floor(ms / 100) % 10}`;
  const seconds = Math.floor(ms / 1000);
  const two = (n: number) => `${n}`.padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}

class MatchClock extends LitElement {
  static override properties = {
    match: { attribute: false },
    seat: { attribute: false },
    n: { attribute: false },
    isKnown: { attribute: false },
  };

  declare match: TableMatch | null;
  declare seat: Seat;
  /** How far the match has come: with each step another clock may run. */
  declare n: number;
  /** Whether the server answers: else nobody here knows how its clocks stand. */
  declare isKnown: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  override render(): TemplateResult | typeof nothing {
    clearTimeout(this.#timer);
    const { match, seat } = this;
    const table = match?.followed?.table ?? null;
    if (match === null || table === null) return nothing;
    const { clocks } = table;
    if (!this.isKnown && match.followed?.outcome === null)
      return clocks === null
        ? nothing
        : html`<span class="clock seat-clock" role="timer" aria-label=${text.play.clockUnknown} title=${text.play.clockUnknown}>–:––</span>`;
    const moveMs = moveLeftMs(match, seat);
    if (match.kit.game.time !== undefined && match.followed?.outcome === null)
      this.#again(moveMs ?? SECOND_MS); // time alone may begin a turn
    if (clocks === null) return moveMs === null ? nothing : timer(moveMs, true, 0);
    const now = match.elapsedMs();
    const ms = shownMs(clocks, seat, now) ?? 0;
    const periods = timeLeft(clocks, seat, now)?.periods ?? 0;
    const isRunning =
      clocks.running === seat && !clocks.isPaused && match.followed?.outcome === null;
    if (isRunning) this.#again(ms);
    // the rules may set a time for the move as well
    return html`${moveMs === null || moveMs > ms ? nothing : html`<span class="clock move-time" title=${text.play.moveTime}>${clockText(moveMs)}</span>`}
      ${timer(ms, isRunning, periods)}`;
  }

  #again(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.requestUpdate(), ms < TENTHS_MS ? 100 : 200);
  }
}

function timer(ms: number, isRunning: boolean, periods: number): TemplateResult {
  const low = ms < LOW_MS ? 'low' : '';
  return html`<span class="clock seat-clock ${isRunning ? 'running' : ''} ${low}" role="timer" aria-live="off"
    >${clockText(ms)}${periods > 0 ? html`<small>×${periods}</small>` : nothing}</span
  >`;
}

customElements.define('kifu-clock', MatchClock);
