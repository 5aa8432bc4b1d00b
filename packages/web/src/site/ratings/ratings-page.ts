/** Leaderboards: for each game and speed the strongest players, and what it was made of. */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { titleOf } from '../games.ts';
import { noAnswer } from '../no-answer.ts';
import { Page } from '../page.ts';
import { href, navigate } from '../router.ts';
import { askServer } from '../server.ts';
import { text } from '../texts.ts';

interface Ladder {
  readonly game: string;
  readonly speed: string;
  readonly matches: number;
  readonly receipt: string;
}

interface Leaderboard extends Ladder {
  readonly players: readonly {
    readonly id: string;
    readonly name: string;
    readonly rating: number;
    readonly deviation: number;
    readonly isProvisional: boolean;
    readonly matches: number;
  }[];
}

class RatingsPage extends Page {
  static override properties = {
    ...Page.properties,
    ladders: { state: true },
    problem: { state: true },
    board: { state: true },
  };

  /** Null before the answer. */
  declare ladders: readonly Ladder[] | null;
  declare board: Leaderboard | null;
  /** Whether the server does not answer. */
  declare problem: boolean;

  constructor() {
    super();
    this.ladders = null;
    this.board = null;
    this.problem = false;
  }

  override get heading(): string {
    return text.ratings.title;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('query')) this.#look();
  }

  #look(): void {
    const { query } = this;
    this.#ask().then(
      () => (this.problem = false),
      () => (this.problem = query === this.query),
    );
  }

  async #ask(): Promise<void> {
    const { query } = this;
    this.ladders ??=
      (await askServer<{ readonly ladders: readonly Ladder[] }>('ratings'))?.ladders ?? [];
    const wanted = `${query.get('game')} ${query.get('speed')}`;
    const ladder = this.ladders.find(one => nameOf(one) === wanted) ?? this.ladders[0];
    const board =
      ladder === undefined
        ? null
        : await askServer<Leaderboard>(
            `ratings/${encodeURIComponent(ladder.game)}/${ladder.speed}`,
          );
    if (query === this.query) this.board = board;
  }

  override render(): TemplateResult {
    const { ladders, board } = this;
    const words = text.ratings;
    return html`
      <div class="page narrow">
        <h1>${words.title}</h1>
        ${this.problem ? noAnswer(() => this.#look()) : nothing}
        ${ladders?.length === 0 ? html`<p class="soft lead">${words.nobody}</p>` : nothing}
        ${
          ladders === null || ladders.length < 2
            ? nothing
            : html`<label class="field"><span>${words.ladder}</span>
              <select class="input" @change=${this.#choose}>
                ${ladders.map(
                  ladder =>
                    html`<option value=${`game=${encodeURIComponent(ladder.game)}&speed=${ladder.speed}`} ?selected=${board !== null && nameOf(board) === nameOf(ladder)}>${ladderWords(ladder)}</option>`,
                )}
              </select></label>`
        }
        ${board === null ? nothing : leaderboard(board)}
      </div>
    `;
  }

  #choose = (event: Event): void => {
    navigate(`/ratings?${(event.target as HTMLSelectElement).value}`);
  };
}

const nameOf = ({ game, speed }: Ladder): string => `${game} ${speed}`;

const ladderWords = ({ game, speed }: Ladder): string =>
  `${titleOf(game)}, ${text.ratings.speeds[speed] ?? speed}`;

const leaderboard = (board: Leaderboard): TemplateResult => html`
  <table class="plain">
    <caption>${ladderWords(board)}</caption>
    <thead>
      <tr>${text.ratings.columns.map(words => html`<th scope="col">${words}</th>`)}</tr>
    </thead>
    <tbody>
      ${board.players.map(
        ({ name, rating, deviation, isProvisional, matches }, i) => html`<tr>
          <td>${i + 1}</td>
          <th scope="row"><a href=${href(`/players/${encodeURIComponent(name)}`)} data-page>${name}</a></th>
          <td>${rating}${isProvisional ? html`<span class="soft" title=${text.ratings.provisional}> ?</span>` : nothing}</td>
          <td class="soft">± ${deviation}</td>
          <td>${matches}</td>
        </tr>`,
      )}
    </tbody>
  </table>
  ${board.players.length === 0 ? html`<p class="soft">${text.ratings.nobodyListed}</p>` : nothing}
  <p class="soft small">${text.ratings.made(board.matches)}
    <a href=${`/api/ratings/${encodeURIComponent(board.game)}/${board.speed}/receipt`}>${text.ratings.receipt}</a></p>
`;

customElements.define('kifu-ratings-page', RatingsPage);
