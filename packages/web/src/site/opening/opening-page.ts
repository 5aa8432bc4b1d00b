/**
 * Opening explorer: a position by its moves, with the players who reached it, the next moves and their results. Counts come from the newest
 * matches that start with these moves.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { gameCards, titleOf } from '../games.ts';
import { findMatches } from '../library/find-matches.ts';
import { dayOf, resultOf } from '../library/match-words.ts';
import { noAnswer } from '../no-answer.ts';
import { Page } from '../page.ts';
import { hasServer, href, navigate } from '../router.ts';
import { type ListedMatch, NoAnswerError, pictureUrl } from '../server.ts';
import { text } from '../texts.ts';
import { movesTable } from './moves-table.ts';
import { nextMoves } from './next-moves.ts';

/** Pages of the library that are counted, and matches on each. */
const PAGES = 5;
const LIMIT = 100;
const LISTED = 8;

class OpeningPage extends Page {
  static override properties = {
    ...Page.properties,
    found: { state: true },
    isDone: { state: true },
    problem: { state: true },
    isSilent: { state: true },
  };

  declare found: readonly ListedMatch[];
  declare isDone: boolean;
  /** Why nothing can be found; empty where it can. */
  declare problem: string;
  declare isSilent: boolean;

  constructor() {
    super();
    Object.assign(this, { found: [], isDone: false, problem: '', isSilent: false });
  }

  override get heading(): string {
    return `${titleOf(this.#game)}: ${this.#moves.join(' ') || text.opening.start}`;
  }

  get #game(): string {
    return this.params.game ?? 'chess';
  }

  get #moves(): readonly string[] {
    return (this.query.get('moves') ?? '').split(',').filter(Boolean);
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('params') && !changed.has('query')) return;
    this.#look();
  }

  #look(): void {
    this.problem = '';
    this.isSilent = false;
    this.#ask().catch(cause => {
      this.isSilent = cause instanceof NoAnswerError;
      this.problem = `${text.library.fails}: ${cause instanceof Error ? cause.message : cause}`;
    });
  }

  async #ask(): Promise<void> {
    const { query } = this;
    [this.found, this.isDone] = [[], false];
    let after: string | null = '';
    for (let i = 0; i < PAGES && after !== null; i++) {
      const asked = new URLSearchParams({ game: this.#game, limit: `${LIMIT}` });
      if (this.#moves.length > 0) asked.set('opening', this.#moves.join(','));
      if (after !== '') asked.set('after', after);
      const { listings, next }: Awaited<ReturnType<typeof findMatches>> = await findMatches(asked);
      if (query !== this.query) return; // another position is asked for
      this.found = [...this.found, ...listings];
      after = next;
    }
    this.isDone = true;
  }

  #to = (moves: readonly string[]): string =>
    href(
      `/opening/${this.#game}${moves.length === 0 ? '' : `?moves=${encodeURIComponent(moves.join(','))}`}`,
    );

  override render(): TemplateResult {
    const { opening } = text;
    const moves = this.#moves;
    const [first] = this.found;
    return html`
      <div class="page opening">
        <div class="head">
          <h1>${opening.title}</h1>
          <label class="push small">
            ${text.library.game}
            <select class="input slim" @change=${({ target }: Event) => navigate(`/opening/${(target as HTMLSelectElement).value}`)}>
              ${gameCards().map(({ name }) => html`<option value=${name} ?selected=${name === this.#game}>${titleOf(name)}</option>`)}
            </select>
          </label>
        </div>
        <nav class="row crumbs notation" aria-label=${opening.moves}>
          <a href=${this.#to([])} data-page>${opening.start}</a>
          ${moves.map((move, i) => html`<a href=${this.#to(moves.slice(0, i + 1))} data-page>${move}</a>`)}
        </nav>
        <div class="found">
          <section aria-labelledby="next">
            <div role="status"><h2 id="next">${this.problem !== '' ? text.library.notLoaded : this.isDone ? opening.counted(this.found.length) : text.library.asking}</h2></div>
            ${this.isSilent ? noAnswer(() => this.#look()) : html`<p role="alert" class="problem">${this.problem}</p>`}
            ${this.#next()}
            ${this.found.length === 0 ? nothing : this.#who()}
          </section>
          ${
            first === undefined || !hasServer()
              ? nothing
              : html`<aside class="preview" aria-label=${opening.board}>
                  <span class="pic"><img src=${pictureUrl(first.match, { head: first.head, n: `${moves.length}` })} alt=${opening.board} width="400" height="400" /></span>
                </aside>`
          }
        </div>
      </div>
    `;
  }

  #next(): TemplateResult | typeof nothing {
    const rows = nextMoves(
      this.found.map(({ opening, outcome }) => ({
        ...{ outcome, move: opening[this.#moves.length] ?? null },
      })),
    );
    return movesTable(rows, move => this.#to([...this.#moves, move]));
  }

  #who(): TemplateResult {
    const all = new URLSearchParams({ game: this.#game, opening: this.#moves.join(',') });
    return html`
      <div class="head">
        <h2>${text.opening.who}</h2>
        <a href=${href(`/library?${all}`)} data-page>${text.player.all}</a>
      </div>
      <ul>
        ${this.found.slice(0, LISTED).map(
          listed => html`<li class="row line">
            <a class="grow" href=${href(`/match/${listed.match}?at=${this.#moves.length}`)} data-page>${text.match.against(listed.players)}</a>
            <span class="num">${resultOf(listed)}</span><span class="soft small">${dayOf(listed.startedAt)}</span>
          </li>`,
        )}
      </ul>
    `;
  }
}

customElements.define('kifu-opening-page', OpeningPage);
