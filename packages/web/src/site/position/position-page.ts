/**
 * A position, however it was reached: who else had it, what was played next, and with what result. It is reached by moves on
 * a board, written, or comes from a match; what is shown stands in the address.
 */
import { type Kit, type Result, step, touchOf } from '@kifu/core';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '@kifu/viewer/board';
import type { BoardMove, BoardPosition } from '@kifu/viewer/board';
import { startFrom } from '../continuation.ts';
import { gameCards, titleOf } from '../games.ts';
import { dayOf, resultOf } from '../library/match-words.ts';
import { noAnswer } from '../no-answer.ts';
import { movesTable } from '../opening/moves-table.ts';
import { nextMoves } from '../opening/next-moves.ts';
import { Page } from '../page.ts';
import { href, navigate } from '../router.ts';
import { readSettings } from '../settings.ts';
import { text } from '../texts.ts';
import { addressAt, findReached, MOST_LOOKED_AT, type SearchProgress } from './find-reached.ts';
import './arranger.ts';
import { positionFaultText } from '../fault-text.ts';
import { loadKitHere } from '../language-kit.ts';
import {
  askExplorer,
  type ExplorerFilters,
  type ExplorerSource,
  type ExplorerView,
  explorerChoice,
  explorerSources,
  explorerTable,
} from './explorer.ts';
import { positionIn, positionPath } from './position-address.ts';
import { keyOf } from './reached.ts';

class PositionPage extends Page {
  static override properties = {
    ...Page.properties,
    kit: { state: true },
    position: { state: true },
    problem: { state: true },
    search: { state: true },
    isArranging: { state: true },
    source: { state: true },
    filters: { state: true },
    explored: { state: true },
    pointed: { state: true },
  };

  declare kit: Kit | null;
  declare position: BoardPosition | null;
  declare problem: string;
  /** Null before anything is asked. */
  declare search: SearchProgress | null;
  /** Whether the position is set up piece by piece, and not by moves. */
  declare isArranging: boolean;
  /** Where next moves are counted. */
  declare source: ExplorerSource;
  declare filters: ExplorerFilters;
  /** Null where the source counts nothing, or has not answered yet. */
  declare explored: ExplorerView | null;
  /** The move of the row that is pointed at, in hex digits. */
  declare pointed: string | null;
  #asking: AbortController | null = null;

  constructor() {
    super();
    Object.assign(this, { kit: null, position: null, problem: '', search: null });
    this.isArranging = false;
    Object.assign(this, { filters: {}, explored: null, pointed: null });
    this.source = explorerSources()[0]!;
  }

  override get heading(): string {
    return `${titleOf(this.#game)}: ${text.position.title}`;
  }

