/** The studies of this browser: a list to open, to begin and to import, and where a game is added to one of them. */
import { studyTitle } from '@kifu/record/study';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { icon } from '../icons.ts';
import { dayOf } from '../library/match-words.ts';
import { Page } from '../page.ts';
import { href, navigate } from '../router.ts';
import { text } from '../texts.ts';
import { putAway, recordInHand } from './record-in-hand.ts';
import { addChapters, importFiles } from './study-changes.ts';
import { addStudy, listStudies, removeStudy, type StoredStudy } from './study-store.ts';

class StudiesPage extends Page {
  static override properties = {
    ...Page.properties,
    studies: { state: true },
    told: { state: true },
    asked: { state: true },
  };

  /** Null before they are read. */
  declare studies: readonly StoredStudy[] | null;
  /** What came of the last action; empty for nothing to tell. */
  declare told: string;
  /** The study that is to be removed, once the reader has agreed. */
  declare asked: string | null;

  constructor() {
    super();
    this.studies = null;
    this.told = '';
    this.asked = null;
  }

  override get heading(): string {
    return text.study.title;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('query')) void this.#list();
  }

  async #list(): Promise<void> {
    try {
      this.studies = await listStudies();
    } catch {
      this.studies = [];
      this.told = text.study.blocked;
    }
  }

  get #inHand(): ReturnType<typeof recordInHand> {
    return this.query.has('add') ? recordInHand() : null;
  }

  #create = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const title = studyTitle(`${new FormData(event.target as HTMLFormElement).get('title') ?? ''}`);
    const study = await addStudy(title, []).catch(() => null);
    if (study === null) this.told = text.study.blocked;
    else await this.#goOn(study);
  };

  /** Opens a study, with the record in hand as its last chapter. */
  async #goOn({ id, chapters }: StoredStudy): Promise<void> {
    const record = this.#inHand;
    if (record === null) return navigate(`/study/${id}`);
    const { added, told } = await addChapters(id, [{ name: 'record.car', bytes: record.bytes }]);
    this.told = told;
    if (added === 0) return;
    putAway();
    navigate(`/study/${id}?chapter=${chapters.length + 1}`);
  }

  #import = async ({ target }: Event): Promise<void> => {
    const field = target as HTMLInputElement;
    const files = [...(field.files ?? [])];
    field.value = '';
    if (files.length === 0) return;
    this.told = text.study.adding;
    const { study, told } = await importFiles(files).catch(() => ({
      study: null,
      told: text.study.blocked,
    }));
    this.told = told;
    if (study !== null) navigate(`/study/${study.id}`);
  };

  async #remove(id: string): Promise<void> {
    this.asked = null;
    await removeStudy(id);
    await this.#list();
    this.querySelector<HTMLElement>('h1')?.focus();
  }

  override render(): TemplateResult {
    const words = text.study;
    const inHand = this.#inHand;
    return html`
      <div class="page studies">
        <h1 tabindex="-1">${inHand === null ? words.title : words.addTo(inHand.name)}</h1>
        ${inHand === null ? html`<p class="soft">${words.intro}</p>` : nothing}
        <form class="row begin" @submit=${this.#create}>
          <label class="field">
            <span>${inHand === null ? words.name : words.addNew}</span>
            <input class="input" name="title" maxlength="100" autocomplete="off" placeholder=${words.untitled} />
          </label>
          <button class="btn primary" type="submit">${icon('plus')}${words.create}</button>
          ${
            inHand === null
              ? html`<label class="btn">${icon('file')}${words.import}<input class="hide" type="file" multiple @change=${this.#import} /></label>`
              : nothing
          }
        </form>
        <p role="status" class="told">${this.told}</p>
        ${this.#listed()}
      </div>
    `;
  }

  #listed(): TemplateResult | typeof nothing {
    const { studies } = this;
    if (studies === null) return nothing;
    if (studies.length === 0) return html`<p class="soft">${text.study.none}</p>`;
    return html`<ul class="study-list">${studies.map(study => this.#item(study))}</ul>`;
  }

  #item(study: StoredStudy): TemplateResult {
    const words = text.study;
    const { id, chapters, changedMs } = study;
    const title = study.title || words.untitled;
    const about = `${words.chapters(chapters.length)}, ${dayOf(new Date(changedMs).toISOString())}`;
    if (this.asked === id)
      return html`<li class="card">
        <p>${words.sure(title)}</p>
        <button class="btn slim bad" type="button" data-remove @click=${() => this.#remove(id)}>${words.remove}</button>
        <button class="btn slim" type="button" @click=${() => this.#ask(null)}>${words.cancel}</button>
      </li>`;
    return html`<li class="card">
      ${
        this.#inHand === null
          ? html`<a href=${href(`/study/${id}`)} data-page><b>${title}</b><span class="soft">${about}</span></a>
            <button class="btn slim quiet" type="button" data-ask=${id} aria-label=${words.removeNamed(title)} title=${words.remove} @click=${() => this.#ask(id)}>${icon('cross')}</button>`
          : html`<button class="choice" type="button" @click=${() => this.#goOn(study)}><b>${title}</b><span class="soft">${about}</span></button>`
      }
    </li>`;
  }

  /** Asks before a study is removed, and keeps the focus where the question is. */
  async #ask(id: string | null): Promise<void> {
    const before = this.asked;
    this.asked = id;
    await this.updateComplete;
    const selector = id === null ? `[data-ask="${before}"]` : '[data-remove]';
    this.querySelector<HTMLElement>(selector)?.focus();
  }
}

customElements.define('kifu-studies-page', StudiesPage);
