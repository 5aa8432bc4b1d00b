/** Home: games to continue, games to begin with one click, opponents to find, and what is played now. */
import { html, nothing, type TemplateResult } from 'lit';
import type { LocalGame } from '../../play/local-games.ts';
import { deleteMatch, storedIds } from '../../play/local-store.ts';
import type { OwnGame } from '../../play/own-games.ts';
import { keptSeats } from '../../play/saved-seats.ts';
import { BUILT_GAMES, boardPicture, type GameCard, gameCards, kindOf, titleOf } from '../games.ts';
import { icon } from '../icons.ts';
import { findMatches } from '../library/find-matches.ts';
import { dayOf } from '../library/match-words.ts';
import { noAnswer } from '../no-answer.ts';
import { Page } from '../page.ts';
import type { DailyPuzzle } from '../puzzles/daily-puzzle.ts';
import { hasServer, href } from '../router.ts';
import { type ListedMatch, pictureUrl } from '../server.ts';
import { text } from '../texts.ts';
import { showTurnCount } from '../turn-count.ts';
import { AGAIN_MS, type LiveState, liveGames, lookLive } from '../watch/live-list.ts';
import { continueList } from './continue-list.ts';
import { dailyCard, watchDaily } from './daily-card.ts';
import { letBoardsLive } from './living-boards.ts';

const LATEST = new URLSearchParams({ sort: 'newest', limit: '12' });
const MOST_RECENT = 6;
const MOST_LIVE = 3;

class HomePage extends Page {
  static override properties = {
    ...Page.properties,
    live: { state: true },
    own: { state: true },
    local: { state: true },
    pictures: { state: true },
    latest: { state: true },
    daily: { state: true },
    starting: { state: true },
    problem: { state: true },
  };

  declare live: LiveState;
  /** Matches on the server at which this browser has a seat. */
  declare own: readonly OwnGame[];
  /** Matches in this browser that have not ended. */
  declare local: readonly LocalGame[];
  /** Positions of matches in this browser, by id. */
  declare pictures: ReadonlyMap<string, string>;
  declare latest: readonly ListedMatch[];
  /** Null before it is in sight. */
  declare daily: DailyPuzzle | null;
  /** The game that starts now; empty if none does. */
  declare starting: string;
  declare problem: string;
  #stopBoards = (): void => {};
  #stopDaily = (): void => {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Where the page is one column. */
  readonly #narrow = matchMedia('(max-width: 760px)');
  /** Whether nothing was played in this browser yet: then the page says what it is. */
  readonly #isFirst = storedIds().length === 0 && keptSeats().length === 0;

  constructor() {
    super();
    this.live = null;
    this.own = [];
    this.local = [];
    this.pictures = new Map();
    this.latest = [];
    this.daily = null;
    this.starting = '';
    this.problem = '';
  }

