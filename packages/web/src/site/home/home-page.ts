/** Home: what this is, games to begin, what is played now and what was played last. */
import { html, type TemplateResult } from 'lit';
import type { LocalGame } from '../../play/local-games.ts';
import { deleteMatch, storedIds } from '../../play/local-store.ts';
import type { OwnGame } from '../../play/own-games.ts';
import { keptSeats } from '../../play/saved-seats.ts';
import { BUILT_GAMES, boardPicture, type GameCard, gameCards, kindOf, titleOf } from '../games.ts';
import { type IconName, icon } from '../icons.ts';
import { findMatches } from '../library/find-matches.ts';
import { Page } from '../page.ts';
import { hasServer, href } from '../router.ts';
import { type ListedMatch, pictureUrl } from '../server.ts';
import { text } from '../texts.ts';
import { AGAIN_MS, type LiveState, liveLists, lookLive } from '../watch/live-list.ts';
import { continueList } from './continue-list.ts';
import { letBoardsLive } from './living-boards.ts';

const LATEST = new URLSearchParams({ sort: 'newest', limit: '12' });
const SHOWN = 6;

class HomePage extends Page {
  static override properties = {
    ...Page.properties,
    live: { state: true },
    own: { state: true },
    local: { state: true },
    latest: { state: true },
  };

  declare live: LiveState;
  /** Matches on the server at which this browser has a seat. */
  declare own: readonly OwnGame[];
  /** Matches in this browser that have not ended. */
  declare local: readonly LocalGame[];
  declare latest: readonly ListedMatch[];
  #stopBoards = (): void => {};
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.live = null;
    this.own = [];
    this.local = [];
    this.latest = [];
  }

  override get heading(): string {
    return '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#findLocal();
    if (hasServer()) void this.#look();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#stopBoards();
  }

  override firstUpdated(): void {
    this.#stopBoards = letBoardsLive([...this.querySelectorAll<HTMLImageElement>('.face img')]);
  }

  /** Those who have played nothing here need not load what looks for it. */
  async #findLocal(): Promise<void> {
    if (storedIds().length === 0) return;
    const { archiveEnded, findLocalGames } = await import('../../play/local-games.ts');
    this.local = await findLocalGames();
    await archiveEnded().catch(() => {}); // the library page says so
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
      this.latest = listings.filter(({ outcome }) => outcome !== null).slice(0, SHOWN);
    }
    if (this.isConnected) this.#timer = setTimeout(() => void this.#look(), AGAIN_MS);
  }

  override render(): TemplateResult {
    const { home } = text;
    return html`
      <div class="page home ${hasServer() ? '' : 'alone'}">
        <section class="hero" aria-labelledby="what">
          <h1 id="what">${home.what(gameCards().length)}</h1>
          <p class="soft">${home.how}</p>
          ${continueList(this.own, this.local, id => {
            deleteMatch(id);
            this.local = this.local.filter(game => game.id !== id);
          })}
          <div class="ways">
            ${way('/new?bot', 'bot', home.bot, home.botHow, true)}
            ${way('/new', 'link', home.friend, home.friendHow)}
            ${way('/verify', 'file', home.file, home.fileHow)}
          </div>
        </section>
        <section class="games" aria-labelledby="games">
          <div class="head"><h2 id="games">${home.games}</h2></div>
          <ul class="game-cards">
            ${gameCards().map(gameCard)}
          </ul>
        </section>
        ${hasServer() ? rail(this.live, () => void this.#look()) : ''} ${recent(this.latest)}
      </div>
    `;
  }
}

const way = (path: string, picture: IconName, what: string, how: string, isPrimary = false) => html`
  <a class="way ${isPrimary ? 'primary' : ''}" href=${href(path)} data-page>
    ${icon(picture)}<span><b>${what}</b><small>${how}</small></span>
  </a>
`;

const gameCard = (card: GameCard): TemplateResult => html`
  <li class="game-card">
    <a class="face" href=${href(`/new/${card.name}`)} data-page>
      <span class="pic"><img src=${boardPicture(card.name)} alt="" width="300" height="300" /></span>
      <b>${titleOf(card.name)}</b><span class="soft small">${kindOf(card)}</span>
    </a>
    <span class="quick">
      <a class="btn slim" href=${href(`/new/${card.name}?bot`)} data-page aria-label=${text.home.againstBot(titleOf(card.name))}
        >${icon('bot')}${text.home.botShort}</a
      >
      <a class="btn slim" href=${href(`/new/${card.name}`)} data-page aria-label=${text.home.withFriend(titleOf(card.name))}
        >${icon('link')}${text.home.friendShort}</a
      >
    </span>
  </li>
`;

/** Most who come here have none, and need not load what looks for them. */
const findOwn = async (): Promise<readonly OwnGame[]> =>
  keptSeats().length === 0 ? [] : (await import('../../play/own-games.ts')).findOwnGames();

const rail = (live: LiveState, retry: () => void): TemplateResult =>
  html`<aside class="rail" aria-label=${text.home.now}>${liveLists(live, retry)}</aside>`;

function recent(latest: readonly ListedMatch[]): TemplateResult {
  const cards =
    latest.length > 0 ? latest.map(matchCard) : BUILT_GAMES.slice(0, SHOWN).map(sampleCard);
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

const matchCard = ({ match, head, game, players, entries }: ListedMatch): TemplateResult => html`
  <li>
    <a class="match-card" href=${href(`/match/${match}`)} data-page>
      <span class="pic"><img src=${pictureUrl(match, { head })} alt="" loading="lazy" width="300" height="300" /></span>
      <b>${text.match.against(players)}</b>
      <span class="soft small">${titleOf(game)}, ${text.match.moves(entries)}</span>
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
