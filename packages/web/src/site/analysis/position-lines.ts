/** `<kifu-position-lines>`: the best lines from a position, searched as long as the reader wants. Announces by `kifu-lines` their first moves as arrows. */
import { evaluationText, type Game, type Kit, type Shape } from '@kifu/core';
import { fromPortable } from '@kifu/record/analysis';
import { gamesAddress } from '@kifu/viewer/games';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { icon } from '../icons.ts';
import { text } from '../texts.ts';
import { lineText, shapeOfMove } from './best-lines.ts';
import type { PositionAnswer, PositionQuestion } from './position-worker.ts';
import { searcherSelect } from './searcher-select.ts';
import { findSearchers, lastChosen, OWN, problemText, type SearcherChoice } from './searchers.ts';

/** Arrows of the lines, the best first. */
const COLORS = ['green', 'blue', 'yellow'] as const;

class PositionLines extends LitElement {
  static override properties = {
    kit: { attribute: false },
    state: { attribute: false },
    isOn: { state: true },
    answer: { state: true },
    problem: { state: true },
    searchers: { state: true },
    chosen: { state: true },
  };

  declare kit: Kit;
  declare state: unknown;
  /** Whether each position that comes is searched. */
  declare isOn: boolean;
  /** Null before anything was found. */
  declare answer: PositionAnswer | null;
  declare problem: string;
  declare searchers: readonly SearcherChoice[];
  declare chosen: SearcherChoice;
  #worker: Worker | null = null;
  #questions = 0;

  constructor() {
    super();
    Object.assign(this, { isOn: false, answer: null, problem: '' });
    this.chosen = OWN();
    this.searchers = [this.chosen];
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#end();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('kit')) void this.#find(this.kit);
    if (changed.has('kit') || changed.has('state')) this.#search();
  }

  async #find(kit: Kit): Promise<void> {
    const searchers = await findSearchers(kit.game.name);
    if (kit !== this.kit) return;
    this.searchers = searchers;
    this.chosen = lastChosen(searchers);
  }

  #choose = (chosen: SearcherChoice): void => {
    this.chosen = chosen;
    this.#search();
  };

  #toggle = (): void => {
    this.isOn = !this.isOn;
    this.#search();
  };

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** Searches the position, or nothing any more. */
  #search(): void {
    const { kit, state, chosen } = this;
    const { searcher, problem } = chosen;
    this.answer = null;
    this.problem = this.isOn && problem !== null ? problemText(problem, false) : '';
    this.#announce([]);
    if (!this.isOn || problem !== null) {
      this.#end();
      return;
    }
    if (this.#worker === null) {
      this.#worker = new Worker(new URL('./position-worker.ts', import.meta.url), {
        type: 'module',
      });
      this.#worker.onmessage = ({ data }: MessageEvent<PositionAnswer>) => this.#take(data);
    }
    const id = ++this.#questions;
    const { states, name: game } = kit.game;
    const [canon, aside] = [states.canon(state), states.aside(state)];
    const question: PositionQuestion = {
      ...{ id, games: gamesAddress(), game, canon, aside, searcher },
    };
    this.#worker.postMessage(question);
  }

  #take(answer: PositionAnswer): void {
    if (answer.id !== this.#questions || !this.isOn) return;
    const { failure } = answer;
    const isOfServer = this.chosen.searcher?.service.token === null;
    if (failure !== null) {
      this.problem = problemText(failure.problem, isOfServer, failure.detail);
      return;
    }
    this.answer = answer;
    const { kit, state } = this;
    const found = fromPortable(kit.game as Game, answer.analysis);
    if (found?.seat == null) return;
    const { seat, lines } = found;
    this.#announce(
      lines.flatMap(({ moves }, i) => {
        const shape = shapeOfMove(kit, state, seat, moves[0]!);
        return shape === null ? [] : { ...shape, color: COLORS[i] ?? 'yellow' };
      }),
    );
  }

  #announce(detail: readonly Shape[]): void {
    this.dispatchEvent(new CustomEvent('kifu-lines', { detail, bubbles: true }));
  }

  override render(): TemplateResult {
    const { analysis: words } = text;
    const { kit, state, answer } = this;
    const found = answer === null ? null : fromPortable(kit.game as Game, answer.analysis);
    return html`<section class="position-lines" aria-label=${words.title}>
      <p class="row">
        ${searcherSelect(this.searchers, this.chosen, this.#choose)}
        <button type="button" class="btn slim" aria-pressed=${this.isOn} @click=${this.#toggle}>${icon('search')}${words.analyze}</button>
      </p>
      ${
        found === null
          ? nothing
          : html`<ol role="list">
              ${found.lines.map(
                ({ moves, evaluation, chances }) => html`<li>
                  <b class="num">${evaluation === null ? words.percent(100 * (chances[found.seat ?? 0] ?? 0)) : evaluationText(evaluation)}</b>
                  <span class="notation">${lineText(kit, state, moves)}</span>
                </li>`,
              )}
            </ol>
            <p class="soft small" role="status">${answer!.isDone ? answer!.name : words.running}</p>`
      }
      ${this.problem === '' ? nothing : html`<p class="problem" role="alert">${this.problem}</p>`}
    </section>`;
  }
}

customElements.define('kifu-position-lines', PositionLines);
