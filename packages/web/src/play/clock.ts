/** `<kifu-clock>`: the time a seat has left. It updates on its own, without rendering anything around it. */
import type { Seat } from '@kifu/core';
import { type Match, presentOf } from '@kifu/record/match';
import { hzOf, msOfTick, shownMs, timeLeft } from '@kifu/record/match-state';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { text } from '../site/texts.ts';
import { makeSound } from './sounds.ts';

/** Below so much a clock looks and sounds so; below so much it shows tenths. In milliseconds. */
const LOW_MS = 30_000;
const TENTHS_MS = 10_000;
const SECOND_MS = 1000;

/** Longer times for a move are as good as none, and are not shown; in milliseconds. */
const LONGEST_SHOWN_MS = 86_400_000;

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

/** What a seat has left for its move by the rules of the game, in milliseconds; null where they set no time, or it is not the seat's turn. */
function moveLeftMs(match: Match, seat: Seat): number | null {
  const table = match.replay?.table ?? null;
  if (table?.anchor == null || table.game.pace === 'free' || table.anchor.isPaused) return null;
  const { time, active, outcome } = table.game;
  const now = presentOf(match);
  if (now === null || table.outcome !== null || outcome(now.state) !== null) return null;
  const [mover, other] = active(now.state);
  const next = time!.next(now.state);
  if (mover !== seat || other !== undefined || next === null) return null;
  const leftMs = msOfTick(table.anchor, hzOf(table.game, table.state), next) - match.elapsedMs();
  return leftMs > LONGEST_SHOWN_MS ? null : Math.max(0, leftMs);
}

class MatchClock extends LitElement {
  static override properties = {
    match: { attribute: false },
    seat: { attribute: false },
    n: { attribute: false },
    isKnown: { attribute: false },
  };

  declare match: Match | null;
  declare seat: Seat;
  /** How far the match has come: with each step another clock may run. */
  declare n: number;
  /** Whether the server answers: else nobody here knows how its clocks stand. */
  declare isKnown: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether more time was left before, so that the moment it becomes low is heard: once in a match. */
  #isWarning = false;
  #hasWarned = false;

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
    const table = match?.replay?.table ?? null;
    if (match === null || table === null) return nothing;
    const { clocks } = table;
    if (!this.isKnown && match.replay?.outcome === null)
      return clocks === null
        ? nothing
        : html`<span class="clock seat-clock" role="timer" aria-label=${text.play.clockUnknown} title=${text.play.clockUnknown}>–:––</span>`;
    const moveMs = moveLeftMs(match, seat);
    if (table.game.time !== undefined && match.replay?.outcome === null)
      this.#again(moveMs ?? SECOND_MS); // time alone may begin a turn
    if (clocks === null) return moveMs === null ? nothing : timer(moveMs, true, 0);
    const now = match.elapsedMs();
    const ms = shownMs(clocks, seat, now) ?? 0;
    const periods = timeLeft(clocks, seat, now)?.periods ?? 0;
    const isRunning = clocks.running === seat && !clocks.isPaused && match.replay?.outcome === null;
    if (isRunning) this.#again(ms);
    if (isRunning && match.seats.includes(seat)) this.#warn(ms);
    // the rules may set a time for the move as well
    return html`${moveMs === null || moveMs > ms ? nothing : html`<span class="clock move-time" title=${text.play.moveTime}>${clockText(moveMs)}</span>`}
      ${timer(ms, isRunning, periods)}`;
  }

  #warn(ms: number): void {
    if (this.#hasWarned) return;
    if (ms >= LOW_MS) this.#isWarning = true;
    else if (this.#isWarning) {
      this.#hasWarned = true;
      makeSound('low');
    }
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
