/** Form for finding an opponent: game, rated or casual, range of ratings, and a pool for each clock with the players who wait in it. */
import type { Invite, Seek } from '@kifu/client';
import type { JsonObject, TimeControl } from '@kifu/core';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { playerName } from '../play/guest-name.ts';
import { gameCards, titleOf } from '../site/games.ts';
import { icon } from '../site/icons.ts';
import { href } from '../site/router.ts';
import { text } from '../site/texts.ts';
import type { LiveState } from '../site/watch/live-list.ts';
import { clockLabel, isSlow, type Pool, poolsOf } from './pools.ts';
import './search-bar.ts';
import { currentSearch, elapsedSince, isOwnChallenge } from './search-state.ts';

/** Ranges of ratings to choose from, in points on either side; undefined for any. */
const RANGES = [undefined, 400, 200, 100] as const;
/** How long an opponent is looked for until a bot offers itself. */
const BOT_AFTER_MS = 30_000;

class FindForm extends LitElement {
  static override properties = {
    live: { attribute: false },
    game: { attribute: false },
    count: { state: true },
    isRated: { state: true },
    within: { state: true },
    options: { state: true },
    needsName: { state: true },
    problem: { state: true },
    isBusy: { state: true },
  };

  /** The challenges and games of the server. */
  declare live: LiveState;
  declare game: string;
  /** How many play. */
  declare count: number;
  declare isRated: boolean;
  declare within: number | undefined;
  /** Options of the game as the server stores them; null before they are known. */
  declare options: JsonObject | null;
  declare needsName: boolean;
  declare problem: string;
  declare isBusy: boolean;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** What counts those who wait; null until it is needed. */
  #waitingTools: typeof import('./waiting.ts') | null = null;
  /** When the player wanted to search on without a bot. */
  #declinedMs = 0;

  constructor() {
    super();
    this.live = null;
    this.game = gameCards()[0]!.name;
    this.count = gameCards()[0]!.seats[0];
    this.isRated = false;
    this.within = undefined;
    this.options = null;
    this.needsName = false;
    this.problem = '';
    this.isBusy = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('kifu-search', this.#follow);
    this.#follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('kifu-search', this.#follow);
    clearInterval(this.#timer);
  }

  #follow = (): void => {
    clearInterval(this.#timer);
    const search = currentSearch();
    if (search !== null) {
      this.#timer = setInterval(() => this.requestUpdate(), 1000);
      const { game, seats, rated, within } = search.seek;
      Object.assign(this, { game, count: seats, isRated: rated, within });
    }
    this.requestUpdate();
  };

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('game')) {
      this.options = null;
      if (currentSearch()?.seek.game !== this.game) this.count = this.#card.seats[0];
    }
    // the rules are loaded for those who wait: without them no pool has a number
    if (this.options === null && this.#waiting.length > 0) void this.#loadOptions();
  }

  get #card() {
    return gameCards().find(({ name }) => name === this.game) ?? gameCards()[0]!;
  }

