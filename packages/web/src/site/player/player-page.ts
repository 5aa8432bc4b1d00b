/** A player: how matches of each game went, and the latest. */
import '../../play/report-form.ts';
import { playerOf } from '@kifu/client/account';
import type { Player } from '@kifu/record/player';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { block } from '../../play/block-player.ts';
import { isBlocked } from '../../play/hidden-players.ts';
import { playerKey } from '../../play/player-key.ts';
import { faultText } from '../fault-text.ts';
import { titleOf } from '../games.ts';
import { dayOf, resultOf } from '../library/match-words.ts';
import { noAnswer } from '../no-answer.ts';
import { Page } from '../page.ts';
import { href } from '../router.ts';
import { askServer, type ListedMatch, pictureUrl } from '../server.ts';
import { text } from '../texts.ts';
import { findHeadToHead, type HeadToHead, headToHeadCard } from './head-to-head.ts';
import { type RatedWeek, ratingPlot } from './rating-plot.ts';
import { shares } from './shares.ts';

/** How a player did in a game. */
interface GameTally {
  readonly game: string;
  readonly matches: number;
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
}

interface KnownPlayer {
  readonly player: string;
  readonly tallies: readonly GameTally[];
  readonly latest: readonly ListedMatch[];
  readonly account: { readonly id: string; readonly about: string; readonly since: number } | null;
  readonly ratings: readonly Rating[];
}

/** A rating, and how it was calculated. */
interface Rating {
  readonly game: string;
  readonly speed: string;
  readonly rating: number;
  readonly deviation: number;
  readonly isProvisional: boolean;
  readonly matches: number;
  readonly history: readonly RatedWeek[];
}

const SHOWN = 12;

class PlayerPage extends Page {
  static override properties = {
    ...Page.properties,
    known: { state: true },
    own: { state: true },
    together: { state: true },
    problem: { state: true },
  };

  /** Undefined before the answer, null where nothing is known. */
  declare known: KnownPlayer | 'silent' | null | undefined;
  /** The reader's account on the server; null for guests, undefined before it is known. */
  declare own: Player | null | undefined;
  /** Results against the reader; null where there are none. */
  declare together: HeadToHead | null;
  declare problem: string;

  constructor() {
    super();
    this.together = null;
    this.problem = '';
  }

  override get heading(): string {
    return this.params.name ?? '';
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('params')) void this.#ask();
  }

  async #ask(): Promise<void> {
    const { name = '' } = this.params;
    const path = `players/${encodeURIComponent(name)}`;
    const known = await askServer<KnownPlayer>(path).catch(() => 'silent' as const);
    if (name !== this.params.name) return;
    this.known = known;
    this.together = null;
    if (known === null || known === 'silent' || known.account === null) return;
    const { key } = await playerKey();
    const own = await playerOf(location.origin, key);
    if (name !== this.params.name) return;
    this.own = own.ok ? own.value : null;
    // a name that anyone may give says nothing of who played
    if (this.own === null || this.own.id === known.account.id) return;
    const together = await findHeadToHead(this.own.name, name).catch(() => null);
    if (name === this.params.name) this.together = together;
  }

  override render(): TemplateResult {
    const { name = '' } = this.params;
    const { known } = this;
    const all = href(`/library?player=${encodeURIComponent(name)}`);
    return html`
      <div class="page">
        <h1>${name}</h1>
        ${
          known === undefined
            ? nothing
            : known === 'silent'
              ? noAnswer(() => void this.#ask())
              : known === null
                ? html`<p class="soft lead">${text.player.unknown}</p>`
                : html`
              ${known.account === null ? nothing : html`<p class="soft">${text.player.since(dayOf(new Date(known.account.since).toISOString()))}</p>${known.account.about === '' ? nothing : html`<p>${known.account.about}</p>`}${this.#order(known.account.id)}`}
              ${this.together === null ? nothing : headToHeadCard(this.together, this.own!.name, name)}
              ${known.ratings.length === 0 ? nothing : ratings(known.ratings)}
              ${known.tallies.length === 0 ? nothing : tallies(name, known.tallies)}
              <section aria-labelledby="latest">
                <div class="head"><h2 id="latest">${text.home.last}</h2><a href=${all} data-page>${text.player.all}</a></div>
                <ul class="match-cards">${known.latest.slice(0, SHOWN).map(card)}</ul>
              </section>`
        }
      </div>
    `;
  }

  /** Buttons that block a player or report one to the moderators. */
  #order(id: string): TemplateResult | typeof nothing {
    // nobody blocks or reports themselves
    if (this.own === undefined || this.own?.id === id) return nothing;
    const isOn = isBlocked(id);
    const toggle = async () => {
      const done = await block(id, !isOn);
      this.problem = done.ok ? '' : faultText(done.fault);
      this.requestUpdate();
    };
    return html`<div class="order">
      <button type="button" class="linked small" aria-pressed=${isOn} @click=${toggle}>${isOn ? text.moderation.unblock : text.moderation.block}</button>
      <kifu-report .about=${{ player: id }} name=${this.params.name ?? ''}></kifu-report>
      ${this.problem === '' ? nothing : html`<p class="notice bad" role="alert">${this.problem}</p>`}
    </div>`;
  }
}

const ratings = (all: readonly Rating[]): TemplateResult => html`
  <section aria-labelledby="ratings">
    <div class="head"><h2 id="ratings">${text.ratings.title}</h2><a href=${href('/ratings')} data-page>${text.ratings.all}</a></div>
    <div class="rated">
      ${all.map(({ game, speed, rating, deviation, isProvisional, matches, history }) => {
        const name = `${titleOf(game)}, ${text.ratings.speeds[speed] ?? speed}`;
        return html`<figure>
          <figcaption><b>${name}</b> <span class="figure">${rating}${isProvisional ? ' ?' : ''}</span> <span class="soft">± ${deviation}, ${text.ratings.matches(matches)}</span></figcaption>
          ${ratingPlot(history, text.ratings.plot(name, history.at(0)!.rating, rating))}
        </figure>`;
      })}
    </div>
  </section>
`;

/** Only matches that were played here count. */
const tallies = (name: string, all: readonly GameTally[]): TemplateResult => html`
              <table class="plain tallies">
                <caption class="hide">${text.player.tallies}</caption>
                <thead>
                  <tr>${text.player.columns.map(words => html`<th scope="col">${words}</th>`)}</tr>
                </thead>
                <tbody>
                  ${all.map(tally => row(name, tally))}
                </tbody>
              </table>
`;

const row = (
  name: string,
  { game, matches, wins, draws, losses }: GameTally,
): TemplateResult => html`
  <tr>
    <th scope="row">
      <a href=${href(`/library?player=${encodeURIComponent(name)}&game=${game}`)} data-page>${titleOf(game)}</a>
    </th>
    <td>${matches}</td>
    <td>${wins}</td>
    <td>${draws}</td>
    <td>${losses}</td>
    <td>${shares(wins, draws, losses)}</td>
  </tr>
`;

const card = (listed: ListedMatch): TemplateResult => html`
  <li>
    <a class="match-card" href=${href(`/match/${listed.match}`)} data-page>
      <span class="pic"><img src=${pictureUrl(listed.match, { head: listed.head })} alt="" loading="lazy" width="300" height="300" /></span>
      <b>${text.match.against(listed.players)}</b>
      <span class="soft small">${titleOf(listed.game)}, ${resultOf(listed)}<br />${dayOf(listed.startedAt)}</span>
    </a>
  </li>
`;

customElements.define('kifu-player-page', PlayerPage);