  get #game(): string {
    return this.params.game ?? gameCards()[0]!.name;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('params') || changed.has('query')) void this.#show();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#asking?.abort();
  }

  async #show(): Promise<void> {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const kit = await loadKitHere(this.#game);
    if (asking.signal.aborted) return;
    const state: Result<unknown> = kit.ok ? positionIn(kit.value, this.query) : kit;
    this.problem = state.ok ? '' : positionFaultText(state.fault);
    if (!kit.ok || !state.ok) return;
    if (this.kit !== kit.value) this.isArranging = false;
    this.kit = kit.value;
    this.position = boardOf(this.kit, state.value);
    this.search = null;
    void this.#explore(asking.signal);
    await findReached(
      this.#game,
      keyOf(this.kit, state.value),
      search => {
        if (!asking.signal.aborted) this.search = search;
      },
      asking.signal,
    ).catch(cause => {
      if (!asking.signal.aborted)
        this.problem = `${text.library.fails}: ${cause instanceof Error ? cause.message : cause}`;
    });
  }

  /** Counts what was played next; where that fails, the games that were found are counted instead. */
  async #explore(signal: AbortSignal | undefined = this.#asking?.signal): Promise<void> {
    const { kit, position, source, filters } = this;
    [this.explored, this.pointed] = [null, null];
    if (kit === null || position === null || signal === undefined) return;
    const found = await askExplorer(source, kit, position.state, filters, signal).catch(() => null);
    if (!signal.aborted && source === this.source && filters === this.filters)
      this.explored = found;
  }

  #choose = (source: ExplorerSource): void => {
    this.source = source;
    void this.#explore();
  };

  #narrow = (filters: ExplorerFilters): void => {
    this.filters = filters;
    void this.#explore();
  };

  /** The position with the way of the move that is pointed at. */
  get #shown(): BoardPosition | null {
    const { kit, position, pointed } = this;
    if (kit === null || position === null || pointed === null) return position;
    const move = position.legal.find(one => kit.game.moves.hex.encode(one) === pointed);
    if (move === undefined || position.seat === null) return position;
    const { state, seat, scene } = position;
    const { path } = touchOf(kit, { scene, seat, state, texts: kit.texts }, move);
    const cells = path.flatMap(place => (typeof place === 'string' ? [] : place.slice(0, 1)));
    const marks = cells.map((cell, i) => ({ ...cell, kind: i === 0 ? 'from' : 'to' }) as const);
    return { ...position, scene: { ...scene, marks: [...scene.marks, ...marks] } };
  }

  #move = ({ detail: { seat, move } }: CustomEvent<BoardMove>): void => {
    const { kit, position } = this;
    if (kit === null || position === null) return;
    const stepped = step(kit.game, position.state, { do: 'move', seat, move });
    if (stepped.ok) navigate(positionPath(kit, stepped.value.state));
  };

  #type = (event: SubmitEvent): void => {
    event.preventDefault();
    const board = String(new FormData(event.target as HTMLFormElement).get('board') ?? '').trim();
    navigate(`/position/${this.#game}${board === '' ? '' : `?${new URLSearchParams({ board })}`}`);
  };

  override render(): TemplateResult {
    const { position: words } = text;
    return html`
      <div class="page position">
        <div class="head">
          <h1>${words.title}</h1>
          <label class="push small">
            ${text.library.game}
            <select class="input slim" @change=${({ target }: Event) => navigate(`/position/${(target as HTMLSelectElement).value}`)}>
              ${gameCards().map(({ name }) => html`<option value=${name} ?selected=${name === this.#game}>${titleOf(name)}</option>`)}
            </select>
          </label>
        </div>
        <p class="soft">${words.how}</p>
        <div class="found">
          <section class="preview" aria-label=${this.isArranging ? words.setUp : words.board}>
            ${this.#ways()} ${this.isArranging ? this.#arranger() : this.#board()}
          </section>
          <section aria-labelledby="reached">
            <div role="status"><h2 id="reached">${this.#counted()}</h2></div>
            ${explorerChoice(this.source, this.filters, this.#choose, this.#narrow)}
            ${this.search?.isSilent ? noAnswer(() => void this.#show()) : nothing} ${this.#next()} ${this.#found()}
          </section>
        </div>
      </div>
    `;
  }

  /** By moves, or piece by piece where the game knows how. */
  #ways(): TemplateResult | typeof nothing {
    const { position: words } = text;
    if (this.kit?.editor === undefined) return nothing;
    const way = (label: string, isArranging: boolean) =>
      html`<button type="button" aria-pressed=${this.isArranging === isArranging} @click=${() => (this.isArranging = isArranging)}>${label}</button>`;
    return html`<div class="seg" role="group" aria-label=${words.way}>
      ${way(words.byMoves, false)} ${way(words.setUp, true)}
    </div>`;
  }

  #arranger(): TemplateResult {
    const { kit, position } = this;
    const find = ({ detail }: CustomEvent) => navigate(positionPath(kit!, detail));
    return html`<kifu-arranger .kit=${kit!} .from=${position!.state} @kifu-arranged=${find}></kifu-arranger>`;
  }

  #board(): TemplateResult {
    const { position: words } = text;
    const [notation] = this.kit?.positions ?? [];
    const { hasCoordinates, theme } = readSettings();
    return html`
      <kifu-board
        .position=${this.#shown}
        .hasCoordinates=${hasCoordinates}
        .theme=${theme === 'auto' ? null : theme}
        @kifu-move=${this.#move}
      ></kifu-board>
      ${
        notation === undefined || this.position === null
          ? nothing
          : html`<form @submit=${this.#type}>
              <label class="field"><span>${words.written(notation.name)}</span>
                <input class="input notation" name="board" maxlength="200" .value=${notation.format(this.position.state)} />
              </label>
              <button class="btn" type="submit">${words.show}</button>
            </form>`
      }
      <p class="row"><a class="btn slim" href=${href(`/position/${this.#game}`)} data-page>${words.again}</a>
        <button type="button" class="btn slim" ?disabled=${this.position?.seat == null} @click=${() => startFrom(this.kit!, this.position!.state)}>${text.play.playFromHere}</button></p>
      <p role="alert" class="problem">${this.problem}</p>
    `;
  }

  #counted(): string {
    const { position: words } = text;
    const { search } = this;
    if (search === null) return this.problem === '' ? text.library.asking : '';
    if (search.read < search.all) return words.asking(search.read, search.all);
    if (search.isSilent && search.found.length === 0) return text.library.notLoaded;
    return search.found.length === 0 ? words.none : words.counted(search.found.length);
  }

  /** The moves by the source that is chosen; where it counts nothing, by the games that were found. */
  #next(): TemplateResult | typeof nothing {
    const { explored } = this;
    const isNarrowed = Object.values(this.filters).some(value => value !== '');
    if (explored === null || (explored.games === 0 && !isNarrowed))
      return movesTable(nextMoves(this.search?.found ?? []), move => this.#after(move));
    return explorerTable(explored, {
      point: hex => (this.pointed = hex),
      addressOf: move => this.#after(move),
    });
  }

  #found(): TemplateResult | typeof nothing {
    const found = this.search?.found ?? [];
    if (found.length === 0) return nothing;
    return html`
      <h2>${text.opening.who}</h2>
      <ul>
        ${found.map(
          one => html`<li class="row line">
            <a class="grow" href=${href(addressAt(one))} data-page>${text.match.against(one.listed.players)}</a>
            <span class="notation">${one.move ?? ''}</span>
            <span class="num">${resultOf(one.listed)}</span><span class="soft small">${dayOf(one.listed.startedAt)}</span>
          </li>`,
        )}
      </ul>
      <p class="soft small">${text.position.more(MOST_LOOKED_AT)}</p>
    `;
  }

  /** Where a move leads; here where it cannot be read any more. */
  #after(written: string): string {
    const { kit, position } = this;
    const here = `/position/${this.#game}?${this.query}`;
    if (kit === null || position === null) return href(here);
    const [seat] = kit.game.active(position.state);
    const move = kit.notations[0]?.parse(position.state, written);
    if (seat === undefined || move === undefined || !move.ok) return href(here);
    const stepped = step(kit.game, position.state, { do: 'move', seat, move: move.value });
    return href(stepped.ok ? positionPath(kit, stepped.value.state) : here);
  }
}

/** A position on a board on which the seat on turn may move. */
function boardOf(kit: Kit, state: unknown): BoardPosition {
  const { game } = kit;
  const seat = game.outcome(state) === null ? (game.active(state)[0] ?? null) : null;
  return {
    ...{ kit, state, seat, scene: kit.scene(state), from: 0 },
    legal: seat === null ? [] : [...game.legal(state, seat)],
    label: kit.describe.position(state),
  };
}

customElements.define('kifu-position-page', PositionPage);
