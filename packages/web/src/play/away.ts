/** An opponent who is gone while the game waits for them: the time left to return, and a notification when they do. */
import { type LiveMatch, remoteOf } from '@kifu/client';
import type { Seat } from '@kifu/core';
import type { Match } from '@kifu/record/match';
import { playSound } from '@kifu/viewer/shared';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { readSettings } from '../site/settings.ts';
import { text } from '../site/texts.ts';
import { isOffline, nameOf } from './players.ts';
import { notice } from './turn-notice.ts';

class AwayNotice extends LitElement {
  static override properties = {
    match: { attribute: false },
    n: { attribute: false },
    awaited: { state: true },
  };

  declare match: Match;
  /** The number of entries, with which the deadline may change. */
  declare n: number;
  /** The seat whose return is announced; null for none. */
  declare awaited: Seat | null;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.awaited = null;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = setInterval(() => this.#tick(), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('match')) this.awaited = null;
  }

  #tick(): void {
    const { awaited, match } = this;
    if (awaited !== null && match.connection?.isConnected === true && !isOffline(match, awaited)) {
      this.awaited = null;
      if (readSettings().hasSound) playSound('check');
      notice(text.play.isBack(nameOf(match, awaited)), '');
    }
    if (this.#away !== undefined || this.querySelector('.away-notice') !== null)
      this.requestUpdate();
  }

  get #away(): { readonly seat: Seat; readonly leftMs: number } | undefined {
    const live = remoteOf(this.match) as LiveMatch | null;
    if (live === null || live.connection.isConnected === false) return undefined;
    const own = this.match.seats;
    const away = live.presence.away?.find(({ seat }) => !own.includes(seat));
    if (away === undefined || !isOffline(this.match, away.seat)) return undefined;
    return { seat: away.seat, leftMs: Math.max(0, away.untilMs - live.now()) };
  }

  override render(): TemplateResult | typeof nothing {
    const away = this.#away;
    if (away === undefined) return nothing;
    const words = text.play;
    const { match, awaited } = this;
    const { seat, leftMs } = away;
    const name = nameOf(match, seat);
    const isDuel = match.seats.length === 1 && match.replay?.header?.players.length === 2;
    return html`<div class="away-notice">
      <p class="small"><span class="num">${words.leftToReturn(minutesOf(leftMs))}</span> ${isDuel ? words.thenYouWin : nothing}</p>
      ${
        match.seats.length === 0
          ? nothing
          : awaited === seat
            ? html`<p class="small soft" role="status">${words.notifyingBack(name)}</p>`
            : html`<button type="button" class="btn slim" @click=${() => this.#await(seat)}>${words.notifyBack(name)}</button>`
      }
    </div>`;
  }

  #await(seat: Seat): void {
    this.awaited = seat;
    // without it, there is a sound and the title
    if (typeof Notification !== 'undefined' && Notification.permission === 'default')
      void Notification.requestPermission();
  }
}

function minutesOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`;
}

customElements.define('kifu-away', AwayNotice);
