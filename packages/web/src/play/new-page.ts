/** Page that starts a match: game, opponent, clock and rules; in this page, or on the server by an invite link. */
import { LEVEL_COUNT } from '@kifu/bots';
import { makeInvite, type NewInvite } from '@kifu/client';
import {
  capital,
  type JsonObject,
  type Kit,
  type Seat,
  seatNamesOf,
  start,
  type TimeControl,
} from '@kifu/core';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '@kifu/viewer/board';
import type { KifuBoard } from '@kifu/viewer/board';
import { type Continuation, readContinuation } from '../site/continuation.ts';
import { faultText } from '../site/fault-text.ts';
import { matchTexts } from '../site/game-texts.ts';
import { boardPicture, gameCards, titleOf } from '../site/games.ts';
import { type IconName, icon } from '../site/icons.ts';
import { loadKitHere } from '../site/language-kit.ts';
import { Page } from '../site/page.ts';
import { hasServer, href, navigate } from '../site/router.ts';
import { changeSettings, readSettings } from '../site/settings.ts';
import { text } from '../site/texts.ts';
import { isPlayable } from './clock-form.ts';
import { guestName } from './guest-name.ts';
import { beginLocal } from './local-host.ts';
import type { LocalRole } from './local-store.ts';
import { playerKey } from './player-key.ts';
import { keepSeat } from './saved-seats.ts';
import { bringIntoSight } from './scroll-into-view.ts';
import { clockFields, optionFields } from './terms-form.ts';

/** Kind of opponent. */
type Against = 'bot' | 'friend' | 'anyone' | 'here';

class NewPage extends Page {
  static override properties = {
    ...Page.properties,
    kit: { state: true },
    against: { state: true },
    level: { state: true },
    seat: { state: true },
    count: { state: true },
    clock: { state: true },
    isOwnClock: { state: true },
    options: { state: true },
    hasChat: { state: true },
    problem: { state: true },
    isBusy: { state: true },
  };

  declare kit: Kit | null;
  declare against: Against;
  declare level: number;
  /** Null for any. */
  declare seat: Seat | null;
  declare count: number;
  declare clock: TimeControl | null;
  declare isOwnClock: boolean;
  declare options: JsonObject;
  /** Whether a match on the server has a chat. */
  declare hasChat: boolean;
  declare problem: string;
  declare isBusy: boolean;
  #loaded = '';
  /** The position that the match continues from; null for the usual start. */
  #from: Continuation | null = null;

  constructor() {
    super();
    this.kit = null;
    this.against = 'bot';
    this.level = 3;
    this.seat = null;
    this.count = 2;
    this.clock = null;
    this.isOwnClock = false;
    this.options = {};
    this.hasChat = true;
    this.problem = '';
    this.isBusy = false;
  }

  override get heading(): string {
    return text.play.newMatch;
  }

