/**
 * Page for a match between two browsers without a server: one waits and shows a link, the other opens it. A relay introduces them to each
 * other; then they connect directly, and the relay is no longer needed.
 */
import {
  describeTimeControl,
  type Game,
  isObject,
  type JsonObject,
  type Kit,
  parseJson,
  type Seat,
  type TimeControl,
  unhurriedOptions,
} from '@kifu/core';
import type { PeerMatch } from '@kifu/peer/match';
import { readControl } from '@kifu/record/match-state';
import { copyText } from '@kifu/viewer/shared';
import { html, nothing, type TemplateResult } from 'lit';
import { guestName, playerName } from '../play/guest-name.ts';
import { replayRecord, saveRecord } from '../play/record-file.ts';
import '../play/play-area.ts';
import { optionLine } from '../play/options-form.ts';
import { clockFields, optionFields } from '../play/terms-form.ts';
import { noticeTurns } from '../play/turn-notice.ts';
import { readItem, writeItem } from '../site/browser-store.ts';
import { faultText } from '../site/fault-text.ts';
import { matchTexts } from '../site/game-texts.ts';
import { gameCards, seatsOf, titleOf } from '../site/games.ts';
import { icon } from '../site/icons.ts';
import { loadKitHere } from '../site/language-kit.ts';
import { Page } from '../site/page.ts';
import { href, navigate } from '../site/router.ts';
import { changeSettings, readSettings } from '../site/settings.ts';
import { text } from '../site/texts.ts';
import { titleOfWindow } from '../site/turn-count.ts';
import type { PagePeer, Reach, WantedMatch } from './page-peer.ts';

/** Games whose hands are hidden need a referee. */
const openGames = () => gameCards().filter(({ hasSecrets }) => !hasSecrets);
const RELAY = 'kifu-peer-relay';
const AWAY: Reach = { hasRelay: false, address: null, other: null };

/** Reads clock and options of a link; invalid ones are ignored. */
function readTerms(query: URLSearchParams): Pick<WantedMatch, 'clock' | 'options'> {
  const [clock, options] = ['clock', 'options'].map(name => {
    const json = parseJson(query.get(name) ?? '');
    return json.ok ? json.value : undefined;
  });
  return { clock: readControl(clock), options: isObject(options) ? options : {} };
}

class PeerPage extends Page {
  static override properties = {
    ...Page.properties,
    game: { state: true },
    seat: { state: true },
    kit: { state: true },
    clock: { state: true },
    isOwnClock: { state: true },
    options: { state: true },
    match: { state: true },
    reach: { state: true },
    isStarted: { state: true },
    isCopied: { state: true },
    problem: { state: true },
  };

  declare game: string;
  /** The seat of the player who creates the link. */
  declare seat: Seat;
  /** Of the game that is chosen. */
  declare kit: Kit | null;
  declare clock: TimeControl | null;
  declare isOwnClock: boolean;
  declare options: JsonObject;
  declare match: PeerMatch | null;
  declare reach: Reach;
  declare isStarted: boolean;
  declare isCopied: boolean;
  declare problem: string;
  #peer: PagePeer | null = null;
  #opened = '';

  constructor() {
    super();
    this.game = openGames()[0]!.name;
    this.seat = 0;
    this.kit = null;
    this.clock = null;
    this.isOwnClock = false;
    this.options = {};
    this.match = null;
    this.reach = AWAY;
    this.isStarted = false;
    this.isCopied = false;
    this.problem = '';
    noticeTurns(this);
  }

  override get heading(): string {
    return (this.match === null ? null : this.kit?.title) ?? text.peer.title;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leave();
  }

