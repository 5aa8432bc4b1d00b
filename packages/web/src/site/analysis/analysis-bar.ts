/** `<kifu-analysis>`: below a record that is shown, starts its analysis, says what came of it, and leads to the rules of the game. */
import { isAnalysisAuthor } from '@kifu/record/analysis';
import type { KifuViewer } from '@kifu/viewer';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { titleOf } from '../games.ts';
import { icon } from '../icons.ts';
import { href } from '../router.ts';
import { text } from '../texts.ts';
import { findAnalysis, storeAnalysis } from './analysis-store.ts';
import type { AnalysisProgress, StoredAnalysis } from './analysis-worker.ts';
import { type RecordToAnalyze, type RunningAnalysis, runAnalysis } from './run-analysis.ts';
import { searcherSelect } from './searcher-select.ts';
import { findSearchers, lastChosen, OWN, problemText, type SearcherChoice } from './searchers.ts';

const GRADES = ['inaccuracy', 'mistake', 'blunder'] as const;
const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' } as const;

class AnalysisBar extends LitElement {
  static override properties = {
    record: { attribute: false },
    isOffered: { attribute: false },
    load: { attribute: false },
    begins: { attribute: false },
    isKept: { attribute: false },
    analysis: { state: true },
    progress: { state: true },
    problem: { state: true },
    shown: { state: true },
    isHidden: { state: true },
    searchers: { state: true },
    chosen: { state: true },
  };

  /** The record that the viewer shows. */
  declare record: NonNullable<KifuViewer['record']>;
  /** Whether it can be analyzed. */
  declare isOffered: boolean;
  /** Gets the file that it is in. */
  declare load: () => Promise<RecordToAnalyze>;
  /** Whether to analyze without being asked again; a record that was analyzed before is left as it is. */
  declare begins: boolean;
  /** Whether the page keeps the analysis in the record: shown is what the record has. */
  declare isKept: boolean;
  declare analysis: StoredAnalysis | null;
  /** How far it has come, with all lines so far; null while no analysis runs. */
  declare progress: AnalysisProgress | null;
  declare problem: string;
  /** After how many entries the viewer stands. */
  declare shown: number;
  /** Whether the record is shown without its analysis. */
  declare isHidden: boolean;
  declare searchers: readonly SearcherChoice[];
  /** Who searches. */
  declare chosen: SearcherChoice;
  /** The element that the viewer is in, too. */
  #room: HTMLElement | null = null;
  #running: RunningAnalysis | null = null;
  /** The match and the head that were looked up. */
  #looked = '';

  constructor() {
    super();
    this.isOffered = false;
    this.begins = false;
    this.isKept = false;
    this.analysis = null;
    this.progress = null;
    this.problem = '';
    this.shown = 0;
    this.isHidden = false;
    this.chosen = OWN();
    this.searchers = [this.chosen];
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#room = this.parentElement;
    this.#room?.addEventListener('kifu-change', this.#move);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#room?.removeEventListener('kifu-change', this.#move);
    this.#running?.drop();
    this.#running = null;
  }

