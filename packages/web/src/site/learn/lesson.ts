/** `<kifu-lesson>`: the first lesson of a game, on a board, one step at a time; or a position to try freely. */
import type { Guide, GuidePosition, Json, Kit, LessonStep, Scene, Seat } from '@kifu/core';
import { beginStep, type LessonProgress, playStep, setUpGuide, waitInStep } from '@kifu/core/guide';
import type { GuidePageTexts } from '@kifu/texts/en/guides/page';
import type { GuideTexts } from '@kifu/texts/guides';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '@kifu/viewer/board';
import type { BoardMove, BoardPosition, KifuBoard } from '@kifu/viewer/board';
import { faultText } from '../fault-text.ts';
import { icon } from '../icons.ts';
import { href } from '../router.ts';
import { readSettings } from '../settings.ts';
import { markDone, stepsDone } from './lesson-progress.ts';
import { boardOf, pointOut } from './teaching-board.ts';

/** A position of the page that is tried. */
export interface Trial {
  readonly title: string;
  readonly position: GuidePosition;
}

/** A step in which anything may be played. */
const FREE: Pick<LessonStep, 'name' | 'goal' | 'within' | 'solution'> = {
  name: '',
  goal: { type: 'state', isReached: () => false },
  within: Number.POSITIVE_INFINITY,
  solution: [],
};

class KifuLesson extends LitElement {
  static override properties = {
    kit: { attribute: false },
    guide: { attribute: false },
    texts: { attribute: false },
    page: { attribute: false },
    trial: { attribute: false },
    at: { state: true },
    progress: { state: true },
    message: { state: true },
    help: { state: true },
    words: { state: true },
    isTicking: { state: true },
  };

  declare kit: Kit;
  declare guide: Guide | null;
  declare texts: GuideTexts | null;
  declare page: GuidePageTexts;
  /** What is tried in place of the lesson; null for the lesson. */
  declare trial: Trial | null;
  /** The step, from 0. */
  declare at: number;
  declare progress: LessonProgress | null;
  /** What was said of the last move. */
  declare message: { readonly text: string; readonly isBad: boolean } | null;
  /** How much help was asked for. */
  declare help: 'none' | 'hint' | 'answer';
  /** Moves that have no cell on the board. */
  declare words: readonly string[];
  /** Whether time passes, in games with ticks. */
  declare isTicking: boolean;
  #before: { readonly scene: Scene; readonly move: Json } | undefined;
  #frame = 0;
  /** The moment, in milliseconds, at which tick 0 was. */
  #zeroMs = 0;