  #leave(): void {
    this.#peer?.stop();
    this.#peer = null;
    this.match = null;
    this.isStarted = false;
    this.reach = AWAY;
    this.problem = '';
  }

  /** Address of the opponent; null if this page waits. */
  get #to(): string | null {
    return this.query.get('to');
  }

  /** The relay of the link, else the one that was used last. */
  get #relay(): string {
    const [ofOther] = (this.#to ?? '').split('/p2p-circuit');
    return ofOther || this.query.get('relay') || (readItem(RELAY) ?? '');
  }

  protected override willUpdate(): void {
    this.#open();
    if (this.kit?.game.name !== this.game) void this.#load(this.game);
  }

  async #load(name: string): Promise<void> {
    const kit = await loadKitHere(name);
    if (!kit.ok || this.game !== name || this.kit?.game.name === name) return;
    this.kit = kit.value;
    // a link has the agreed terms; the player who creates one chooses them
    const terms = readTerms(this.query);
    this.options = terms.options;
    this.clock = this.kit.game.pace === 'free' ? null : (terms.clock ?? this.clock);
  }

  #open(): void {
    const { match = '' } = this.params;
    const opened = `${match} ${this.query}`;
    if (opened === this.#opened) return;
    this.#opened = opened;
    const wanted = openGames().find(({ name }) => name === this.query.get('game'));
    if (wanted !== undefined) this.game = wanted.name;
    if (match === '' || this.match?.id === match) return;
    this.#leave();
    void this.#begin(peer => peer.resume(match, this.#to), this.#relay);
  }

  #submit = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const name = String(form.get('name') ?? '').trim();
    if (name !== '') changeSettings({ name });
    const relay = String(form.get('relay') ?? this.#relay).trim();
    writeItem(RELAY, relay);
    const to = this.#to;
    if (to === null && this.kit !== null)
      this.options = unhurriedOptions(this.kit.game, this.options);
    void this.#begin(peer => (to === null ? peer.take(this.#terms) : this.#offer(peer, to)), relay);
  };

  async #offer(peer: PagePeer, to: string): Promise<Awaited<ReturnType<PagePeer['take']>>> {
    const kit = await loadKitHere(this.game);
    if (!kit.ok) return kit;
    const own = this.query.get('seat') === '1' ? 1 : 0;
    const { clock, options } = readTerms(this.query);
    return peer.offer(to, kit.value.game as Game, {
      ...{ own, options },
      ...(clock === null ? {} : { clock }),
    });
  }

  get #terms(): WantedMatch {
    const { game, clock, options } = this;
    return { game, clock, options };
  }

  /** Becomes a peer, comes to a match, and plays it. */
  async #begin(
    come: (peer: PagePeer) => ReturnType<PagePeer['take']>,
    relay: string,
  ): Promise<void> {
    this.isStarted = true;
    this.problem = '';
    try {
      // only now: it is a large part, and no other page needs it
      const { startPagePeer } = await import('./page-peer.ts');
      const peer = await startPagePeer(relay, playerName());
      if (!this.isConnected) return peer.stop();
      this.#peer = peer;
      const look = () => {
        this.reach = peer.reach;
      };
      peer.onChange(look);
      look();
      const match = await come(peer);
      if (this.#peer !== peer) return;
      if (match.ok) await this.#play(match.value, relay);
      else this.#fail(faultText(match.fault));
    } catch (cause) {
      this.#fail(cause instanceof Error ? cause.message : String(cause));
    }
  }

  #fail(why: string): void {
    this.#leave();
    this.problem = why;
  }

  async #play(match: PeerMatch, relay: string): Promise<void> {
    const { game, version } = match.replay.header!;
    const kit = await loadKitHere(game, version);
    if (!kit.ok) return this.#fail(faultText(kit.fault));
    this.game = game;
    this.kit = kit.value;
    this.match = match;
    match.on('welcome', () => this.requestUpdate());
    match.on('down', () => this.requestUpdate());
    match.on('fault', ({ message }) => console.warn(message));
    const to = this.#to;
    const way = new URLSearchParams(to === null ? { relay } : { to });
    // after a reload the match continues
    if (this.params.match !== match.id) navigate(`/peer/${match.id}?${way}`, { replace: true });
    document.title = titleOfWindow(`${this.heading} · Kifu`);
  }

  override render(): TemplateResult {
    const words = text.peer;
    if (!isSecureContext)
      return html`<div class="page narrow"><h1>${words.title}</h1><p class="notice bad" role="alert">${words.unsafe}</p></div>`;
    const { match } = this;
    if (match !== null)
      return html`<div class="room by-peer">${this.#line()}<kifu-table .kit=${this.kit} .match=${match} .ending=${() => this.#after(match)}></kifu-table></div>`;
    if (this.isStarted) return this.#waiting();
    return this.#to === null ? this.#choosing() : this.#invited();
  }

  /** Line that describes the connection. */
  #line(): TemplateResult {
    const words = text.peer;
    const { hasRelay, other } = this.reach;
    const isThere = this.match?.connection.isConnected === true;
    const how = !isThere ? words.nobody : other === 'direct' ? words.direct : words.relayed;
    return html`<p class="connection small" role="status" data-other=${isThere ? (other ?? 'relayed') : 'nobody'} data-relay=${hasRelay}>
      <span>${how}</span> <span class="soft">${hasRelay ? words.relayThere : isThere && other === 'direct' ? words.relayGone : words.relayGoneAlone}</span>
    </p>`;
  }

  #waiting(): TemplateResult {
    const words = text.peer;
    const { address } = this.reach;
    if (this.#to !== null || this.params.match !== undefined)
      return html`<div class="page narrow"><p class="waiting" role="status">${words.calling}</p></div>`;
    if (address === null)
      return html`<div class="page narrow"><p class="waiting" role="status">${words.callingRelay}</p></div>`;
    const query = new URLSearchParams({
      ...{ to: address, game: this.game, seat: `${1 - this.seat}` },
      ...(this.clock === null ? {} : { clock: JSON.stringify(this.clock) }),
      ...(Object.keys(this.options).length === 0 ? {} : { options: JSON.stringify(this.options) }),
    });
    const url = new URL(href(`/peer?${query}`), location.href).href;
    const copy = async () => {
      this.isCopied = await copyText(url);
    };
    return html`<div class="page narrow">
      <div class="card">
        <p class="waiting" role="status">${text.play.waiting}</p>
        <h1>${text.play.sendLink}</h1>
        <p class="soft">${words.whoOpens(titleOf(this.game))}</p>
        <div class="row link">
          <input class="input grow" readonly .value=${url} aria-label=${text.play.sendLink} @focus=${({ target }: Event) => (target as HTMLInputElement).select()} />
          <button type="button" class="btn primary" @click=${copy}>${icon('copy')}${this.isCopied ? text.play.copied : text.play.copy}</button>
        </div>
        ${this.#line()}
        <button type="button" class="btn quiet bad" @click=${() => this.#leave()}>${text.play.callOff}</button>
      </div>
    </div>`;
  }

  #name(): TemplateResult {
    return html`<label class="field"
      ><span>${text.play.name}</span>
      <input class="input" name="name" maxlength="40" autocomplete="nickname" .value=${readSettings().name} placeholder=${guestName()} />
    </label>`;
  }

  #problem(): TemplateResult | typeof nothing {
    return this.problem === ''
      ? nothing
      : html`<p class="notice bad" role="alert">${this.problem}</p>`;
  }

  #invited(): TemplateResult {
    return html`<div class="page narrow">
      <form class="card" @submit=${this.#submit}>
        <h1>${text.peer.invited(titleOf(this.game))}</h1>
        ${this.clock === null ? nothing : html`<p class="terms">${describeTimeControl(this.clock, matchTexts())}</p>`}
        ${Object.entries(this.options)
          .filter(([name, value]) => this.kit?.game.time?.unhurried?.[name] !== value)
          .map(
            ([name, value]) =>
              html`<p class="terms">${optionLine(this.kit?.texts.options, name, value)}</p>`,
          )}
        <p class="soft">${text.peer.about}</p>
        ${this.#name()}
        <button class="btn primary" type="submit">${icon('play')}${text.play.join}</button>
        <p class="soft small">${text.play.signed}</p>
        ${this.#problem()}
      </form>
    </div>`;
  }

  #choosing(): TemplateResult {
    const words = text.peer;
    const seatNames = seatsOf(this.game);
    const chip = (isOn: boolean, name: string, choose: () => void) =>
      html`<button type="button" class="chip" aria-pressed=${isOn} @click=${choose}>${name}</button>`;
    return html`<div class="page narrow">
      <form class="card" @submit=${this.#submit}>
        <h1>${words.title}</h1>
        <p class="soft">${words.about}</p>
        <fieldset>
          <legend>${text.play.game}</legend>
          <div class="chips">
            ${openGames().map(({ name }) => chip(name === this.game, titleOf(name), () => (this.game = name)))}
          </div>
        </fieldset>
        <fieldset>
          <legend>${text.play.seat}</legend>
          <div class="chips">
            ${[0, 1].map(seat => chip(seat === this.seat, seatNames[seat] ?? `${seat + 1}`, () => (this.seat = seat)))}
          </div>
        </fieldset>
        ${this.kit === null ? nothing : html`${clockFields(this.kit, this)} ${optionFields(this.kit, this)}`}
        ${this.#name()}
        <label class="field"
          ><span>${words.relay}</span>
          <input class="input" name="relay" required pattern="/.*/p2p/[A-Za-z0-9]+" .value=${this.#relay} placeholder="/ip4/…/tcp/…/ws/p2p/…" />
          <small class="soft">${words.relayHow}</small>
        </label>
        <button class="btn primary" type="submit">${text.play.invite}</button>
        ${this.#problem()}
      </form>
    </div>`;
  }

  #after(match: PeerMatch): TemplateResult {
    return html`<div class="row after">
      <a class="btn primary" href=${href(`/peer?game=${match.replay.game.name}`)} data-page>${icon('again')}${text.play.newMatch}</a>
      <button type="button" class="btn" @click=${() => replayRecord(match)}>${icon('play')}${text.play.replay}</button>
      <button type="button" class="btn" @click=${() => saveRecord(match)}>${icon('down')}${text.play.save}</button>
    </div>`;
  }
}

customElements.define('kifu-peer-page', PeerPage);