  #move = (event: Event): void => {
    this.shown = (event as CustomEvent<{ readonly n: number }>).detail.n;
  };

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { match, head } = this.record;
    if (!changed.has('record') || this.#looked === match + head) return;
    this.#looked = match + head;
    this.#running?.drop();
    this.#running = null;
    this.analysis = null;
    this.progress = null;
    this.problem = '';
    this.isHidden = false;
    this.shown = this.#viewer?.state.picture?.n ?? 0;
    if (this.isOffered) void this.#look(match, head);
  }

  get #viewer(): KifuViewer | null {
    return this.#room?.querySelector<KifuViewer>('kifu-viewer') ?? null;
  }

  /** Shows an analysis that was made before. */
  async #look(match: string, head: string): Promise<void> {
    const finding = findSearchers(this.record.game);
    const found = await findAnalysis(match, head);
    if (this.#looked !== match + head) return;
    void finding.then(searchers => {
      if (this.#looked !== match + head) return;
      this.searchers = searchers;
      this.chosen = lastChosen(searchers);
    });
    this.analysis = found;
    if (this.isKept) this.isHidden = !this.record.notes.some(note => isAnalysisAuthor(note.author));
    else if (found !== null) this.#show();
    else if (this.begins) await this.#analyze();
  }

  /** Has the page show the record with its analysis, or without. */
  #show(isShown = true): void {
    this.isHidden = !isShown;
    const detail = isShown ? (this.analysis?.bytes ?? null) : null;
    this.dispatchEvent(new CustomEvent('kifu-annotated', { detail, bubbles: true }));
  }

  #analyze = async (): Promise<void> => {
    if (this.progress !== null) return;
    const looked = this.#looked;
    const { searcher, problem } = this.chosen;
    this.problem = problem === null ? '' : problemText(problem, false);
    if (problem !== null) return;
    this.progress = {
      done: 0,
      total: this.record.lines.filter(({ kind }) => kind === 'move').length,
      lines: [],
    };
    this.#focus('.btn');
    try {
      const record = await this.load();
      if (this.#looked !== looked || !this.isConnected) return;
      this.#running = runAnalysis(
        record,
        { searcher, shown: this.shown },
        ({ done, total, lines }) => {
          // a line that was searched longer replaces the first one
          const known = this.progress?.lines.filter(({ n }) => n !== lines[0]?.n) ?? [];
          this.progress = { done, total, lines: [...known, ...lines] };
        },
      );
      const { analysis, failure } = await this.#running.result;
      if (this.#looked !== looked) return;
      if (failure !== null)
        this.problem = problemText(
          failure.problem,
          searcher?.service.token === null,
          failure.detail,
        );
      // stopped before the first move was searched: nothing is known
      if (analysis.lines.length > 0) {
        await storeAnalysis(analysis);
        if (this.#looked !== looked) return;
        this.analysis = analysis;
        this.#show();
      }
    } catch (cause) {
      if (this.#looked !== looked) return;
      this.problem = text.analysis.failed(cause instanceof Error ? cause.message : String(cause));
    }
    this.#running = null;
    this.progress = null;
    this.#focus('.btn');
  };

  /** The button that was pressed is gone; the keyboard stays with what is there instead. */
  #focus(selector: string): void {
    const had = this.contains(document.activeElement);
    void this.updateComplete.then(() => {
      if (had) this.querySelector<HTMLElement>(selector)?.focus();
    });
  }

  /** Goes to the next move that lost something; after the last, to the first. */
  #next = (): void => {
    const graded = this.#graded();
    const next = graded.find(n => n > this.shown) ?? graded[0];
    if (next !== undefined) this.#viewer?.goTo(String(next));
  };

  #graded(): number[] {
    return (this.analysis?.lines ?? []).flatMap(({ grade, played }) =>
      grade === null ? [] : played,
    );
  }

  override render(): TemplateResult {
    const { analysis, progress, problem } = this;
    return html`<section class="analysis" aria-label=${text.analysis.title}>
      ${progress !== null ? this.#progress(progress) : analysis === null || this.isHidden ? this.#offer() : this.#result(analysis)}
      ${problem === '' ? nothing : html`<p class="problem" role="alert">${problem}</p>`}
    </section>`;
  }

  #choose = (chosen: SearcherChoice): void => {
    this.chosen = chosen;
    this.problem = '';
  };

  /** Who searches, and the button that begins. */
  #start(): TemplateResult {
    return html`${searcherSelect(this.searchers, this.chosen, this.#choose)}
      <button type="button" class="btn" @click=${this.#analyze}>${icon('search')}${text.analysis.analyze}</button>`;
  }

  #offer(): TemplateResult {
    return html`${this.isOffered ? this.#button() : nothing} <span class="push small">${this.#rules()}</span>`;
  }

  #rules(): TemplateResult {
    const { game } = this.record.header;
    return html`<a class="analysis-rules" href=${href(`/learn/${game}`)} data-page>${text.game.howTo(titleOf(game))}</a>`;
  }

  #button(): TemplateResult {
    const words = text.analysis;
    return this.analysis === null
      ? this.#start()
      : html`<button type="button" class="btn" @click=${() => this.#show()}>${icon('search')}${words.show}</button>`;
  }

  #progress({ done, total, lines }: AnalysisProgress): TemplateResult {
    const words = text.analysis;
    return html`<p class="analysis-progress grow">
        <span class="num" role="status">${words.progress(done, total)}</span>
        <progress max=${total} .value=${done} aria-label=${words.running}></progress>
      </p>
      <button type="button" class="btn" @click=${() => this.#running?.stop()}>${icon('cross')}${words.stop}</button>
      <div class="analysis-line grow">${this.#line(lines)}</div>`;
  }

  #result(analysis: StoredAnalysis): TemplateResult {
    const words = text.analysis;
    return html`
      <ul class="analysis-players" role="list">${analysis.players.map(player => this.#player(player))}</ul>
      <div class="analysis-line grow">
        ${this.#line(analysis.lines)}
        <p class="soft small">${analysis.nodes === null ? words.byTime(analysis.analyzer, analysis.timeMs ?? 0) : words.by(analysis.analyzer, analysis.nodes)}${analysis.isWhole ? nothing : html` ${words.partial}`} ${this.#rules()}</p>
      </div>
      <div class="row">
        ${analysis.isWhole && this.searchers.length < 2 ? nothing : this.#start()}
        <button type="button" class="btn analysis-next" ?disabled=${this.#graded().length === 0} aria-label=${words.next} title=${words.next} @click=${this.#next}>${icon('next')}<span>${words.next}</span></button>
        <button type="button" class="tool" aria-label=${words.hide} title=${words.hide} @click=${() => this.#show(false)}>${icon('cross')}</button>
      </div>`;
  }

  #player({ seat, accuracy, grades }: StoredAnalysis['players'][number]): TemplateResult {
    const words = text.analysis;
    const { header, seatNames } = this.record;
    const name = header.players.find(player => player.seat === seat)?.name || seatNames[seat];
    return html`<li>
      <b class="num" title=${words.accuracy}>${accuracy === null ? '–' : words.percent(accuracy)}</b>
      <span><b>${name}</b><span class="hide">, ${words.accuracy}</span><br />
        <span class="soft small num">${GRADES.map(grade => html`<span title=${words.counted[grade](grades[grade])}><span aria-hidden="true">${grades[grade]} ${SIGNS[grade]}</span><span class="hide">${words.counted[grade](grades[grade])}</span></span> `)}</span>
      </span>
    </li>`;
  }

  /** What is to say of the position that is shown: a move that lost something, and what was better; then the best line from here. */
  #line(lines: StoredAnalysis['lines']): TemplateResult {
    const words = text.analysis;
    const lost = lines.find(({ played, grade }) => played === this.shown && grade !== null);
    const here = lines.find(({ n }) => n === this.shown);
    return html`
      ${lost === undefined ? nothing : html`<p class="analysis-lost"><b>${words.grades[lost.grade!]}.</b> ${words.better} <span class="notation">${lost.text}</span></p>`}
      ${here === undefined ? nothing : html`<p class="analysis-best">${words.best} <span class="notation">${here.text}</span></p>`}`;
  }
}

customElements.define('kifu-analysis', AnalysisBar);
