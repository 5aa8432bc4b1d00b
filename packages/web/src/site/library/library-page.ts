/** The library: matches found by what is known of them, on the server or in the browser; the query stands in the address. */
import { FILTERS, SORTS } from '@kifu/record/store';
import type { GameTexts } from '@kifu/texts/games';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { forgetArchived, storedIds, storedMatch } from '../../play/local-store.ts';
import { gameCards, titleOf } from '../games.ts';
import { icon } from '../icons.ts';
import { noAnswer } from '../no-answer.ts';
import { Page } from '../page.ts';
import { hasServer, href, navigate } from '../router.ts';
import { type ListedMatch, type ListedPage, NoAnswerError, pictureUrl } from '../server.ts';
import { allTexts, text } from '../texts.ts';
import { archiveAddress } from './archive-address.ts';
import { MOST_SAVED } from './export/export-panel.ts';
import { countMatches, findMatches } from './find-matches.ts';
import {
  isLocal,
  type LibraryMatch,
  librarySize,
  matchPicture,
  remarkOn,
  removeMatch,
} from './local-library.ts';
import { dayOf, openingOf, resultOf } from './match-words.ts';
import './row-picture.ts';
import { reasonTexts } from '../game-texts.ts';
import { apiQuery, FIELDS, type Field, fieldText, setFilters } from './query.ts';

/** Rows that are asked for at a time, and rows beyond those in sight that are drawn. */
const PAGE = 100;
const BEYOND = 6;
/** Height of a row, in rem. */
const ROW_REM = 4.6;
/** How long after the last letter is searched, in milliseconds. */
const TYPING_MS = 250;
/** Type of the input for a kind of value; others are text. */
const INPUTS: { readonly [kind: string]: string } = { date: 'date', count: 'number' };

class LibraryPage extends Page {
  static override properties = {
    ...Page.properties,
    rows: { state: true },
    total: { state: true },
    chosen: { state: true },
    picture: { state: true },
    isAsking: { state: true },
    top: { state: true },
    ticked: { state: true },
    problem: { state: true },
    isSilent: { state: true },
    isSheet: { state: true },
    games: { state: true },
  };