  /** Open challenges of the game. */
  get #waiting(): readonly Invite[] {
    const { live } = this;
    return live === null || live === 'silent'
      ? []
      : live.filter(
          ({ id, phase, game }) => phase === 'open' && game === this.game && !isOwnChallenge(id),
        );
  }

  async #loadOptions(): Promise<JsonObject | null> {
    const { game } = this;
    this.#waitingTools = await import('./waiting.ts');
    const { options, problem } = await this.#waitingTools.usualOptions(game);
    this.problem = problem;
    if (game === this.game) this.options = options;
    return options;
  }

  #seekOf(clock: TimeControl | null, options: JsonObject): Omit<Seek, 'name' | 'key'> {
    const { game, count: seats, isRated: rated, within } = this;
    return { game, options, seats, clock, rated, ...(within === undefined ? {} : { within }) };
  }

  #search = async (clock: TimeControl | null): Promise<void> => {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = '';
    const [options, { key }] = await Promise.all([this.#loadOptions(), ownKey()]);
    if (options !== null) {
      this.#declinedMs = 0;
      const seek = { ...this.#seekOf(clock, options), name: playerName(), key };
      if (isSlow(clock))
        this.problem = await (await import('./slow-challenge.ts')).openSlowChallenge(seek);
      else await (await searching()).beginSearch(seek);
    }
    this.isBusy = false;
  };

  async #stop(): Promise<void> {
    await (await searching()).endSearch();
  }

  /** Rated games need an account: without one, they would count for nobody. */
  async #rate(isRated: boolean): Promise<void> {
    this.needsName = false;
    this.problem = '';
    if (isRated) {
      const { key } = await ownKey();
      const { playerOf } = await import('@kifu/client/account');
      const account = await playerOf(location.origin, key);
      this.needsName = account.ok && account.value === null;
      const { faultText } = await import('../site/fault-text.ts');
      this.problem = account.ok ? '' : faultText(account.fault);
      if (!account.ok || account.value === null) return;
    }
    this.isRated = isRated;
  }

  override render(): TemplateResult {
    const words = text.find;
    const search = currentSearch();
    const [least, most] = this.#card.seats;
    const isFixed = search !== null;
    return html`<div class="find-form">
      <div class="row find-head">
        <h2 class="grow">${words.title}</h2>
        <div class="seg slim" role="group" aria-label=${words.mode}>
          ${[false, true].map(
            isRated =>
              html`<button type="button" aria-pressed=${this.isRated === isRated} ?disabled=${isFixed} @click=${() => void this.#rate(isRated)}>${isRated ? words.rated : words.casual}</button>`,
          )}
        </div>
      </div>
      <div class="row find-fields">
        <select class="input" aria-label=${words.game} ?disabled=${isFixed} @change=${this.#choose('game')}>
          ${gameCards().map(({ name }) => html`<option value=${name} ?selected=${name === this.game}>${titleOf(name)}</option>`)}
        </select>
        ${
          least === most
            ? nothing
            : html`<select class="input" aria-label=${words.players} ?disabled=${isFixed} @change=${this.#choose('count')}>
                ${Array.from({ length: most - least + 1 }, (_, i) => html`<option value=${least + i} ?selected=${least + i === this.count}>${text.game.seats([least + i, least + i])}</option>`)}
              </select>`
        }
        <select class="input" aria-label=${words.range} ?disabled=${isFixed} @change=${this.#choose('within')}>
          ${RANGES.map(range => html`<option value=${range ?? ''} ?selected=${range === this.within}>${range === undefined ? words.anyRating : words.within(range)}</option>`)}
        </select>
      </div>
      <div class="pools" role="group" aria-label=${words.pools}>${this.#pools()}</div>
      ${search === null ? this.#idle() : this.#searching(search.sinceMs, search.problem)}
      ${this.needsName ? html`<p class="small" role="status">${words.needsName} <a href=${href('/key')} data-page>${words.claimName}</a></p>` : nothing}
      ${this.problem === '' ? nothing : html`<p class="notice bad" role="alert">${this.problem}</p>`}
    </div>`;
  }

  #choose =
    (field: 'game' | 'count' | 'within') =>
    ({ target }: Event): void => {
      const { value } = target as HTMLSelectElement;
      if (field === 'game') this.game = value;
      else if (field === 'count') this.count = Number(value);
      else this.within = value === '' ? undefined : Number(value);
    };

  #pools(): TemplateResult[] {
    const pools = poolsOf(this.#card);
    const { options } = this;
    const counts =
      options === null || this.#waitingTools === null
        ? pools.map(() => 0)
        : this.#waitingTools.countWaiting(
            this.#waiting,
            pools.map(({ clock }) => ({ ...this.#seekOf(clock, options), name: '', key: '' })),
          );
    return pools.map((pool, i) => this.#pool(pool, counts[i]!));
  }

  #pool({ clock, speed }: Pool, waiting: number): TemplateResult {
    const words = text.find;
    const search = currentSearch();
    const isHere = search !== null && clockLabel(search.seek.clock) === clockLabel(clock);
    const more =
      clock === null
        ? words.anytime
        : clock.type === 'fixed'
          ? text.play.aMove
          : (text.ratings.speeds[speed] ?? speed);
    return html`<button type="button" class="pool" aria-pressed=${isHere} ?disabled=${this.isBusy || (search !== null && !isHere)} @click=${() => void (isHere ? this.#stop() : this.#search(clock))}>
      <b class="num">${clock === null ? text.play.noClock : clockLabel(clock)}</b>
      <small>${more}</small>
      <small class="good">${isHere ? words.searching : waiting > 0 ? words.waiting(waiting) : ''}</small>
    </button>`;
  }

  #idle(): TemplateResult {
    return html`<p class="soft small">${text.find.as(playerName())}</p>`;
  }

  #searching(sinceMs: number, problem: string): TemplateResult {
    const words = text.find;
    const { within } = this;
    const hasOffer = Date.now() - Math.max(sinceMs, this.#declinedMs) >= BOT_AFTER_MS;
    const bot = async () => {
      this.problem = await (await import('../play/quick-bot.ts')).playBot(this.game);
    };
    const decline = () => {
      this.#declinedMs = Date.now();
      this.requestUpdate();
    };
    const widen = () => {
      const next = RANGES[Math.max(0, RANGES.indexOf(within as 100) - 1)];
      this.within = next;
      void searching().then(({ changeRange }) => changeRange(next));
    };
    return html`<div class="searching">
      <p class="small"><span class="hide" role="status">${words.searching}</span><span class="num" aria-hidden="true">${words.searchingFor(elapsedSince(sinceMs))}</span>
        ${hasOffer ? nothing : html`<button type="button" class="linked" @click=${bot}>${words.botMeanwhile}</button> ·`}
        ${within === undefined ? nothing : html`<button type="button" class="linked" @click=${widen}>${words.widen}</button> ·`}
        <button type="button" class="linked" @click=${() => void this.#stop()}>${words.cancel}</button>
      </p>
      ${
        hasOffer
          ? html`<div class="notice bot-offer" role="status">
              <p class="grow">${words.nobodyYet}</p>
              <button type="button" class="btn slim primary" @click=${bot}>${icon('bot')}${words.playBot}</button>
              <button type="button" class="btn slim" @click=${decline}>${words.keepSearching}</button>
            </div>`
          : nothing
      }
      ${problem === '' ? nothing : html`<p class="notice warn" role="status">${problem}</p>`}
    </div>`;
  }
}

/** What searches and signs is loaded when a player wants it: the form is on the first page. */
const searching = () => import('./search.ts');
const ownKey = async () => (await import('../play/player-key.ts')).playerKey();

customElements.define('kifu-find-form', FindForm);