  override get heading(): string {
    return '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#narrow.addEventListener('change', this.#arrange);
    void this.#findLocal();
    if (hasServer()) void this.#look();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#narrow.removeEventListener('change', this.#arrange);
    clearTimeout(this.#timer);
    this.#stopBoards();
    this.#stopDaily();
  }

  #arrange = (): void => this.requestUpdate();

  override firstUpdated(): void {
    this.#stopBoards = letBoardsLive([...this.querySelectorAll<HTMLImageElement>('.face img')]);
    this.#stopDaily = watchDaily(this.querySelector('.daily')!, puzzle => {
      this.daily = puzzle;
    });
    // after the games: the form needs what live matches need
    if (hasServer()) void import('../../find/find-form.ts');
  }

  /** Those who have played nothing here need not load what looks for it. */
  async #findLocal(): Promise<void> {
    if (storedIds().length === 0) return;
    const games = await import('../../play/local-games.ts');
    this.local = await games.findLocalGames();
    for (const { id } of this.local) {
      if (!this.isConnected) return;
      const picture = await games.drawLocalGame(id).catch(() => null);
      if (picture !== null) this.pictures = new Map(this.pictures).set(id, picture);
    }
    await games.archiveEnded().catch(() => {}); // the library page says so
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    if (document.visibilityState === 'visible') {
      const [live, own, listings] = await Promise.all([
        lookLive(),
        findOwn(),
        // the page shows samples where it has no list
        findMatches(LATEST).then(
          page => page.listings,
          () => [],
        ),
      ]);
      this.live = live;
      this.own = own;
      this.latest = listings.filter(({ outcome }) => outcome !== null).slice(0, MOST_RECENT);
      showTurnCount({ server: own.filter(({ isTurn }) => isTurn).length });
    }
    if (this.isConnected) this.#timer = setTimeout(() => void this.#look(), AGAIN_MS);
  }

  #play = async (game: string): Promise<void> => {
    if (this.starting !== '') return;
    this.starting = game;
    this.problem = await (await import('../../play/quick-bot.ts')).playBot(game);
    this.starting = '';
  };

  /** Shows a game in the form beside; where that is not in sight, the link leads to its page. */
  #seek(event: MouseEvent, game: string): void {
    const form = this.querySelector<HTMLElement>('kifu-find-form');
    const isThere =
      form?.querySelector('.pool') != null && matchMedia('(min-width: 1101px)').matches;
    if (!isThere || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    Object.assign(form!, { game });
    form!.querySelector<HTMLElement>('.pool')!.focus();
  }

  override render(): TemplateResult {
    const { home } = text;
    // on a phone, players who know the games find opponents above them
    const isFindAbove = hasServer() && !this.#isFirst && this.#narrow.matches;
    return html`
      <div class="page home ${hasServer() ? '' : 'alone'} ${this.#isFirst ? '' : 'known'}">
        ${
          this.#isFirst
            ? html`<section class="hero" aria-labelledby="what">
                <h1 id="what">${home.what(gameCards().length)}</h1>
                <p class="soft">${home.how}</p>
              </section>`
            : html`<h1 class="hide">${text.site.play}</h1>`
        }
        <div class="home-main">
          ${continueList(this.own, this.local, {
            pictures: this.pictures,
            remove: id => {
              deleteMatch(id);
              this.local = this.local.filter(game => game.id !== id);
            },
          })}
          ${this.problem === '' ? nothing : html`<p class="notice bad" role="alert">${this.problem}</p>`}
          ${isFindAbove ? this.#find() : nothing}
          <section class="games" aria-labelledby="games">
            <div class="head"><h2 id="games">${home.games}</h2><span class="soft small grow">${home.playHow}</span><a href=${href('/learn')} data-page>${text.game.howToPlay}</a><a href=${href('/new?bot')} data-page>${home.moreOptions}</a></div>
            <ul class="game-cards">
              ${gameCards().map(card => this.#card(card))}
            </ul>
          </section>
          ${hasServer() ? nothing : dailyCard(this.daily)} ${recent(this.latest)}
        </div>
        ${hasServer() ? this.#rail(!isFindAbove) : nothing}
      </div>
    `;
  }

  #card(card: GameCard): TemplateResult {
    const { home } = text;
    const { name } = card;
    const title = titleOf(name);
    const isStarting = this.starting === name;
    const play = () => void this.#play(name);
    return html`<li class="game-card">
      <button type="button" class="face" tabindex="-1" aria-hidden="true" @click=${play}>
        <span class="pic"><img src=${boardPicture(name)} alt="" width="300" height="300" /></span>
      </button>
      <h3 title=${kindOf(card)}>${title} <small class="soft">${text.game.seats(card.seats)}</small></h3>
      <span class="quick">
        <button type="button" class="btn play" aria-label=${home.againstBot(title)} aria-disabled=${isStarting} @click=${play}>${isStarting ? home.starting : html`${icon('play')}${text.site.play}`}</button>
        <a class="tool" href=${href(`/new/${name}`)} data-page aria-label=${home.withFriend(title)} title=${home.withFriend(title)}>${icon('link')}</a>
        ${hasServer() ? html`<a class="tool" href=${href(`/find/${name}`)} data-page aria-label=${home.findOpponent(title)} title=${home.findOpponent(title)} @click=${(event: MouseEvent) => this.#seek(event, name)}>${icon('people')}</a>` : nothing}
        <a class="tool how-link" href=${href(`/learn/${name}`)} data-page aria-label=${text.game.howTo(title)} title=${text.game.howTo(title)}>${icon('help')}</a>
      </span>
    </li>`;
  }

  #find(): TemplateResult {
    const { live } = this;
    return html`<section class="card pad find-card" aria-label=${text.find.title}>
      ${
        live === 'silent'
          ? html`<h2>${text.find.title}</h2>
              <p class="soft">${text.find.needsServer}</p>`
          : html`<kifu-find-form .live=${live}></kifu-find-form>`
      }
    </section>`;
  }

  #rail(hasFind: boolean): TemplateResult {
    const { live } = this;
    const retry = () => void this.#look();
    return html`<aside class="rail" aria-label=${text.home.now}>
      ${hasFind ? this.#find() : nothing} ${dailyCard(this.daily)}
      ${
        live === null
          ? nothing
          : html`<div class="card pad">${live === 'silent' ? html`<h2>${text.home.live}</h2>${noAnswer(retry)}` : liveGames(live, MOST_LIVE)}</div>`
      }
    </aside>`;
  }
}

/** Most who come here have none, and need not load what looks for them. */
const findOwn = async (): Promise<readonly OwnGame[]> =>
  keptSeats().length === 0 ? [] : (await import('../../play/own-games.ts')).findOwnGames();

function recent(latest: readonly ListedMatch[]): TemplateResult {
  const cards = latest.length > 0 ? latest.map(matchCard) : BUILT_GAMES.map(sampleCard);
  return html`
    <section class="recent" aria-labelledby="recent">
      <div class="head">
        <h2 id="recent">${latest.length > 0 ? text.home.last : text.home.samples}</h2>
        <a href=${href('/library')} data-page>${text.home.allOfThem}</a>
      </div>
      <ul class="match-cards">
        ${cards}
      </ul>
    </section>
  `;
}

const matchCard = ({ match, head, game, players, startedAt }: ListedMatch): TemplateResult => html`
  <li>
    <a class="match-card" href=${href(`/match/${match}`)} data-page>
      <span class="pic"><kifu-row-picture .src=${pictureUrl(match, { head })}></kifu-row-picture></span>
      <b>${text.match.against(players)}</b>
      <span class="soft small">${[titleOf(game), dayOf(startedAt)].filter(Boolean).join(', ')}</span>
    </a>
  </li>
`;

const sampleCard = ({ name, sample }: GameCard): TemplateResult => html`
  <li>
    <a class="match-card" href=${href(`/file?src=samples/${sample!.file}&at=${sample!.at}`)} data-page>
      <span class="pic"><img src=${boardPicture(name)} alt="" width="300" height="300" /></span>
      <b>${titleOf(name)}</b>
    </a>
  </li>
`;

customElements.define('kifu-home-page', HomePage);