  constructor() {
    super();
    Object.assign(this, { trial: null, at: 0, progress: null, message: null, help: 'none' });
    this.words = [];
    this.isTicking = false;
    this.addEventListener('kifu-words', event => {
      this.words = (event as CustomEvent<readonly string[]>).detail;
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    cancelAnimationFrame(this.#frame);
  }

  get #steps(): readonly LessonStep[] {
    return this.guide?.lesson ?? [];
  }

  get #step(): LessonStep {
    return this.trial === null && this.#steps.length > 0
      ? this.#steps[this.at]!
      : { ...FREE, ...this.trial?.position };
  }

  get #isLesson(): boolean {
    return this.trial === null && this.#steps.length > 0;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('guide') || changed.has('kit')) {
      const done = stepsDone(this.kit.game.name);
      const open = this.#steps.findIndex(({ name }) => !done.includes(name));
      this.at = Math.max(0, open);
    }
    if (['guide', 'kit', 'trial', 'at'].some(name => changed.has(name as never))) this.#begin();
  }

  protected override updated(changed: PropertyValues<this>): void {
    const board = this.#board;
    if (board !== null && ['progress', 'help', 'texts'].some(name => changed.has(name as never)))
      board.position = this.#position();
  }

  get #board(): KifuBoard | null {
    return this.querySelector('kifu-board');
  }

  #begin = (): void => {
    cancelAnimationFrame(this.#frame);
    this.isTicking = false;
    this.#before = undefined;
    this.help = 'none';
    this.message = null;
    const begun = this.#isLesson
      ? beginStep(this.kit, this.#step)
      : setUpGuide(this.kit, this.#step);
    if (!begun.ok) {
      this.progress = null;
      this.message = { text: faultText(begun.fault), isBad: true };
    } else if (this.#isLesson) this.progress = begun.value as LessonProgress;
    else {
      const seat = this.kit.game.active(begun.value)[0] ?? 0;
      this.progress = { state: begun.value, seat, played: 0, verdict: 'open' };
    }
  };

  #position(): BoardPosition | null {
    const { kit, progress } = this;
    if (progress === null) return null;
    const { state, seat, verdict } = progress;
    const mover: Seat | null = this.#isLesson ? seat : (kit.game.active(state)[0] ?? null);
    const isOver = verdict !== 'open' || kit.game.outcome(state) !== null;
    const position = boardOf(kit, {
      ...{ state, seat: isOver ? null : mover },
      from: this.#isLesson ? seat : kit.game.secrets === undefined ? 0 : (mover ?? 0),
      before: this.#before as never,
    });
    const answer = this.help === 'answer' ? this.#step.solution[progress.played] : undefined;
    return answer === undefined ? position : pointOut(position, answer);
  }

  #play = ({ detail: { seat, move } }: CustomEvent<BoardMove>): void => {
    const { kit, progress } = this;
    const board = this.#board;
    if (progress === null || board?.position == null) return;
    const played = playStep(kit, this.#step, { ...progress, seat }, move);
    if (!played.ok) {
      this.message = { text: faultText(played.fault, kit), isBad: true };
      return;
    }
    this.#before = { scene: board.position.scene, move };
    if (this.help === 'answer') this.help = 'none';
    this.message = null;
    this.#take({ ...played.value, seat: this.#isLesson ? progress.seat : seat });
    if (kit.sceneWithin !== undefined && !this.isTicking) this.#startTime();
  };

  #take(progress: LessonProgress): void {
    const before = this.progress?.verdict;
    // a trial continues until the rules end it
    this.progress = this.#isLesson ? progress : { ...progress, verdict: 'open' };
    if (!this.#isLesson || progress.verdict === before) return;
    if (progress.verdict === 'missed') {
      const isLate = progress.played === 0 || this.kit.sceneWithin !== undefined;
      this.message = { text: isLate ? this.page.late : this.page.missed, isBad: true };
    }
    if (progress.verdict !== 'done') return;
    markDone(this.kit.game.name, this.#step.name);
    this.message = { text: this.texts!.lesson[this.#step.name]!.done, isBad: false };
  }

  /** Lets time pass from now on. */
  #startTime = (): void => {
    const { kit, progress } = this;
    const { time } = kit.game;
    if (progress === null || time === undefined) return;
    const tickMs = 1000 / time.hz(progress.state);
    this.#zeroMs = performance.now() - time.now(progress.state) * tickMs;
    this.isTicking = true;
    const run = () => {
      this.#frame = requestAnimationFrame(run);
      this.#tick((performance.now() - this.#zeroMs) / tickMs);
    };
    this.#frame = requestAnimationFrame(run);
  };

  /** Brings the board to a moment, in ticks. */
  #tick(moment: number): void {
    const { kit, progress } = this;
    if (progress === null) return;
    const tick = Math.floor(moment);
    const next = kit.game.time?.next(progress.state) ?? null;
    const { ticks } = this.#step;
    const isDue = next !== null && tick >= next;
    if (progress.verdict === 'open' && (isDue || (ticks !== undefined && tick >= ticks))) {
      const waited = waitInStep(kit, this.#step, progress, tick);
      this.#before = undefined;
      if (waited.ok) this.#take(waited.value);
      return;
    }
    const now = kit.game.time!.advance(progress.state, tick).state;
    this.#board?.draw(kit.sceneWithin!(now, moment - tick));
  }

  #type = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).querySelector('input')!;
    const played = this.#board?.playText(field.value);
    if (played === undefined) return;
    if (played.ok) field.value = '';
    else this.message = { text: faultText(played.fault, this.kit), isBad: true };
  };

  #askHelp = (): void => {
    this.help = this.help === 'none' ? 'hint' : 'answer';
    const move = this.#step.solution[this.progress?.played ?? 0];
    const text =
      this.help === 'answer' && move !== undefined
        ? this.page.answer(move)
        : this.texts!.lesson[this.#step.name]!.hint;
    this.message = { text, isBad: false };
  };

  #goTo(at: number): void {
    this.at = at;
    void this.updateComplete.then(() => this.#board?.focus());
  }

  #leaveTrial = (): void => {
    this.dispatchEvent(new CustomEvent('kifu-trial', { detail: null, bubbles: true }));
  };

  override render(): TemplateResult {
    const { page, trial, texts } = this;
    const { hasCoordinates, theme } = readSettings();
    const task = this.#isLesson ? texts!.lesson[this.#step.name]!.task : page.tryHow;
    return html`
      <div class="head">
        <h2 id="try">${trial === null ? (this.#isLesson ? page.lesson : page.tryIt) : page.trying(trial.title)}</h2>
        ${this.#isLesson ? this.#stepList() : nothing}
      </div>
      <p class="task">${task}</p>
      <kifu-board
        words="outside"
        .hasCoordinates=${hasCoordinates}
        .theme=${theme === 'auto' ? null : theme}
        @kifu-move=${this.#play}
      ></kifu-board>
      <p class="remark ${this.message?.isBad ? 'bad' : ''}" role="status">${this.message?.text ?? ''}</p>
      ${
        this.words.length === 0
          ? nothing
          : html`<div class="row">${this.words.map(word => html`<button type="button" class="btn slim" @click=${() => this.#board?.touch(word)}>${word}</button>`)}</div>`
      }
      <div class="row">${this.#buttons()}</div>
    `;
  }

  #stepList(): TemplateResult {
    const done = stepsDone(this.kit.game.name);
    const count = this.#steps.length;
    return html`<ol class="steps">
      ${this.#steps.map(({ name }, i) => {
        const isDone = done.includes(name);
        const label = isDone ? this.page.stepDone(i + 1, count) : this.page.step(i + 1, count);
        return html`<li>
          <button type="button" class=${isDone ? 'done' : ''} aria-label=${label} aria-current=${i === this.at ? 'step' : nothing} @click=${() => this.#goTo(i)}>${i + 1}</button>
        </li>`;
      })}
    </ol>`;
  }

  #buttons(): TemplateResult {
    const { page, progress } = this;
    const again = html`<button type="button" class="btn" @click=${this.#begin}>${icon('again')}${page.again}</button>`;
    if (!this.#isLesson)
      return html`${this.#typed()} ${again}
        ${this.trial === null || this.#steps.length === 0 ? nothing : html`<button type="button" class="btn primary" @click=${this.#leaveTrial}>${page.toLesson}</button>`}`;
    if (progress?.verdict === 'done')
      return this.at + 1 < this.#steps.length
        ? html`<button type="button" class="btn primary" @click=${() => this.#goTo(this.at + 1)}>${page.next}${icon('next')}</button> ${again}`
        : html`<p class="grow">${page.finished}</p>
            <a class="btn primary" href=${href(`/new/${this.kit.game.name}?bot`)} data-page>${icon('bot')}${page.playBot}</a>`;
    if (progress?.verdict === 'missed')
      return html`<button type="button" class="btn primary" @click=${this.#begin}>${icon('again')}${page.again}</button>`;
    return html`
      ${
        this.#step.ticks !== undefined && !this.isTicking && (this.#step.moves ?? []).length > 0
          ? html`<button type="button" class="btn primary" @click=${this.#startTime}>${icon('play')}${page.startClock}</button>`
          : nothing
      }
      ${this.#typed()}
      <button type="button" class="btn" @click=${this.#askHelp} ?disabled=${this.help === 'answer'}>${this.help === 'none' ? page.hint : page.show}</button>
      ${again}
    `;
  }

  #typed(): TemplateResult {
    const { enterMove } = this.page;
    return html`<form class="typed grow" @submit=${this.#type}>
      <input class="input" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="40" aria-label=${enterMove} placeholder=${enterMove} />
    </form>`;
  }
}

customElements.define('kifu-lesson', KifuLesson);
