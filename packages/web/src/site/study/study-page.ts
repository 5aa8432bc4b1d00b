/** A study: one chapter in a viewer, and beside it the chapters, the comment, and what is done with the study. */
import { type Chapter, type Study, studyTitle, writeStudyCar } from '@kifu/record/study';
import type { KifuViewer } from '@kifu/viewer';
import type { BranchHere } from '@kifu/viewer/shared';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { continueFrom } from '../continuation.ts';
import { faultText } from '../fault-text.ts';
import { icon } from '../icons.ts';
import { Page } from '../page.ts';
import { href, navigate } from '../router.ts';
import { readSettings } from '../settings.ts';
import { text } from '../texts.ts';
import { loadViewer } from '../viewer.ts';
import '../analysis/analysis-bar.ts';
import '../position/explorer-panel.ts';
import './add-chapter.ts';
import './share-study.ts';
import { askWorker } from './ask-worker.ts';
import { analyzedPack, isAnalyzable, recordToAnalyze, wholeRecord } from './chapter-record.ts';
import { commentForm } from './comment-form.ts';
import { lettersHere, SHARED, studyOfLetters } from './study-link.ts';
import {
  addStudy,
  changeStudy,
  getStudy,
  type StoredChapter,
  type StoredStudy,
} from './study-store.ts';

void loadViewer();

class StudyPage extends Page {
  static override properties = {
    ...Page.properties,
    study: { state: true },
    problem: { state: true },
    told: { state: true },
    isAsking: { state: true },
  };

  /** Null before it is read, and where there is none. */
  declare study: StoredStudy | null;
  /** Why there is no study; empty where there is one. */
  declare problem: string;
  /** What came of the last change. */
  declare told: string;
  /** Whether the reader is asked before the chapter is removed. */
  declare isAsking: boolean;
  /** The study of the address that is shown, and the chapter that the viewer has. */
  #read: string | null = null;
  #opened = '';
  /** Changes are stored one after the other; viewers of which a change waits. */
  #storing: Promise<void> = Promise.resolve();
  readonly #waiting = new Set<KifuViewer>();

  constructor() {
    super();
    this.study = null;
    this.problem = '';
    this.told = '';
    this.isAsking = false;
    for (const type of ['kifu-change', 'kifu-ready', 'kifu-line'])
      this.addEventListener(type, () => this.requestUpdate());
    this.addEventListener('kifu-edit', ({ target }) => {
      this.requestUpdate();
      this.#keep(target as KifuViewer, this.#opened);
    });
    this.addEventListener('kifu-branch', event => {
      event.preventDefault();
      continueFrom((event as CustomEvent<BranchHere>).detail, null);
    });
    this.addEventListener('kifu-chapters', () => void this.#showAdded());
    this.addEventListener('kifu-annotated', event =>
      this.#keepAnalysis((event as CustomEvent<Uint8Array | null>).detail),
    );
  }

  override get heading(): string {
    return this.study === null ? text.study.title : this.study.title || text.study.untitled;
  }

  get #isShared(): boolean {
    return this.params.id === SHARED;
  }

  /** The chapter of the address, the first by default; null where the study has none. */
  get #chapter(): StoredChapter | null {
    const chapters = this.study?.chapters ?? [];
    return chapters[this.#index] ?? chapters[0] ?? null;
  }

