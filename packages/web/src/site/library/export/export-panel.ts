/** Downloads a selection: the selected matches or all results, in a format that all their games share. */
import { unwrap } from '@kifu/core';
import type { FormatInfo } from '@kifu/record/file';
import { saveFile } from '@kifu/viewer/shared';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { icon } from '../../icons.ts';
import type { ListedMatch } from '../../server.ts';
import { text } from '../../texts.ts';
import type { ExportProgress } from './export-matches.ts';

/** Most matches in one download. */
export const MOST_SAVED = 1000;

class ExportPanel extends LitElement {
  static override properties = {
    ticked: { attribute: false },
    total: { attribute: false },
    games: { attribute: false },
    forms: { state: true },
    progress: { state: true },
    isOpen: { state: true },
    isSaving: { state: true },
    isEmpty: { state: true },
  };

  declare ticked: readonly ListedMatch[];
  /** Number of results; null if unknown. */
  declare total: number | null;
  /** Games of the results. */
  declare games: readonly string[];
  /** Returns all results, up to the limit of one download. */
  findAll: () => Promise<readonly ListedMatch[]> = async () => [];
  declare forms: readonly FormatInfo[];
  declare progress: ExportProgress | null;
  declare isOpen: boolean;
  declare isSaving: boolean;
  declare isEmpty: boolean;
  #saving: AbortController | null = null;

  constructor() {
    super();
    Object.assign(this, { ticked: [], total: null, games: [], forms: [], progress: null });
    Object.assign(this, { isOpen: false, isSaving: false, isEmpty: false });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#saving?.abort();
  }

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (this.isOpen && ['isOpen', 'ticked', 'games'].some(name => changed.has(name)))
      void this.#findForms();
  }

  /** Finds the formats that all games of the selection share. */
  async #findForms(): Promise<void> {
    const [{ loadKit }, { formsOf }] = await Promise.all([
      import('@kifu/games'),
      import('@kifu/record/file'),
    ]);
    const games = this.ticked.length > 0 ? this.ticked.map(({ game }) => game) : this.games;
    const kits = await Promise.all(
      [...new Set(games)].map(async name => unwrap(await loadKit(name))),
    );
    const [first = [], ...others] = kits.map(({ formats }) => formsOf(formats));
    this.forms = first.filter(({ name }) =>
      others.every(forms => forms.some(form => form.name === name)),
    );
  }

  #save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const name = new FormData(event.target as HTMLFormElement).get('form');
    const form = this.forms.find(other => other.name === name);
    if (form === undefined || this.isSaving) return;
    const saving = new AbortController();
    this.#saving = saving;
    Object.assign(this, { isSaving: true, isEmpty: false });
    this.progress = { written: 0, faults: [], losses: [] };
    try {
      const { exportMatches } = await import('./export-matches.ts');
      const matches = this.ticked.length > 0 ? this.ticked : await this.findAll();
      const file = await exportMatches(
        matches,
        form,
        progress => {
          this.progress = progress;
        },
        saving.signal,
      );
      this.isEmpty = file === null;
      if (file !== null) saveFile(file.name, file.bytes, 'application/octet-stream');
    } catch (cause) {
      if (!saving.signal.aborted) throw cause;
      this.progress = null;
    } finally {
      this.isSaving = false;
    }
  };

  override render(): TemplateResult {
    const words = text.library.export;
    const count = this.ticked.length > 0 ? this.ticked.length : this.total;
    return html`
      <details
        class="export"
        @toggle=${({ target }: Event) => {
          this.isOpen = (target as HTMLDetailsElement).open;
        }}
      >
        <summary class="btn slim">${icon('down')}${this.ticked.length > 0 ? words.ticked(this.ticked.length) : words.all}</summary>
        <form class="card pad" @submit=${this.#save}>
          <p class="soft small">${this.ticked.length > 0 ? words.howTicked : words.howAll(Math.min(count ?? MOST_SAVED, MOST_SAVED))}</p>
          <label class="field">
            <span>${words.form}</span>
            <select class="input" name="form">
              ${this.forms.map(({ name, ending, isCollection }) => html`<option value=${name}>${name} (.${isCollection || count === 1 ? ending : `${ending}, .zip`})</option>`)}
            </select>
          </label>
          <p class="row">
            <button class="btn primary" type="submit" ?disabled=${this.isSaving || this.forms.length === 0}>${words.save}</button>
            ${this.isSaving ? html`<button class="btn" type="button" @click=${() => this.#saving?.abort()}>${words.stop}</button>` : nothing}
          </p>
          <div role="status">${this.#told()}</div>
        </form>
      </details>
    `;
  }

  #told(): TemplateResult | typeof nothing {
    const words = text.library.export;
    const { progress } = this;
    if (progress === null) return nothing;
    const { written, faults, losses } = progress;
    if (this.isSaving) return html`<p>${words.saving(written)}</p>`;
    return html`
      <p>${this.isEmpty ? words.none : words.saved(written)}</p>
      ${faults.length === 0 ? nothing : html`<p>${words.faults(faults.length)}<br /><span class="small">${faults[0]!.message}</span></p>`}
      ${losses.length === 0 ? nothing : html`<p class="small">${words.losses} ${losses.slice(0, 8).join('; ')}</p>`}
    `;
  }
}

customElements.define('kifu-export-panel', ExportPanel);
