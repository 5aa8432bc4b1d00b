/** `<kifu-share-study>`: a link with a study in it, and the study as one file. */

import type { FormatInfo } from '@kifu/record/file';
import { copyText, fileName, saveFile } from '@kifu/viewer/shared';
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { faultText } from '../fault-text.ts';
import { icon } from '../icons.ts';
import { text } from '../texts.ts';
import { askWorker } from './ask-worker.ts';
import { linkTo, studyLetters } from './study-link.ts';
import type { StoredStudy } from './study-store.ts';

class ShareStudy extends LitElement {
  static override properties = {
    study: { attribute: false },
    forms: { state: true },
    isOpen: { state: true },
    told: { state: true },
  };

  declare study: StoredStudy;
  /** Formats of collections that all its games share. */
  declare forms: readonly FormatInfo[];
  declare isOpen: boolean;
  declare told: string;
  /** The games whose formats are known, or asked for. */
  #asked = '';

  constructor() {
    super();
    this.forms = [];
    this.isOpen = false;
    this.told = '';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (this.isOpen && (changed.has('isOpen') || changed.has('study'))) void this.#findForms();
  }

  /** The study changes with every letter of a comment, its games hardly ever. */
  async #findForms(): Promise<void> {
    const games = [...new Set(this.study.chapters.map(({ game }) => game))].sort();
    if (games.join() === this.#asked) return;
    this.#asked = games.join();
    const forms = await askWorker('forms', { games });
    if (games.join() === this.#asked) this.forms = forms;
  }

  async #copy(link: string): Promise<void> {
    this.told = (await copyText(link)) ? text.study.copied : text.study.notCopied;
  }

  #download = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const name = new FormData(event.target as HTMLFormElement).get('form');
    const form = this.forms.find(other => other.name === name) ?? null;
    const { title, chapters } = this.study;
    const written = await askWorker('write', { study: { title, chapters }, form });
    if (!written.ok) {
      this.told = faultText(written.fault);
      return;
    }
    const { bytes, extension, losses } = written.value;
    saveFile(
      fileName([title || text.study.untitled], extension),
      bytes,
      'application/octet-stream',
    );
    this.told =
      losses.length === 0 ? '' : `${text.library.export.losses} ${losses.slice(0, 8).join('; ')}`;
  };

  override render(): TemplateResult {
    const words = text.study;
    return html`<details class="study-share" @toggle=${({ target }: Event) => {
      this.isOpen = (target as HTMLDetailsElement).open;
    }}>
      <summary class="btn">${icon('share')}${words.share}</summary>
      ${this.isOpen ? this.#link() : ''}
      <form class="study-form" @submit=${this.#download}>
        <label class="field"><span>${words.form}</span>
          <select class="input" name="form">
            ${this.forms.map(({ name, ending }, i) => html`<option value=${name} ?selected=${i === 0}>${name.toUpperCase()} (.${ending})</option>`)}
            <option value="">${words.whole}</option>
          </select>
        </label>
        <button class="btn" type="submit">${icon('down')}${words.download}</button>
      </form>
      <p role="status">${this.told}</p>
    </details>`;
  }

  #link(): TemplateResult {
    const words = text.study;
    const { title, chapters } = this.study;
    const letters = studyLetters({ title, chapters });
    if (letters === null) return html`<p class="study-form">${words.linkTooLong}</p>`;
    const link = linkTo(letters);
    return html`<div class="study-form">
      <label class="field"><span>${words.link}</span>
        <input class="input" name="link" readonly .value=${link} @focus=${({ target }: Event) => (target as HTMLInputElement).select()} />
      </label>
      <button class="btn" type="button" data-copy @click=${() => this.#copy(link)}>${icon('copy')}${words.copy}</button>
      <p class="soft small">${words.linkHow}</p>
    </div>`;
  }
}

customElements.define('kifu-share-study', ShareStudy);