  get #game(): string {
    return this.params.game ?? gameCards()[0]!.name;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('query') || changed.has('params')) {
      this.#from = this.query.has('from') ? readContinuation(this.#game) : null;
      this.against =
        this.query.has('bot') || this.#from !== null || !hasServer()
          ? 'bot'
          : this.query.has('here')
            ? 'here'
            : 'friend';
      this.#loaded = '';
    }
    if (this.#game !== this.#loaded) {
      this.#loaded = this.#game;
      void this.#load(this.#game);
    }
  }

  async #load(name: string): Promise<void> {
    const kit = await loadKitHere(name);
    if (this.#loaded !== name) return;
    this.problem = kit.ok ? '' : text.play.noRules(titleOf(name));
    if (!kit.ok) {
      this.kit = null;
      return;
    }
    this.kit = kit.value;
    this.options = this.#from?.options ?? {};
    this.seat = null;
    this.count = this.#from?.seats.length ?? this.kit.game.seats[0];
  }

  protected override updated(): void {
    const [row, current] = ['.game-row', '.game-row [aria-current]'].map(path =>
      this.querySelector<HTMLElement>(path),
    );
    if (row != null && current != null) bringIntoSight(row, current);
    const board = this.querySelector<KifuBoard>('kifu-board');
    const { kit } = this;
    if (board === null || kit === null) return;
    const begun = this.#start(kit);
    this.querySelector<HTMLElement>('.start-card .problem')!.textContent = begun.ok
      ? ''
      : faultText(begun.fault);
    if (!begun.ok) return;
    const { state } = begun.value;
    board.position = {
      ...{ kit, scene: kit.scene(state), state, seat: null, from: this.seat ?? 0, legal: [] },
      label: kit.title,
    };
  }

  /** Starts the match with the chosen options, for the preview. */
  #start(kit: Kit) {
    const seed = kit.game.chance === undefined ? {} : { seed: 7 };
    const from = this.#from === null ? {} : { start: this.#from.start };
    return start(kit.game, { seats: this.#seats, options: this.options, ...seed, ...from });
  }

  /** The seats that play. */
  get #seats(): readonly Seat[] {
    return this.#from?.seats ?? Array.from({ length: this.count }, (_, seat) => seat);
  }

  /** The player's seat: the chosen one, otherwise a random one. */
  get #own(): Seat {
    return this.seat ?? this.#seats[Math.floor(Math.random() * this.count)]!;
  }

  /** The players of a match in this page. */
  #roles(kit: Kit, name: string): LocalRole[] {
    const own = this.#own;
    return this.#seats.map(seat => {
      if (this.against === 'here')
        return {
          seat,
          name: capital(seatNamesOf(kit, kit.texts, matchTexts())(seat)),
          level: null,
        };
      const isOwn = seat === own;
      const botName = text.play.botName(text.play.levels[this.level - 1] ?? '');
      return { seat, name: isOwn ? name : botName, level: isOwn ? null : this.level };
    });
  }

  #submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { kit } = this;
    if (kit === null || this.isBusy) return;
    if (!isPlayable(this.clock)) {
      this.problem = text.play.noTime;
      return;
    }
    this.isBusy = true;
    const form = new FormData(event.target as HTMLFormElement);
    const name = String(form.get('name') ?? '').trim();
    if (name !== '') changeSettings({ name });
    const player = name || guestName();
    const failed =
      this.against === 'bot' || this.against === 'here'
        ? await this.#begin(kit, player)
        : await this.#invite(kit, player);
    this.isBusy = false;
    this.problem = failed;
  };

  async #begin(kit: Kit, name: string): Promise<string> {
    const { options, clock } = this;
    const from = this.#from === null ? {} : { start: this.#from.start };
    const id = await beginLocal(kit, { roles: this.#roles(kit, name), options, clock, ...from });
    if (id.ok) navigate(`/play/${id.value}`);
    return id.ok ? '' : faultText(id.fault);
  }

  async #invite(kit: Kit, name: string): Promise<string> {
    const { key } = await playerKey();
    const own = this.#own;
    const branch = this.#from?.branch ?? null;
    const invite: NewInvite = {
      game: kit.game.name,
      options: this.options,
      ...(branch === null ? {} : { branch }),
      seats: this.#seats.map(seat =>
        seat === own ? ({ type: 'you', name, key } as const) : ({ type: 'open' } as const),
      ),
      clock: this.clock,
      visibility: this.against === 'anyone' ? 'public' : 'private',
      chat: this.hasChat,
    };
    const made = await makeInvite(location.origin, invite);
    if (!made.ok) return faultText(made.fault);
    const { id } = made.value.invite;
    keepSeat(id, made.value.tokens[0]!.token, name);
    navigate(`/live/${id}${made.value.joinToken === null ? '' : `#${made.value.joinToken}`}`);
    return '';
  }

  override render(): TemplateResult {
    const words = text.play;
    return html`<form class="page new" @submit=${this.#submit}>
      <h1>${this.#from === null ? words.newMatch : words.onFrom}</h1>
      ${this.#from === null ? this.#games() : nothing}
      <p class="how-to"><a href=${href(`/learn/${this.#game}`)} data-page>${icon('help')}${text.game.howTo(titleOf(this.#game))}</a>
        ${this.kit?.editor === undefined || this.#from !== null ? nothing : html`<a href=${href(`/position/${this.#game}`)} data-page>${icon('board')}${text.play.fromPosition}</a>`}</p>
      <div class="form">${this.#who()} ${this.kit === null ? nothing : this.#terms(this.kit)}</div>
      <aside class="start-card card">
        <kifu-board .theme=${readSettings().theme}></kifu-board>
        <p class="problem bad small" role="status"></p>
        ${this.#name()}
        <button class="btn primary wide" type="submit" ?disabled=${this.kit === null || this.isBusy || this.#isImpossible}>
          ${icon('play')}${this.against === 'friend' || this.against === 'anyone' ? words.invite : words.play}
        </button>
        <p class="soft small">${this.#isImpossible ? (hasServer() ? words.needsMatch : words.needsServer) : this.against === 'bot' || this.against === 'here' ? words.inPage : html`${words.signed} <a href=${href('/key')} data-page>${words.key}</a>`}</p>
        ${this.against === 'friend' ? html`<p class="small"><a href=${href(`/peer?game=${this.#game}`)} data-page>${text.peer.link}</a></p>` : nothing}
        ${this.problem === '' ? nothing : html`<p class="notice bad" role="alert">${this.problem}</p>`}
      </aside>
    </form>`;
  }

  #games(): TemplateResult {
    return html`<nav class="game-row" aria-label=${text.play.game}>
        ${gameCards().map(
          ({ name }) =>
            html`<a href=${href(`/new/${name}${location.search}`)} data-page aria-current=${name === this.#game ? 'true' : nothing}>
              <span class="pic"><img src=${boardPicture(name)} alt="" width="110" height="110" /></span><b>${titleOf(name)}</b>
            </a>`,
        )}
      </nav>`;
  }

  get #isImpossible(): boolean {
    const isAlone = !hasServer() || (this.#from !== null && this.#from.branch === null);
    return (this.against === 'friend' || this.against === 'anyone') && isAlone;
  }

  #name(): TemplateResult | typeof nothing {
    if (this.against === 'here') return nothing;
    return html`<label class="field"
      ><span>${text.play.name}</span>
      <input class="input" name="name" maxlength="40" autocomplete="nickname" .value=${readSettings().name} placeholder=${guestName()} />
    </label>`;
  }

  #who(): TemplateResult {
    const words = text.play;
    const way = (against: Against, picture: IconName, what: string, how: string) =>
      html`<button type="button" class="chip wide" aria-pressed=${this.against === against} @click=${() => (this.against = against)}>
        ${icon(picture)}<span><b>${what}</b><small>${how}</small></span>
      </button>`;
    return html`<fieldset>
        <legend>${words.who}</legend>
        <div class="chips four">
          ${way('bot', 'bot', words.bot, words.botHow)} ${way('friend', 'link', words.friend, words.friendHow)}
          ${way('anyone', 'globe', words.anyone, words.anyoneHow)} ${way('here', 'people', words.here, words.hereHow)}
        </div>
      </fieldset>
      ${
        this.against === 'bot'
          ? html`<fieldset>
              <legend>${words.level}</legend>
              <div class="seg">
                ${Array.from(
                  { length: LEVEL_COUNT },
                  (_, i) =>
                    html`<button type="button" aria-pressed=${this.level === i + 1} @click=${() => (this.level = i + 1)}>${words.levels[i]}</button>`,
                )}
              </div>
            </fieldset>`
          : nothing
      }`;
  }

  #terms(kit: Kit): TemplateResult {
    const words = text.play;
    const { game } = kit;
    const [min, max] = game.seats;
    const seats = this.#seats;
    const seatChip = (seat: Seat | null) =>
      html`<button type="button" class="chip" aria-pressed=${this.seat === seat} @click=${() => (this.seat = seat)}>
        ${seat === null ? words.random : html`<span class="seat" data-name=${kit.seatNames[seat] ?? ''}></span>${seatNamesOf(kit, kit.texts, matchTexts())(seat)}`}
      </button>`;
    return html`${
      min === max || this.#from !== null
        ? nothing
        : html`<fieldset>
            <legend>${words.players}</legend>
            <div class="chips">
              ${Array.from(
                { length: max - min + 1 },
                (_, i) =>
                  html`<button type="button" class="chip" aria-pressed=${this.count === min + i} @click=${() => this.#setCount(min + i)}>${min + i}</button>`,
              )}
            </div>
          </fieldset>`
    }
      ${
        this.against === 'here'
          ? nothing
          : html`<fieldset>
              <legend>${words.seat}</legend>
              <div class="chips">${seatChip(null)} ${seats.map(seatChip)}</div>
            </fieldset>`
      }
      ${clockFields(kit, this)}
      ${
        this.against === 'bot' || this.against === 'here'
          ? nothing
          : html`<label class="switch">${text.moderation.withChat}<input type="checkbox" role="switch" .checked=${this.hasChat} @change=${(event: Event) => (this.hasChat = (event.target as HTMLInputElement).checked)} /></label>`
      }
      ${this.#from === null ? optionFields(kit, this) : nothing}`;
  }

  #setCount(count: number): void {
    this.count = count;
    if (this.seat !== null && this.seat >= count) this.seat = null;
  }
}

customElements.define('kifu-new-page', NewPage);