  declare rows: readonly ListedMatch[];
  /** How many there are; null where it is not known yet. */
  declare total: number | null;
  declare chosen: string | null;
  /** The last position of the chosen match; null where there is no picture of it. */
  declare picture: string | null;
  declare isAsking: boolean;
  /** The first row in sight. */
  declare top: number;
  /** Matches to be saved; another search leaves them ticked. */
  declare ticked: readonly ListedMatch[];
  /** Why nothing can be found; empty where it can. */
  declare problem: string;
  /** Whether nothing can be found because the server does not answer. */
  declare isSilent: boolean;
  /** Whether the preview lies over a narrow page, which has no room beside the list. */
  declare isSheet: boolean;
  /** Texts of the games, which name reasons; null before they are loaded. */
  declare games: Readonly<Record<string, GameTexts>> | null;
  /** The texts of the language for which `games` were loaded. */
  #texts: unknown = null;
  #next: string | null = null;
  #asking: AbortController | null = null;
  /** The query that `total` was counted for, or is being counted for; null before the first count. */
  #counting: { readonly query: string; readonly abort: AbortController } | null = null;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    Object.assign(this, { rows: [], total: null, chosen: null, isAsking: false, top: 0 });
    this.ticked = [];
    this.picture = null;
    this.problem = '';
    this.isSilent = false;
    this.isSheet = false;
    this.games = null;
  }

  override get heading(): string {
    return text.library.title;
  }

  /** Whether matches of the browser are looked at, not those of the server or of an archive. */
  get #isHere(): boolean {
    return (!hasServer() && archiveAddress() === null) || this.query.get('in') === 'browser';
  }

  /** Whether not all matches are looked for. */
  get #isNarrowed(): boolean {
    const asked = apiQuery(this.query);
    asked.delete('sort');
    return asked.size > 0;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('query')) void this.#find();
    if (changed.has('chosen')) void this.#draw();
    if (this.#texts === text) return;
    this.#texts = text;
    void allTexts().then(({ games }) => {
      this.games = games;
    });
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.has('query') && this.query.has('find'))
      this.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
  }

  async #draw(): Promise<void> {
    const { chosen } = this;
    const listed = this.rows.find(({ match }) => match === chosen);
    this.picture = null;
    const picture = listed === undefined ? null : await pictureOf(listed);
    if (this.chosen === chosen) this.picture = picture;
  }

  async #find(): Promise<void> {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.isAsking = true;
    if (this.#isHere) void this.#archive().catch(() => {}); // the page says that storage is blocked
    const query = apiQuery(this.query);
    query.set('limit', `${PAGE}`);
    const { listings, next } = await this.#look(query, asking.signal);
    if (asking.signal.aborted) return;
    [this.rows, this.#next] = [listings, next];
    if (next === null) {
      this.#forgetCount();
      this.total = listings.length;
    } else void this.#count();
    this.isAsking = false;
    this.top = 0;
    this.chosen = this.rows[0]?.match ?? null;
    this.querySelector('.rows')?.scrollTo(0, 0);
  }

  /** Takes in matches that were played in this browser and have ended; lists again where there are more than were listed. */
  async #archive(): Promise<void> {
    if (storedIds().every(id => storedMatch(id)?.archived !== undefined)) return;
    const listed = await librarySize();
    await (await import('../../play/local-games.ts')).archiveEnded();
    if ((await librarySize()) > listed && this.#isHere) await this.#find();
  }

  /** A page of matches; none, and why, where it cannot be had. */
  async #look(query: URLSearchParams, signal: AbortSignal): Promise<ListedPage> {
    this.problem = '';
    this.isSilent = false;
    try {
      return await findMatches(query, signal, this.#isHere);
    } catch (cause) {
      if (!signal.aborted) {
        this.problem = cause instanceof Error ? cause.message : String(cause);
        this.isSilent = cause instanceof NoAnswerError;
      }
      return { listings: [], next: null };
    }
  }

  /** In another order there are as many as before: what was counted, or is being counted, is not counted again. */
  async #count(): Promise<void> {
    const query = apiQuery(this.query);
    query.delete('sort');
    const asked = `${this.#isHere} ${query}`;
    if (this.#counting?.query === asked) return;
    this.#forgetCount();
    const counting = { query: asked, abort: new AbortController() };
    this.#counting = counting;
    this.total = null;
    const total = await countMatches(query, counting.abort.signal, this.#isHere);
    if (this.#counting !== counting) return;
    if (total === null) this.#counting = null;
    else this.total = total;
  }

  #forgetCount(): void {
    this.#counting?.abort.abort();
    this.#counting = null;
  }

  async #more(): Promise<void> {
    if (this.#next === null || this.isAsking) return;
    const asking = this.#asking!;
    this.isAsking = true;
    const query = apiQuery(this.query);
    query.set('limit', `${PAGE}`);
    query.set('after', this.#next);
    const { listings, next } = await this.#look(query, asking.signal);
    if (asking.signal.aborted) return;
    this.rows = [...this.rows, ...listings];
    if (next === null) this.total ??= this.rows.length;
    this.#next = next;
    this.isAsking = false;
  }

  /** Games of which matches may be found. */
  #games(): readonly string[] {
    const game = this.query.get('game');
    if (game !== null) return [game];
    return this.#next === null
      ? this.rows.map(row => row.game)
      : gameCards().map(({ name }) => name);
  }

  /** All that are found, as many as are saved at once. */
  #findAll = async (): Promise<readonly ListedMatch[]> => {
    const query = apiQuery(this.query);
    query.set('limit', `${PAGE}`);
    const all: ListedMatch[] = [];
    for (let isMore = true; isMore && all.length < MOST_SAVED; ) {
      const { listings, next } = await this.#look(query, new AbortController().signal);
      all.push(...listings);
      isMore = next !== null;
      if (next !== null) query.set('after', next);
    }
    return all.slice(0, MOST_SAVED);
  };

  #tick(listed: ListedMatch): void {
    const others = this.ticked.filter(({ match }) => match !== listed.match);
    this.ticked = others.length < this.ticked.length ? others : [...others, listed];
  }

  #scrolled = ({ currentTarget }: Event): void => {
    const { scrollTop, clientHeight, scrollHeight } = currentTarget as HTMLElement;
    this.top = Math.floor(scrollTop / rowPx());
    if (scrollTop + 3 * clientHeight > scrollHeight) void this.#more();
  };

  /** Goes to the same page with another query. */
  #ask(change: Record<string, string | null>, replace = false): void {
    const query = new URLSearchParams(this.query);
    query.delete('find');
    for (const [name, value] of Object.entries(change))
      if (value === null || value === '') query.delete(name);
      else query.set(name, value);
    const words = `${query}`;
    navigate(words === '' ? '/library' : `/library?${words}`, { replace });
  }

  #type = ({ target }: Event): void => {
    clearTimeout(this.#typing);
    const { value } = target as HTMLInputElement;
    this.#typing = setTimeout(() => this.#ask({ text: value }, true), TYPING_MS);
  };

  #filter = (event: SubmitEvent): void => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    this.#ask(Object.fromEntries(FIELDS.map(name => [name, String(data.get(name) ?? '').trim()])));
    this.querySelector<HTMLDetailsElement>('.filters')!.open = false;
  };

  #key = (event: KeyboardEvent): void => {
    const current = this.rows.find(({ match }) => match === this.chosen);
    if (event.key === ' ' && event.target instanceof HTMLAnchorElement && current !== undefined) {
      event.preventDefault();
      this.#tick(current);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = this.rows.findIndex(({ match }) => match === this.chosen);
    const next = this.rows[Math.max(0, Math.min(this.rows.length - 1, at + step))];
    if (next === undefined) return;
    this.chosen = next.match;
    const list = this.querySelector('.rows')!;
    const y = this.rows.indexOf(next) * rowPx();
    if (y < list.scrollTop) list.scrollTop = y;
    if (y + rowPx() > list.scrollTop + list.clientHeight)
      list.scrollTop = y + rowPx() - list.clientHeight;
    void this.updateComplete.then(() =>
      this.querySelector<HTMLElement>('.match-row[aria-current]')?.focus({ preventScroll: true }),
    );
  };

  async #openSheet(match: string): Promise<void> {
    this.chosen = match;
    this.isSheet = true;
    await this.updateComplete;
    this.querySelector<HTMLElement>('.preview .close')!.focus();
  }

  #closeSheet(): void {
    this.isSheet = false;
    this.querySelector<HTMLElement>('.match-row[aria-current] + .more')?.focus();
  }

  override render(): TemplateResult {
    const { library } = text;
    const chosen = this.rows.find(({ match }) => match === this.chosen);
    return html`
      <div class="page library">
        <div class="head">
          <h1>${library.title}</h1>
          ${hasServer() || archiveAddress() !== null ? this.#places() : nothing}
          <a class="btn slim push" href=${href('/verify')} data-page>${icon('plus')}${library.add}</a>
        </div>
        <label class="search">
          ${icon('search')}<span class="hide">${library.search}</span>
          <input type="search" placeholder=${library.search} .value=${this.query.get('text') ?? ''} @input=${this.#type} />
        </label>
        ${this.#filters()}
        <div class="found">
          <section aria-labelledby="count">
            <div class="head">
              <div role="status"><h2 id="count">${this.#countWords()}</h2></div>
              ${
                this.total === 0 || this.problem !== ''
                  ? html`<span class="push"></span>`
                  : html`<kifu-export-panel
                class="push"
                .ticked=${this.ticked}
                .total=${this.total}
                .games=${this.#games()}
                .findAll=${this.#findAll}
              ></kifu-export-panel>`
              }
              ${this.#order()}
            </div>
            ${this.#list()}
          </section>
          ${chosen === undefined ? nothing : this.#preview(chosen)}
        </div>
      </div>
    `;
  }

  /** Archives know one order. */
  #order(): TemplateResult | typeof nothing {
    const { library } = text;
    if (!this.#isHere && !hasServer()) return nothing;
    return html`<label class="small">
      ${library.sortedBy}
      <select class="input slim" @change=${({ target }: Event) => this.#ask({ sort: (target as HTMLSelectElement).value })}>
        ${SORTS.map(sort => html`<option value=${sort} ?selected=${sort === (this.query.get('sort') ?? 'newest')}>${library.sorts[sort]}</option>`)}
      </select>
    </label>`;
  }

  #places(): TemplateResult {
    const { library } = text;
    const isHere = this.#isHere;
    return html`<nav class="places" aria-label=${library.where}>
      <a href=${href('/library')} data-page aria-current=${isHere ? nothing : 'true'}>${hasServer() ? library.server : library.archive}</a>
      <a href=${href('/library?in=browser')} data-page aria-current=${isHere ? 'true' : nothing}>${library.browser}</a>
      <a href=${href('/study')} data-page>${text.study.title}</a>
    </nav>`;
  }

  #countWords(): string {
    const { library } = text;
    if (this.isAsking && this.rows.length === 0) return library.asking;
    if (this.problem !== '') return this.#isHere || hasServer() ? library.notLoaded : library.fails;
    return this.total === null ? library.atLeast(this.rows.length) : library.counted(this.total);
  }

  #filters(): TemplateResult {
    const { library } = text;
    return html`
      <div class="row filter-chips">
        ${setFilters(this.query).map(
          ({ name, words }) => html`
            <button class="filter-chip on" type="button" aria-label=${library.without(words)} @click=${() => this.#ask({ [name]: null })}>
              ${words}${icon('cross')}
            </button>
          `,
        )}
        <a class="filter-chip" href=${href(`/position/${this.query.get('game') ?? gameCards()[0]!.name}`)} data-page>${icon('search')}${text.position.link}</a>
        <details class="filters">
          <summary class="filter-chip">${icon('plus')}${library.filter}</summary>
          <form class="card pad" @submit=${this.#filter}>
            ${FIELDS.map(name => this.#field(name))}
            <p class="row"><button class="btn primary" type="submit">${library.find}</button></p>
          </form>
        </details>
      </div>
    `;
  }

  #field(name: Field): TemplateResult {
    const { label, values } = fieldText(name);
    const now = this.query.get(name) ?? '';
    const choices =
      name === 'game'
        ? gameCards().map(({ name }) => [name, titleOf(name)] as const)
        : values === undefined
          ? null
          : Object.entries(values);
    return html`<label class="field">
      <span>${label}</span>
      ${
        choices === null
          ? html`<input
              class="input"
              name=${name}
              type=${INPUTS[name === 'board' ? 'text' : FILTERS[name].kind.type] ?? 'text'}
              min="0"
              .value=${now}
            />`
          : html`<select class="input" name=${name}>
              <option value="">${text.library.any}</option>
              ${choices.map(([value, words]) => html`<option value=${value} ?selected=${value === now}>${words}</option>`)}
            </select>`
      }
    </label>`;
  }

  #list(): TemplateResult {
    if (this.rows.length === 0) return this.#nothing();
    const inSight = Math.ceil(innerHeight / rowPx());
    const from = Math.max(0, this.top - BEYOND);
    const shown = this.rows.slice(from, this.top + inSight + BEYOND);
    return html`
      <ul class="rows" role="list" @scroll=${this.#scrolled} @keydown=${this.#key}>
        <li class="space" role="presentation" .style=${`height:${from * ROW_REM}rem`}></li>
        ${repeat(
          shown,
          ({ match, head }) => `${match} ${head}`,
          (match, i) => this.#row(match, from + i),
        )}
        <li class="space" role="presentation" .style=${`height:${(this.rows.length - from - shown.length) * ROW_REM}rem`}></li>
      </ul>
    `;
  }

  #nothing(): TemplateResult {
    const { library } = text;
    if (this.isSilent) return noAnswer(() => void this.#find());
    if (this.problem !== '') return html`<p class="problem" role="alert">${this.problem}</p>`;
    if (this.#next === null || this.isAsking)
      return html`<p class="soft nothing">${this.isAsking ? '' : this.#isNarrowed ? library.none : this.#isHere ? library.noneHere : library.noneKept}</p>`;
    return html`<p class="soft nothing">${library.noneYet}</p>
      <p class="row"><button class="btn" type="button" @click=${() => void this.#more()}>${library.lookOn}</button></p>`;
  }

  #row(listed: ListedMatch, index: number): TemplateResult {
    const { match, players, game, entries, startedAt, source } = listed;
    const isChosen = match === this.chosen;
    const { library } = text;
    const opening = openingOf(listed);
    const choose = () => {
      this.chosen = match;
    };
    return html`
      <li class="line-of-match" aria-posinset=${index + 1} aria-setsize=${this.total ?? -1} .style=${`height:${ROW_REM}rem`}>
        <label class="tick"
          ><input
            type="checkbox"
            aria-label=${library.tick(text.match.against(players))}
            tabindex=${isChosen ? 0 : -1}
            .checked=${this.ticked.some(other => other.match === match)}
            @change=${() => this.#tick(listed)}
        /></label>
        <a
          class="match-row"
          href=${href(addressOf(listed))}
          data-page
          tabindex=${isChosen ? 0 : -1}
          aria-current=${isChosen ? 'true' : nothing}
          @focus=${choose}
          @mouseenter=${choose}
        >
          <span class="pic"><kifu-row-picture .src=${() => pictureOf(listed)}></kifu-row-picture></span>
          <span class="players">${linesOf(players).map(line => html`<b>${line}</b>`)}</span>
          <span class="result num">${resultOf(listed)}</span>
          <span class="about"><span class="notation">${opening || titleOf(game)}</span><br /><span class="soft small">${titleOf(game)}, ${text.match.entries(entries)}</span></span>
          <span class="when soft small">${dayOf(startedAt)}<br />${isLocal(listed) && listed.tags?.length ? listed.tags.join(', ') : source === null ? '' : (library.sources[source] ?? source)}</span>
        </a>
        <button
          class="tool more"
          type="button"
          tabindex=${isChosen ? 0 : -1}
          aria-label=${library.more(text.match.against(players))}
          aria-expanded=${isChosen && this.isSheet}
          @click=${() => void this.#openSheet(match)}
        >${icon('more')}</button>
      </li>
    `;
  }

  #preview(listed: ListedMatch): TemplateResult {
    const { players, game, match, startedAt, outcome, entries } = listed;
    const { library } = text;
    const isLocal = 'file' in listed;
    return html`
      <aside
        class="preview ${this.isSheet ? 'sheet' : ''}"
        aria-label=${library.preview}
        @keydown=${({ key }: KeyboardEvent) => key === 'Escape' && this.#closeSheet()}
      >
        <button class="tool close" type="button" aria-label=${library.close} @click=${() => this.#closeSheet()}>${icon('cross')}</button>
        ${
          this.picture === null
            ? nothing
            : html`<span class="pic"><img src=${this.picture} alt=${library.lastPosition} width="360" height="360" /></span>`
        }
        <p class="row"><b class="grow">${text.match.against(players)}</b><span class="result num">${resultOf(listed)}</span></p>
        <dl class="facts">
          <dt>${library.game}</dt><dd>${titleOf(game)}, ${text.match.entries(entries)}</dd>
          ${startedAt === null ? nothing : html`<dt>${library.played}</dt><dd>${dayOf(startedAt)}</dd>`}
          ${outcome === null ? nothing : html`<dt>${library.ended}</dt><dd>${reasonTexts(outcome.reason, this.games?.[game] ?? null).label}</dd>`}
          ${isLocal ? html`<dt>${library.checked}</dt><dd>${text.verify.verdicts[(listed as LibraryMatch).verdict]?.word}</dd>` : nothing}
          <dt>${library.players}</dt>
          <dd>${players.filter(Boolean).map((name, i) => [i > 0 ? ', ' : '', html`<a href=${href(playerAddress(name))} data-page>${name}</a>`])}</dd>
        </dl>
        ${
          isLocal || listed.opening.length === 0
            ? nothing
            : html`<a href=${href(`/opening/${game}?moves=${encodeURIComponent(listed.opening.slice(0, 4).join(','))}`)} data-page>${text.opening.title}</a>`
        }
        ${isLocal ? this.#remarks(listed as LibraryMatch) : nothing}
        <p class="row">
          <a class="btn primary grow" href=${href(addressOf(listed))} data-page>${library.open}</a>
          ${
            isLocal
              ? html`<button class="btn" type="button" @click=${() => void this.#remove(match)}>${library.remove}</button>`
              : hasServer()
                ? html`<a class="btn" href=${`/api/matches/${match}/record`} download=${`${match}.car`}>${icon('down')}${library.save}</a>`
                : nothing
          }
        </p>
      </aside>
    `;
  }

  /** One's own tags and note: kept when the field is left. */
  #remarks(match: LibraryMatch): TemplateResult {
    const { library } = text;
    const { tags = [], note = '' } = match;
    const keep = async ({ currentTarget }: Event): Promise<void> => {
      const data = new FormData(currentTarget as HTMLFormElement);
      const [own, said] = [String(data.get('tags') ?? ''), String(data.get('note') ?? '')];
      const remarked = await remarkOn(match, own, said);
      this.rows = this.rows.map(row => (row.match === match.match ? remarked : row));
    };
    return html`<form class="remarks" @change=${keep} @submit=${(event: Event) => event.preventDefault()}>
      <label class="field"><span>${library.tags}</span>
        <input class="input" name="tags" maxlength="2000" placeholder=${library.tagsHow} .value=${tags.join(', ')} />
      </label>
      <label class="field"><span>${library.note}</span>
        <textarea class="input" name="note" rows="2" maxlength="5000" .value=${note}></textarea>
      </label>
    </form>`;
  }

  async #remove(match: string): Promise<void> {
    await removeMatch(match);
    forgetArchived(match);
    await (await import('../analysis/analysis-store.ts')).forgetAnalysis(match);
    await this.#find();
  }
}

/** Players on two lines, however many there are. */
function linesOf(players: readonly string[]): readonly string[] {
  const names = players.map(name => name || text.match.anonymous);
  const half = Math.ceil(names.length / 2);
  return [names.slice(0, half), names.slice(half)].map(line => line.join(', '));
}

/** Height of a row, in pixels. */
const rowPx = (): number =>
  ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

const addressOf = (listed: ListedMatch): string =>
  isLocal(listed) ? `/file?local=${listed.file}&number=${listed.number}` : `/match/${listed.match}`;

/** Who is known where there is a server; elsewhere their matches are. */
const playerAddress = (name: string): string =>
  hasServer()
    ? `/players/${encodeURIComponent(name)}`
    : `/library?player=${encodeURIComponent(name)}`;

/** The last position, as the address of a picture; null where nobody drew it: the board of the game would be taken for it. */
async function pictureOf(listed: ListedMatch): Promise<string | null> {
  if (!isLocal(listed)) return hasServer() ? pictureUrl(listed.match, { head: listed.head }) : null;
  const picture = await matchPicture(listed.match).catch(() => null);
  return picture && `data:image/svg+xml,${encodeURIComponent(picture)}`;
}

customElements.define('kifu-library-page', LibraryPage);
