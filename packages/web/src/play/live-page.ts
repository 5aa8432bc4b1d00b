/**
 * Page of a match on a server. A browser with a seat plays; to others the page offers an open seat, or lets them watch. Before the match starts
 * it shows the invite link; after the end, the replay and a rematch.
 */
import {
  callOff,
  connect,
  type Invite,
  type LiveMatch,
  lookAtInvite,
  takeSeat,
} from '@kifu/client';
import { describeTimeControl, type Json, type Kit, start } from '@kifu/core';
import { svg } from '@kifu/core/svg';
import { findGameIn } from '@kifu/record/file';
import { gamesNow } from '@kifu/viewer/games';
import { copyText, playSound } from '@kifu/viewer/shared';
import { html, nothing, type TemplateResult } from 'lit';
import { unsafeSVG } from 'lit/directives/unsafe-svg.js';
import { renderSVG } from 'uqr';
import { isSlow } from '../find/pools.ts';
import { analyzableOf, canAnalyze } from '../site/analysis/can-analyze.ts';
import { readItem, writeItem } from '../site/browser-store.ts';
import { gameCards, seatsOf, titleOf } from '../site/games.ts';
import { icon } from '../site/icons.ts';
import { Page } from '../site/page.ts';
import { href, navigate } from '../site/router.ts';
import { changeSettings, readSettings } from '../site/settings.ts';
import { text } from '../site/texts.ts';
import { titleOfWindow } from '../site/turn-count.ts';
import './push-switch.ts';
import { guestName, playerName } from './guest-name.ts';
import { liveVault } from './live-memory.ts';
import { beginLocal } from './local-host.ts';
import { playerKey } from './player-key.ts';
import { nameOf } from './players.ts';
import { pushState, subscribeSeat } from './push.ts';
import { isSeatUnstored, keepSeat, seatName, seatToken } from './saved-seats.ts';
import { stopNotice } from './stop-notice.ts';
import './play-area.ts';
import { faultText } from '../site/fault-text.ts';
import { matchTexts } from '../site/game-texts.ts';
import { loadKitHere } from '../site/language-kit.ts';
import { termRows } from './terms-form.ts';
import { notice, noticeTurns } from './turn-notice.ts';

/** Whether the player has read that the browser stores nothing. */
let hasRead = false;

class LivePage extends Page {
  static override properties = {
    ...Page.properties,
    invite: { state: true },
    match: { state: true },
    problem: { state: true },
    rematchBy: { state: true },
    isCopied: { state: true },
    board: { state: true },
  };

  declare invite: Invite | null;
  /** Of the match, once that has begun. */
  declare kit: Kit;
  declare match: LiveMatch | null;
  declare problem: string;
  /** The seats that want another match. */
  declare rematchBy: readonly number[];
  declare isCopied: boolean;
  /** The board that the invite leads to, as the address of a picture; null before it is drawn. */
  declare board: string | null;
  #live: LiveMatch | null = null;
  #opened = '';

  constructor() {
    super();
    this.invite = null;
    this.match = null;
    this.problem = '';
    this.rematchBy = [];
    this.isCopied = false;
    this.board = null;
    noticeTurns(this);
    this.addEventListener(
      'kifu-from-here',
      event => void this.#fromHere((event as CustomEvent).detail),
    );
  }

  override get heading(): string {
    return this.invite === null ? text.match.title : titleOf(this.invite.game);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leave();
  }

