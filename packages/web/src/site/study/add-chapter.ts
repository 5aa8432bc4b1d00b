/** `<kifu-add-chapter>`: adds chapters to a study, from files, from the library of the browser, and new games. */
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { faultText } from '../fault-text.ts';
import { gameCards, titleOf } from '../games.ts';
import { icon } from '../icons.ts';
import { type LibraryMatch, listMatches } from '../library/local-library.ts';
import { recordFiles } from '../library/record-files.ts';
import { text } from '../texts.ts';
import { askWorker } from './ask-worker.ts';
import { type Addition, addChapters, addFound } from './study-changes.ts';

/** Most games of the library to choose from; others are added from their own pages. */
const MOST_LISTED = 200;

class AddChapter extends LitElement {
  static override properties = {
    study: { attribute: false },
    listed: { state: true },
    told: { state: true },
  };

  /** The id of the study. */
  declare study: string;
  /** Games of the library; null before the form is opened. */
  declare listed: readonly LibraryMatch[] | null;
  declare told: string;

  constructor() {
    super();
    this.study = '';
    this.listed = null;
    this.told = '';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  #open = async (): Promise<void> => {
    this.listed ??= (await listMatches().catch(() => [])).slice(0, MOST_LISTED);
  };

  /** Adds something, and tells what came of it here and to the page. */
  async #add(act: () => Promise<Addition>): Promise<void> {
    this.told = text.study.adding;
    const done = await act().catch(() => ({ added: 0, told: text.study.blocked }));
    this.told = done.told;
    if (done.added === 0) return;
    this.dispatchEvent(new CustomEvent('kifu-chapters', { detail: done, bubbles: true }));
  }

  #fromFiles = ({ target }: Event): void => {
    const field = target as HTMLInputElement;
    const files = [...(field.files ?? [])];
    field.value = '';
    if (files.length > 0) void this.#add(() => addChapters(this.study, files));
  };

  #fromLibrary = (event: SubmitEvent): void => {
    event.preventDefault();
    const id = new FormData(event.target as HTMLFormElement).get('match');
    const match = this.listed?.find(listed => listed.match === id);
    if (match === undefined) return;
    void this.#add(async () => {
      for await (const file of recordFiles([match], new AbortController().signal))
        return 'fault' in file
          ? addFound(this.study, [], [file.fault])
          : addChapters(this.study, [file]);
      return { added: 0, told: '' };
    });
  };

  #begin = (event: SubmitEvent): void => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    const asked = { game: `${data.get('game')}`, position: `${data.get('position')}`.trim() };
    void this.#add(async () => {
      const begun = await askWorker('begin', asked);
      return begun.ok
        ? addFound(this.study, [begun.value])
        : { added: 0, told: faultText(begun.fault) };
    });
  };

  override render(): TemplateResult {
    const words = text.study;
    const games = gameCards().filter(({ isFree, hasSecrets }) => !isFree && !hasSecrets);
    return html`<details class="study-add" @toggle=${this.#open}>
      <summary class="btn">${icon('plus')}${words.add}</summary>
      <form class="study-form" @submit=${this.#begin}>
        <h2>${words.fresh}</h2>
        <label class="field"><span>${words.game}</span>
          <select class="input" name="game">${games.map(({ name }) => html`<option value=${name}>${titleOf(name)}</option>`)}</select>
        </label>
        <label class="field"><span>${words.position}</span>
          <input class="input" name="position" autocomplete="off" spellcheck="false" maxlength="2000" />
        </label>
        <button class="btn" type="submit">${words.add}</button>
      </form>
      <div class="study-form">
        <h2>${words.fromFile}</h2>
        <label class="btn">${icon('file')}${words.import}<input class="hide" type="file" multiple @change=${this.#fromFiles} /></label>
      </div>
      ${
        (this.listed ?? []).length === 0
          ? nothing
          : html`<form class="study-form" @submit=${this.#fromLibrary}>
              <h2>${words.fromLibrary}</h2>
              <select class="input" name="match" aria-label=${words.fromLibrary}>
                <option value="">${words.choose}</option>
                ${this.listed!.map(({ match, players, game, startedAt }) => html`<option value=${match}>${[players.filter(Boolean).join(' – '), titleOf(game), (startedAt ?? '').slice(0, 10)].filter(Boolean).join(', ')}</option>`)}
              </select>
              <button class="btn" type="submit">${words.add}</button>
            </form>`
      }
      <p role="status">${this.told}</p>
    </details>`;
  }
}

customElements.define('kifu-add-chapter', AddChapter);
