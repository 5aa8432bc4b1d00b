/**
 * `<kifu-explorer>`: beside a board, what was played next at its position and by whom. Announces by `kifu-point` the move of a row that
 * is pointed at, in hex digits, or null.
 */
import { type Kit, step } from '@kifu/core';
import type { SeatMove } from '@kifu/record/match';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { isLocal } from '../library/local-library.ts';
import { dayOf, resultOf } from '../library/match-words.ts';
import { noAnswer } from '../no-answer.ts';
import { movesTable } from '../opening/moves-table.ts';
import { nextMoves } from '../opening/next-moves.ts';
import { href, linkOf } from '../router.ts';
import { text } from '../texts.ts';
import {
  askExplorer,
  type ExplorerFilters,
  type ExplorerSource,
  type ExplorerView,
  explorerChoice,
  explorerSources,
  explorerTable,
} from './explorer.ts';
import {
  addressAt,
  findReached,
  MOST_LOOKED_AT,
  type ReachedMatch,
  type SearchProgress,
} from './find-reached.ts';
import { positionPath } from './position-address.ts';
import { keyOf } from './reached.ts';

class KifuExplorer extends LitElement {
  static override properties = {
    kit: { attribute: false },
    state: { attribute: false },
    isBrief: { attribute: false },
    play: { attribute: false },
    search: { state: true },
    source: { state: true },
    filters: { state: true },
    explored: { state: true },
    problem: { state: true },
  };

  declare kit: Kit | null;
  declare state: unknown;
  /** Whether games are searched one by one only where their moves are not counted. */
  declare isBrief: boolean;
  /** Plays a move of the table; null where it leads to its position. */
  declare play: ((move: SeatMove) => void) | null;
  /** Null before anything is asked. */
  declare search: SearchProgress | null;
  /** Where next moves are counted. */
  declare source: ExplorerSource;
  declare filters: ExplorerFilters;
  /** Null where the source counts nothing, or has not answered yet. */
  declare explored: ExplorerView | null;
  declare problem: string;
  #asking = new AbortController();

  constructor() {
    super();
    Object.assign(this, { kit: null, state: null, isBrief: false, search: null, problem: '' });
    Object.assign(this, { filters: {}, explored: null, play: null });
    this.source = explorerSources()[0]!;
    this.addEventListener('click', this.#click);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#asking.abort();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('kit') || changed.has('state')) void this.#show();
  }

  #show = async (): Promise<void> => {
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const { kit, state } = this;
    [this.search, this.problem] = [null, ''];
    if (kit === null) return;
    const exploring = this.#explore();
    if (this.isBrief) {
      await exploring;
      if (signal.aborted || !this.#isUncounted) return;
    }
    await this.#search(kit, state, signal);
  };

  #search = (kit: Kit, state: unknown, signal: AbortSignal): Promise<void> =>
    findReached(
      kit.game.name,
      keyOf(kit, state),
      search => {
        if (!signal.aborted) this.search = search;
      },
      signal,
    ).catch(cause => {
      if (!signal.aborted)
        this.problem = `${text.library.fails}: ${cause instanceof Error ? cause.message : cause}`;
    });

  /** Counts what was played next; where that fails, the games that were found are counted instead. */
  async #explore(): Promise<void> {
    const { kit, state, source, filters } = this;
    const { signal } = this.#asking;
    this.explored = null;
    this.#point(null);
    if (kit === null) return;
    const found = await askExplorer(source, kit, state, filters, signal).catch(() => null);
    if (!signal.aborted && source === this.source && filters === this.filters)
      this.explored = found;
  }

  /** Whether the games that were found are counted. */
  get #isUncounted(): boolean {
    const isNarrowed = Object.values(this.filters).some(value => value !== '');
    return this.explored === null || (this.explored.games === 0 && !isNarrowed);
  }

  async #change(): Promise<void> {
    const { kit, state } = this;
    const { signal } = this.#asking;
    await this.#explore();
    const isSearched = this.search !== null || signal.aborted || kit === null;
    if (!isSearched && this.#isUncounted) await this.#search(kit, state, signal);
  }

  #choose = (source: ExplorerSource): void => {
    this.source = source;
    void this.#change();
  };

  #narrow = (filters: ExplorerFilters): void => {
    this.filters = filters;
    void this.#change();
  };

  #point(detail: string | null): void {
    this.dispatchEvent(new CustomEvent('kifu-point', { detail, bubbles: true }));
  }

  override render(): TemplateResult {
    return html`
      <div role="status"><h2 id="reached">${this.#heading()}</h2></div>
      ${explorerChoice(this.source, this.filters, this.#choose, this.#narrow)}
      ${this.search?.isSilent ? noAnswer(() => void this.#show()) : nothing} ${this.#next()} ${this.#found()}
      <p role="alert" class="problem">${this.problem}</p>
    `;
  }

  /** The games that were found, or only those of the browser where its library is the source. */
  get #reached(): readonly ReachedMatch[] {
    const found = this.search?.found ?? [];
    return this.source === 'browser' ? found.filter(({ listed }) => isLocal(listed)) : found;
  }

  #heading(): string {
    const { position: words } = text;
    const { kit, search, explored } = this;
    const { length } = this.#reached;
    if (kit === null) return '';
    if (search === null) {
      if (this.isBrief && explored !== null) return text.opening.next;
      return this.problem === '' ? text.library.asking : '';
    }
    if (search.read < search.all) return words.asking(search.read, search.all);
    if (search.isSilent && length === 0) return text.library.notLoaded;
    return length === 0 ? words.none : words.counted(length);
  }

  /** The moves by the source that is chosen; where it counts nothing, by the games that were found. */
  #next(): TemplateResult | typeof nothing {
    const { explored } = this;
    if (explored === null || this.#isUncounted)
      return movesTable(nextMoves(this.#reached), move => this.#after(move));
    return explorerTable(explored, {
      point: hex => this.#point(hex),
      addressOf: move => this.#after(move),
    });
  }

  #found(): TemplateResult | typeof nothing {
    const found = this.#reached;
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

  #click = (event: MouseEvent): void => {
    const written = linkOf(event)?.dataset.move;
    const made = written === undefined ? null : this.#moveOf(written);
    if (made === null || this.play === null) return;
    event.preventDefault();
    this.play(made);
  };

  /** Where a move leads; to this position where it cannot be read any more. */
  #after(written: string): string {
    const { kit, state } = this;
    if (kit === null) return href('/');
    const made = this.#moveOf(written);
    const stepped = made === null ? null : step(kit.game, state, { do: 'move', ...made });
    return href(positionPath(kit, stepped?.ok ? stepped.value.state : state));
  }

  #moveOf(written: string): SeatMove | null {
    const { kit, state } = this;
    const [seat] = kit?.game.active(state) ?? [];
    const move = kit?.notations[0]?.parse(state, written);
    return seat === undefined || !move?.ok ? null : { seat, move: move.value };
  }
}

customElements.define('kifu-explorer', KifuExplorer);