  #leave(): void {
    this.#live?.close();
    this.#live = null;
    this.match = null;
    this.invite = null;
    this.rematchBy = [];
    this.board = null;
    this.problem = '';
    this.#opened = '';
  }

  protected override willUpdate(): void {
    const { match = '' } = this.params;
    if (match === this.#opened || match === '') return;
    this.#leave();
    this.#opened = match;
    void this.#open(match);
  }

  /** What others need to join a private match; it never leaves the browser in an address. */
  get #joinToken(): string | undefined {
    const token = location.hash.slice(1);
    return token === '' ? undefined : token;
  }

  async #open(id: string): Promise<void> {
    const token = seatToken(id);
    const found = await lookAtInvite(location.origin, id, token ?? this.#joinToken);
    if (this.#opened !== id) return;
    if (!found.ok) {
      this.problem = found.fault.code === 'not-found' ? text.play.noMatch : faultText(found.fault);
      return;
    }
    this.invite = found.value;
    document.title = titleOfWindow(`${this.heading} · Kifu`);
    const isOpen =
      found.value.phase === 'open' && found.value.seats.some(({ type }) => type === 'open');
    if (token !== undefined || !isOpen) await this.#connect(id, token ?? this.#joinToken);
    else await this.#drawBoard(id, found.value);
  }

  /** Draws how the game begins on the terms of the invite, with hidden hands as spectators see it. */
  async #drawBoard(id: string, { game, version, options, seats, branch }: Invite): Promise<void> {
    const kit = await loadKitHere(game, version);
    if (!kit.ok) return;
    const { game: rules, scene, sceneOfView, art } = kit.value;
    const begun = start(rules, {
      ...{ seats: seats.map(({ seat }) => seat), options },
      ...(rules.chance === undefined ? {} : { seed: 7 }),
      ...(branch === null ? {} : { start: branch.start }),
    });
    if (!begun.ok || this.#opened !== id) return;
    const { state } = begun.value;
    const shown =
      rules.secrets === undefined || sceneOfView === undefined
        ? scene(state)
        : sceneOfView(rules.secrets.view(state, null), null);
    const picture = svg(shown, art, { coordinates: false });
    this.board = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  }

  async #connect(id: string, token: string | undefined): Promise<void> {
    const games = await gamesNow();
    const [player, vault] = await Promise.all([playerKey(), liveVault()]);
    const name = seatName(id);
    const live = await connect(location.origin, {
      match: id,
      ...(token === undefined ? {} : { token }),
      findGame: findGameIn({ load: games.loadKit }),
      secret: player.secret,
      vault,
      ...(name === undefined ? {} : { name }),
    });
    if (this.#opened !== id) {
      if (live.ok) live.value.close();
      return;
    }
    if (!live.ok) {
      this.problem = faultText(live.fault);
      return;
    }
    this.#live = live.value;
    if (token !== undefined) void subscribeSeat(id);
    this.#listen(live.value);
    await this.#begin(live.value);
  }

  #listen(live: LiveMatch): void {
    live.on('invite', invite => {
      this.invite = invite;
    });
    live.on('node', ({ replay }) => {
      if (replay.n !== 0 || this.match !== null) return;
      void this.#begin(live);
      if (readSettings().hasSound) playSound('check');
      notice(text.play.yourTurn, this.heading);
    });
    live.on('stop', () => this.requestUpdate());
    live.on('rematch', ({ by, invite, seat }) => {
      this.rematchBy = by;
      const token = seatToken(this.params.match ?? '');
      if (invite === undefined) return;
      if (seat !== undefined && token !== undefined) keepSeat(invite, token);
      navigate(`/live/${invite}`);
    });
    live.on('fault', ({ message }) => console.warn(message));
  }

  async #begin(live: LiveMatch): Promise<void> {
    this.invite = live.invite;
    if (live.replay === null || this.match !== null) return;
    const kit = await loadKitHere(live.invite!.game, live.invite!.version);
    if (!kit.ok || this.#live !== live || this.match !== null) return;
    this.kit = kit.value;
    this.match = live;
  }

  #join = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const name = String(form.get('name') ?? '').trim();
    if (name !== '') changeSettings({ name });
    const { key } = await playerKey();
    const id = this.params.match!;
    const joinToken = this.#joinToken;
    const taken = await takeSeat(location.origin, id, {
      name: name || guestName(),
      key,
      ...(joinToken === undefined ? {} : { joinToken }),
    });
    if (!taken.ok) {
      this.problem = faultText(taken.fault);
      return;
    }
    keepSeat(id, taken.value.token, name || guestName());
    this.invite = taken.value.invite;
    await this.#connect(id, taken.value.token);
  };

  async #fromHere(state: unknown): Promise<void> {
    const { match } = this;
    if (match === null) return;
    const { game } = this.kit;
    const { header } = match.replay!;
    const own = match.seats[0] ?? 0;
    const level = 3;
    const roles = header!.players.map(({ seat, name }) =>
      seat === own
        ? { seat, name: match.seats.length === 0 ? playerName() : name, level: null }
        : { seat, name: text.play.botName(text.play.levels[level - 1]!), level },
    );
    const start = {
      canon: game.states.canon(state) as Json,
      aside: game.states.aside(state) as Json,
    };
    const id = await beginLocal(this.kit, { roles, options: header!.options, clock: null, start });
    if (id.ok) navigate(`/play/${id.value}`);
    else this.problem = faultText(id.fault);
  }

  override render(): TemplateResult {
    const { invite, match } = this;
    if (match !== null)
      return html`<div class="room noted">${this.#warning()}${this.#askForPush(match)}<kifu-table .kit=${this.kit} .match=${match} .ending=${() => this.#after(match)}></kifu-table></div>`;
    const stopped = this.#live?.stopped;
    if (this.problem !== '' || invite === null || stopped)
      return html`<div class="page narrow">
        ${stopped ? stopNotice(stopped) : nothing}
        ${stopped ? nothing : this.problem === '' ? html`<p class="soft">…</p>` : html`<p class="notice bad" role="alert">${this.problem}</p>`}
      </div>`;
    return this.#live === null ? this.#joining(invite) : this.#waiting(invite);
  }

  /** Said once: who closes the page cannot return to a seat that the browser does not store. */
  #warning(): TemplateResult | typeof nothing {
    if (hasRead || !isSeatUnstored(this.params.match ?? '')) return nothing;
    const close = () => {
      hasRead = true;
      this.requestUpdate();
    };
    return html`<p class="notice warn" role="status">
      <span class="grow">${text.play.seatUnstored}</span>
      <button type="button" class="tool" aria-label=${text.library.close} @click=${close}>${icon('cross')}</button>
    </p>`;
  }

  /** Beside a game with a day per move, which players leave for days. */
  #askForPush(match: LiveMatch): TemplateResult | typeof nothing {
    const clock = this.invite?.clock ?? null;
    if (match.seats.length === 0 || match.replay!.isEnded || !isSlow(clock)) return nothing;
    if (pushState() !== 'off' || readItem(ASKED) !== null) return nothing;
    const close = () => {
      writeItem(ASKED, '1');
      this.requestUpdate();
    };
    return html`<p class="notice push-ask" role="status" @kifu-push=${() => this.requestUpdate()}>
      <span class="grow">${text.push.ask}</span>
      <kifu-push-switch short></kifu-push-switch>
      <button type="button" class="tool" aria-label=${text.library.close} @click=${close}>${icon('cross')}</button>
    </p>`;
  }

  #terms(invite: Invite): string {
    const title = titleOf(invite.game);
    return invite.clock === null
      ? title
      : `${title}, ${describeTimeControl(invite.clock, matchTexts())}`;
  }

  #seats(invite: Invite): TemplateResult {
    const seatNames = cardOf(invite.game)?.seatNames ?? [];
    return html`<ul class="seat-list card">
      ${invite.seats.map(
        ({ seat, name, isReady, type }) => html`<li>
          <span class="seat" data-name=${seatNames[seat] ?? ''}></span>
          <span class="grow"
            >${name === null ? html`<span class="soft">${text.play.openSeat}</span>` : html`<b>${name}</b>`}
            ${seat === this.#live?.seat ? html`<span class="badge">${text.play.you}</span>` : nothing}</span
          >
          <span class="soft small">${type === 'open' ? text.play.nobodyYet : isReady ? text.play.isHere : ''}</span>
        </li>`,
      )}
    </ul>`;
  }

  /** At a board of a tournament there is no link to send: the opponent knows of it. */
  #waitingForOpponent(invite: Invite): TemplateResult {
    const others = invite.seats.filter(
      ({ seat, isReady }) => seat !== this.#live?.seat && !isReady,
    );
    return html`<div class="page narrow">
      <div class="card board-waits">
        <h1>${titleOf(invite.game)}</h1>
        <p class="waiting" role="status">${text.tournament.waitsFor(others.map(({ name }) => name).join(', '))}</p>
        <p class="soft">${this.#terms(invite)}</p>
        ${this.#seats(invite)}
        <p class="small"><kifu-push-switch short></kifu-push-switch> <a href=${href(`/tournament/${invite.tournament}`)} data-page>${text.tournament.back}</a></p>
      </div>
    </div>`;
  }

  #waiting(invite: Invite): TemplateResult {
    if (invite.tournament !== undefined) return this.#waitingForOpponent(invite);
    const words = text.play;
    const url = location.href;
    const copy = async () => {
      this.isCopied = await copyText(url);
    };
    const share = () => void navigator.share({ url, title: this.heading }).catch(() => {});
    return html`<div class="page narrow">
      <div class="card invite">
        <div>
          <p class="waiting" role="status">${words.waiting}</p>
          <h1>${words.sendLink}</h1>
          <p class="soft">${words.whoOpens(this.#terms(invite))}</p>
          <div class="row link">
            <input class="input grow" readonly .value=${url} aria-label=${words.sendLink} @focus=${({ target }: Event) => (target as HTMLInputElement).select()} />
            <button type="button" class="btn primary" @click=${copy}>${icon('copy')}${this.isCopied ? words.copied : words.copy}</button>
          </div>
          <div class="row">
            ${'share' in navigator ? html`<button type="button" class="btn" @click=${share}>${icon('share')}${words.share}</button>` : nothing}
            <button type="button" class="btn quiet bad push" @click=${() => void this.#callOff()}>${words.callOff}</button>
          </div>
          ${isLoopback() ? html`<p class="notice warn small" role="note">${words.onlyHere}</p>` : nothing}
          ${this.#seats(invite)}
          <p class="soft small">${words.mayLeave} <kifu-push-switch short></kifu-push-switch></p>
        </div>
        ${
          isLoopback()
            ? nothing
            : html`<figure class="qr">
          <div>${unsafeSVG(renderSVG(url, { border: 1 }))}</div>
          <figcaption class="small">${words.orPhone}</figcaption>
        </figure>`
        }
      </div>
    </div>`;
  }

  async #callOff(): Promise<void> {
    const token = seatToken(this.params.match!);
    if (token !== undefined) await callOff(location.origin, this.params.match!, token);
    navigate('/');
  }

  #joining(invite: Invite): TemplateResult {
    const words = text.play;
    const host = invite.seats.find(({ name }) => name !== null)?.name ?? text.match.anonymous;
    const open = invite.seats.filter(({ type }) => type === 'open');
    const names = seatsOf(invite.game);
    return html`<div class="page narrow">
      <form class="card join" @submit=${this.#join}>
        <span class="pic">${this.board === null ? nothing : html`<img src=${this.board} alt="" width="300" height="300" />`}</span>
        <div>
          <h1>${words.invites(host, titleOf(invite.game))}</h1>
          <dl class="terms">
            ${termRows(invite).map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
            <div><dt>${words.seat}</dt><dd>${open.map(({ seat }) => names[seat] ?? `${seat + 1}`).join(', ')}</dd></div>
            <div><dt>${words.seenBy}</dt><dd>${invite.visibility === 'public' ? words.public : words.withLink}</dd></div>
          </dl>
          <label class="field"
            ><span>${words.name}</span>
            <input class="input" name="name" maxlength="40" autocomplete="nickname" .value=${readSettings().name} placeholder=${guestName()} />
          </label>
          <div class="row">
            <button class="btn primary" type="submit">${icon('play')}${words.join}</button>
            <button class="btn" type="button" @click=${() => void this.#connect(this.params.match!, this.#joinToken)}>${words.onlyWatch}</button>
          </div>
          <p class="soft small">${words.signed}</p>
        </div>
      </form>
    </div>`;
  }

  #after(match: LiveMatch): TemplateResult {
    const words = text.play;
    const { invite } = this;
    const isPlayer = match.seats.length > 0;
    // before the server has put the match away it would refuse, though the ending has come
    const isPast = match.invite?.phase === 'ended';
    const isOff = !isPast || this.rematchBy.includes(match.seats[0]!);
    const wanting = this.rematchBy.filter(seat => !match.seats.includes(seat));
    const id = invite?.match ?? invite?.id ?? '';
    return html`<div class="row after">
        ${isPlayer && invite?.tournament === undefined ? html`<button type="button" class="btn primary" ?disabled=${isOff} @click=${() => match.rematch.offer()}>${icon('again')}${words.rematch}</button>` : nothing}
        ${invite?.tournament === undefined ? nothing : html`<a class="btn primary" href=${href(`/tournament/${invite.tournament}`)} data-page>${text.tournament.back}</a>`}
        <a class="btn" href=${href(`/match/${id}?at=0`)} data-page>${icon('play')}${words.replay}</a>
        ${canAnalyze(analyzableOf(this.kit.game, match.replay!.header!)) ? html`<a class="btn" href=${href(`/match/${id}?at=0&analyze`)} data-page>${icon('search')}${text.analysis.analyze}</a>` : nothing}
      </div>
      ${wanting.length === 0 ? nothing : html`<p role="status">${words.wantsRematch(wanting.map(seat => nameOf(match, seat)).join(', '))}</p>`}`;
  }
}

/** Whether only this computer reaches the server that gave the page. */
const isLoopback = (): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(location.hostname);

/** Noted where the player closed the question for notifications. */
const ASKED = 'kifu-push-asked';

const cardOf = (game: string) => gameCards().find(({ name }) => name === game);

customElements.define('kifu-live-page', LivePage);
