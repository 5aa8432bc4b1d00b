/**
 * A position, however it was reached: who else had it, what was played next, and with what result. It is reached by moves on
 * a board, written, or comes from a match; what is shown stands in the address.
 */
import { type Kit, type Result, type Shape, step, touchOf } from '@kifu/core';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '@kifu/viewer/board';
import type { BoardMove, BoardPosition } from '@kifu/viewer/board';
import { canAnalyze } from '../analysis/can-analyze.ts';
import { startFrom } from '../continuation.ts';
import { gameCards, titleOf } from '../games.ts';
import { Page } from '../page.ts';
import { href, navigate } from '../router.ts';
import { readSettings } from '../settings.ts';
import { text } from '../texts.ts';
import '../analysis/position-lines.ts';
import './arranger.ts';
import './explorer-view.ts';
import { positionFaultText } from '../fault-text.ts';
import { loadKitHere } from '../language-kit.ts';
import { positionIn, positionPath } from './position-address.ts';

class PositionPage extends Page {
  static override properties = {
    ...Page.properties,
    kit: { state: true },
    position: { state: true },
    problem: { state: true },
    isArranging: { state: true },
    pointed: { state: true },
    shapes: { state: true },
  };

  declare kit: Kit | null;
  declare position: BoardPosition | null;
  declare problem: string;
  /** Whether the position is set up piece by piece, and not by moves. */
  declare isArranging: boolean;
  /** The move of the row that is pointed at, in hex digits. */
  declare pointed: string | null;
  /** Arrows of the best lines. */
  declare shapes: readonly Shape[];
  #shows = 0;

  constructor() {
    super();
    Object.assign(this, { kit: null, position: null, problem: '', pointed: null, shapes: [] });
    this.isArranging = false;
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

  async #show(): Promise<void> {
    const shows = ++this.#shows;
    if (this.kit?.game.name !== this.#game) Object.assign(this, { kit: null, position: null });
    const kit = await loadKitHere(this.#game);
    if (shows !== this.#shows) return;
    const state: Result<unknown> = kit.ok ? positionIn(kit.value, this.query) : kit;
    this.problem = state.ok ? '' : positionFaultText(state.fault);
    if (!kit.ok || !state.ok) return;
    if (this.kit !== kit.value) this.isArranging = false;
    this.kit = kit.value;
    this.position = boardOf(this.kit, state.value);
    this.pointed = null;
  }

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

  #point = ({ detail }: CustomEvent<string | null>): void => {
    this.pointed = detail;
  };

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
            ${this.#ways()} ${this.isArranging && this.position !== null ? this.#arranger() : this.#board()}
          </section>
          <section aria-labelledby="reached">
            ${this.#lines()} ${this.#explorer()}
          </section>
        </div>
      </div>
    `;
  }

  #explorer(): TemplateResult | typeof nothing {
    const { kit, position, problem } = this;
    if (kit !== null)
      return html`<kifu-explorer .kit=${kit} .state=${position?.state ?? null} @kifu-point=${this.#point}></kifu-explorer>`;
    // without its rules, the board says why
    return problem === ''
      ? html`<div role="status"><h2 id="reached">${text.position.loading}</h2></div>`
      : nothing;
  }

  /** The best lines, where a search sees all that matters. */
  #lines(): TemplateResult | typeof nothing {
    const { kit, position } = this;
    if (kit === null || position?.seat == null) return nothing;
    const { seats, secrets, pace } = kit.game;
    const isAnalyzable = canAnalyze({
      ...{ seats: seats[0], hasSecrets: secrets !== undefined, isFree: pace === 'free' },
    });
    return isAnalyzable
      ? html`<kifu-position-lines .kit=${kit} .state=${position.state} @kifu-lines=${this.#draw}></kifu-position-lines>`
      : nothing;
  }

  #draw = ({ detail }: CustomEvent<readonly Shape[]>): void => {
    this.shapes = detail;
  };

  /** By moves, or piece by piece where the game knows how; the board below stays where it is once that is known. */
  #ways(): TemplateResult | typeof nothing {
    const { kit } = this;
    const { position: words } = text;
    if (kit !== null && kit.editor === undefined) return nothing;
    const way = (label: string, isArranging: boolean) =>
      html`<button type="button" ?disabled=${kit === null} aria-pressed=${this.isArranging === isArranging} @click=${() => (this.isArranging = isArranging)}>${label}</button>`;
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
        class=${this.position === null ? 'awaited' : ''}
        .position=${this.#shown}
        .shapes=${this.shapes}
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