  get #index(): number {
    return Number(this.query.get('chapter') ?? 1) - 1;
  }

  get #viewer(): KifuViewer | null {
    return this.querySelector<KifuViewer>('kifu-viewer');
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('query')) this.isAsking = false;
    const { id = '' } = this.params;
    const read = this.#isShared ? lettersHere(this.query) : id;
    if ((changed.has('params') || changed.has('query')) && read !== this.#read) void this.#load();
  }

  async #load(): Promise<void> {
    const { id = '' } = this.params;
    const letters = lettersHere(this.query);
    this.#read = this.#isShared ? letters : id;
    this.#opened = '';
    this.study = null;
    this.problem = '';
    if (this.#isShared) {
      const shared = studyOfLetters(letters);
      this.problem = shared.ok ? '' : text.study.badLink;
      this.study = shared.ok ? shown(shared.value) : null;
    } else {
      const read = await getStudy(id).catch(() => null);
      if (this.params.id !== id) return;
      this.study = read;
      this.problem = read === null ? text.study.missing : '';
    }
    await this.updateComplete;
    document.title = `${this.heading} · Kifu`;
  }

  override async updated(): Promise<void> {
    const chapter = this.#chapter;
    const viewer = this.#viewer;
    if (chapter === null || viewer === null || this.#opened === chapter.id) return;
    this.#opened = chapter.id;
    await loadViewer();
    await viewer.updateComplete;
    if (this.#opened === chapter.id) await viewer.open('chapter.kifu', chapter.pack);
  }

  /** Stores what was added to a chapter; changes that come meanwhile are stored together. */
  #keep(viewer: KifuViewer, id: string): void {
    if (this.#isShared || this.#waiting.has(viewer)) return;
    this.#waiting.add(viewer);
    this.#storing = this.#storing.then(async () => {
      this.#waiting.delete(viewer);
      const written = await viewer.write('pack');
      if (!written.ok) {
        this.told = text.study.notSaved(faultText(written.fault));
        return;
      }
      await this.#store(withPack(id, written.value.bytes));
    });
  }

  /** Keeps an analysis with the chapter, or removes it; what is added meanwhile stays. */
  #keepAnalysis(analyzed: Uint8Array | null): void {
    const viewer = this.#viewer;
    const id = this.#opened;
    if (viewer === null) return;
    this.#storing = this.#storing.then(async () => {
      try {
        const pack = await analyzedPack(viewer, analyzed);
        await this.#store(withPack(id, pack));
        if (this.#opened !== id) return;
        const at = viewer.state.picture?.n ?? 0;
        await viewer.open('chapter.kifu', pack);
        viewer.goTo(`${at}`);
      } catch (cause) {
        this.told = text.study.notSaved(cause instanceof Error ? cause.message : String(cause));
      }
    });
  }

  /** Changes the study, after what was changed before. */
  #change(change: Parameters<typeof changeStudy>[1]): Promise<void> {
    this.#storing = this.#storing.then(() => this.#store(change));
    return this.#storing;
  }

  /** Stores a change, and tells so. */
  async #store(change: Parameters<typeof changeStudy>[1]): Promise<void> {
    const { study } = this;
    if (study === null) return;
    if (this.#isShared) {
      this.study = { ...study, ...change(study) };
      return;
    }
    try {
      const changed = await changeStudy(study.id, change);
      if (this.study?.id !== study.id) return;
      this.study = changed;
      this.told = changed === null ? text.study.missing : text.study.saved;
    } catch (cause) {
      this.told = text.study.notSaved(cause instanceof Error ? cause.message : String(cause));
    }
  }

  async #showAdded(): Promise<void> {
    const { study } = this;
    if (study === null) return;
    this.study = await getStudy(study.id);
    this.#goTo(study.chapters.length);
  }

  #goTo(index: number): void {
    navigate(`/study/${this.params.id}?chapter=${index + 1}`, { replace: true });
  }

  #rename = ({ target }: Event): void => {
    const title = studyTitle((target as HTMLInputElement).value);
    void this.#change(({ chapters }) => ({ title, chapters }));
  };

  #renameChapter = ({ target }: Event): void => {
    const title = studyTitle((target as HTMLInputElement).value);
    const id = this.#chapter?.id;
    void this.#change(study => ({
      title: study.title,
      chapters: study.chapters.map(one => (one.id === id ? { ...one, title } : one)),
    }));
  };

  /** Moves the chapter up or down. */
  async #move(by: 1 | -1): Promise<void> {
    const chapter = this.#chapter;
    if (chapter === null) return;
    await this.#change(({ title, chapters }) => {
      const i = chapters.findIndex(({ id }) => id === chapter.id);
      const to = i + by;
      if (i < 0 || to < 0 || to >= chapters.length) return { title, chapters };
      return { title, chapters: chapters.toSpliced(i, 1).toSpliced(to, 0, chapters[i]!) };
    });
    this.#goTo(this.study?.chapters.findIndex(({ id }) => id === chapter.id) ?? 0);
  }

  async #remove(): Promise<void> {
    const chapter = this.#chapter;
    this.isAsking = false;
    await this.#change(({ title, chapters }) => ({
      title,
      chapters: chapters.filter(({ id }) => id !== chapter?.id),
    }));
    this.#goTo(Math.max(0, this.#index - 1));
    await this.updateComplete;
    this.querySelector<HTMLElement>('.study-chapters [aria-current], summary')?.focus();
  }

  /** Stores a shared study; its chapters are opened first, as a link may have anything in it. */
  #keepShared = async (): Promise<void> => {
    const { study } = this;
    const car = study === null ? null : writeStudyCar(study);
    if (!car?.ok) return;
    const found = await askWorker('read', { name: 'study.car', bytes: car.value });
    const [fault] = found.faults;
    if (found.chapters.length === 0 && fault !== undefined) {
      this.told = text.study.notSaved(faultText(fault));
      return;
    }
    const stored = await addStudy(found.title, found.chapters).catch(() => null);
    if (stored === null) this.told = text.study.blocked;
    else navigate(`/study/${stored.id}`);
  };

  override render(): TemplateResult {
    const words = text.study;
    const { study } = this;
    if (study === null)
      return html`<div class="page">
        <h1>${words.title}</h1>
        ${this.problem === '' ? nothing : html`<p role="alert">${this.problem}</p><p><a href=${href('/study')} data-page>${words.all}</a></p>`}
      </div>`;
    const chapter = this.#chapter;
    return html`<div class="study ${chapter === null ? 'bare' : ''}">
      ${chapter === null ? nothing : this.#board(chapter)}
      <div class="study-side">
        <p class="crumbs"><a href=${href('/study')} data-page>${words.all}</a></p>
        ${this.#isShared ? this.#sharedHead(study) : this.#ownHead(study)}
        ${this.#chapters(study, chapter)}
        ${chapter === null ? nothing : html`<kifu-explorer-panel .page=${this}></kifu-explorer-panel>`}
        ${this.#isShared ? nothing : this.#tools(study, chapter)}
        <p role="status" class="soft small">${this.told}</p>
      </div>
    </div>`;
  }

  #board(chapter: StoredChapter): TemplateResult {
    const { theme, hasSound, hasCoordinates } = readSettings();
    const viewer = this.#viewer;
    const record = this.#opened === chapter.id && viewer !== null ? wholeRecord(viewer) : null;
    return html`<div class="room">${keyed(
      chapter.id,
      html`<kifu-viewer fill branching
        .editing=${!this.#isShared}
        .theme=${theme === 'auto' ? null : theme}
        .hasCoordinates=${hasCoordinates}
        .sound=${hasSound}
      ></kifu-viewer>`,
    )}${record === null ? nothing : html`<kifu-analysis .record=${record} .isOffered=${isAnalyzable(record)} .isKept=${true} .load=${() => recordToAnalyze(viewer!)}></kifu-analysis>`}</div>`;
  }

  #ownHead({ title }: StoredStudy): TemplateResult {
    return html`<h1 class="hide">${this.heading}</h1>
      <input class="input study-title" name="title" aria-label=${text.study.name} placeholder=${text.study.untitled} maxlength="100" autocomplete="off" .value=${title} @change=${this.#rename} />`;
  }

  #sharedHead({ title }: StoredStudy): TemplateResult {
    return html`<h1>${title || text.study.untitled}</h1>
      <p class="soft">${text.study.shared}</p>
      <button class="btn primary" type="button" data-keep @click=${this.#keepShared}>${text.study.keep}</button>`;
  }

  #chapters({ chapters }: StoredStudy, shownNow: StoredChapter | null): TemplateResult {
    if (chapters.length === 0) return html`<p class="soft">${text.study.empty}</p>`;
    const path = (i: number) =>
      this.#isShared && !this.query.has('s')
        ? `/study/${SHARED}?chapter=${i + 1}${location.hash}`
        : `/study/${this.params.id}?${new URLSearchParams([...[...this.query].filter(([name]) => name !== 'chapter'), ['chapter', `${i + 1}`]])}`;
    return html`<nav class="study-chapters" aria-label=${text.study.list}><ol>
      ${chapters.map((chapter, i) => html`<li><a href=${href(path(i))} data-page aria-current=${chapter === shownNow ? 'true' : nothing}>${nameOf(chapter, i)}</a></li>`)}
    </ol></nav>`;
  }

  #tools(study: StoredStudy, chapter: StoredChapter | null): TemplateResult {
    return html`
      ${chapter === null ? nothing : html`${commentForm(this.#viewer, chapter.id)} ${this.#chapterTools(study, chapter)}`}
      <kifu-add-chapter .study=${study.id}></kifu-add-chapter>
      ${chapter === null ? nothing : html`<kifu-share-study .study=${study}></kifu-share-study>`}
    `;
  }

  #chapterTools({ chapters }: StoredStudy, chapter: StoredChapter): TemplateResult {
    const words = text.study;
    const i = chapters.indexOf(chapter);
    const tool = (
      name: string,
      label: string,
      isOff: boolean,
      act: () => void,
      sign: TemplateResult,
    ) =>
      html`<button class="btn slim" type="button" data-chapter=${name} aria-label=${label} title=${label} aria-disabled=${isOff} @click=${act}>${sign}</button>`;
    return html`<div class="study-chapter">
      <label class="field"><span>${words.chapterName}</span>
        <input class="input" name="chapter" maxlength="100" autocomplete="off" placeholder=${words.chapter(i + 1)} .value=${chapter.title} @change=${this.#renameChapter} />
      </label>
      ${
        this.isAsking
          ? html`<div class="row"><span>${words.sure(nameOf(chapter, i))}</span>
              <button class="btn slim bad" type="button" data-chapter="sure" @click=${() => this.#remove()}>${words.remove}</button>
              <button class="btn slim" type="button" @click=${() => this.#ask(false)}>${words.cancel}</button></div>`
          : html`<div class="row">
              ${tool('up', words.up, i === 0, () => void this.#move(-1), html`<span aria-hidden="true">↑</span>`)}
              ${tool('down', words.down, i === chapters.length - 1, () => void this.#move(1), html`<span aria-hidden="true">↓</span>`)}
              ${tool('remove', words.removeChapter, false, () => void this.#ask(true), icon('cross'))}
            </div>`
      }
    </div>`;
  }

  /** Asks before a chapter is removed, and keeps the focus there. */
  async #ask(isAsking: boolean): Promise<void> {
    this.isAsking = isAsking;
    await this.updateComplete;
    this.querySelector<HTMLElement>(`[data-chapter=${isAsking ? 'sure' : 'remove'}]`)?.focus();
  }
}

const nameOf = ({ title }: Chapter, i: number): string => title || text.study.chapter(i + 1);

/** The change that gives a chapter another record. */
const withPack =
  (id: string, pack: Uint8Array): Parameters<typeof changeStudy>[1] =>
  ({ title, chapters }) => ({
    title,
    chapters: chapters.map(chapter => (chapter.id === id ? { ...chapter, pack } : chapter)),
  });

/** A study of a link, as the page shows stored ones. */
const shown = ({ title, chapters }: Study): StoredStudy => ({
  ...{ id: SHARED, title, changedMs: 0 },
  chapters: chapters.map((chapter, i) => ({ ...chapter, id: `${i}`, game: '' })),
});

customElements.define('kifu-study-page', StudyPage);
