/** How to play a game: an illustrated page, and beside it a board with the first lesson. */
import type { GuideSection, Kit } from '@kifu/core';
import { figureScene, fillGuide, guideNumbers, setUpGuide } from '@kifu/core/guide';
import { svg } from '@kifu/core/svg';
import type { KifuBoard } from '@kifu/viewer/board';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { bringIntoSight } from '../../play/scroll-into-view.ts';
import { gameCards, titleOf } from '../games.ts';
import { icon } from '../icons.ts';
import { loadKitHere } from '../language-kit.ts';
import { Page } from '../page.ts';
import { href } from '../router.ts';
import { readSettings } from '../settings.ts';
import { language, text } from '../texts.ts';
import './lesson.ts';
import type { Trial } from './lesson.ts';
import { type LoadedGuide, loadGuide } from './load-guide.ts';
import { rulesOverview } from './rules-overview.ts';

const DARK = matchMedia('(prefers-color-scheme: dark)');

class LearnPage extends Page {
  static override properties = {
    ...Page.properties,
    kit: { state: true },
    loaded: { state: true },
    trial: { state: true },
    problem: { state: true },
  };

  declare kit: Kit | null;
  declare loaded: LoadedGuide | null;
  declare trial: Trial | null;
  declare problem: string;
  /** The game and the language of what is shown. */
  #shown = '';

  constructor() {
    super();
    Object.assign(this, { kit: null, loaded: null, trial: null, problem: '' });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    DARK.addEventListener('change', this.#redraw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    DARK.removeEventListener('change', this.#redraw);
  }

  #redraw = (): void => this.requestUpdate();

  override get heading(): string {
    return text.game.howTo(titleOf(this.#game));
  }

  get #game(): string {
    return this.params.game ?? gameCards()[0]!.name;
  }

  protected override willUpdate(_changed: PropertyValues<this>): void {
    const wanted = `${this.#game} ${language()}`;
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    void this.#load(wanted);
  }

  protected override updated(): void {
    const links = this.querySelector<HTMLElement>('.game-links')!;
    bringIntoSight(links, links.querySelector<HTMLElement>('[aria-current]') ?? links);
  }

  async #load(wanted: string): Promise<void> {
    const kit = await loadKitHere(this.#game);
    const loaded = kit.ok ? await loadGuide(kit.value) : null;
    if (this.#shown !== wanted) return;
    this.problem = kit.ok ? '' : text.play.noRules(titleOf(this.#game));
    this.kit = kit.ok ? kit.value : null;
    this.loaded = loaded;
    this.trial = null;
  }

  override render(): TemplateResult {
    return html`<div class="page learn">
      <nav class="game-links" aria-label=${text.play.game}>
        ${gameCards().map(
          ({ name }) =>
            html`<a class="chip" href=${href(`/learn/${name}`)} data-page aria-current=${name === this.#game ? 'true' : nothing}>${titleOf(name)}</a>`,
        )}
      </nav>
      ${this.problem === '' ? nothing : html`<p class="notice bad" role="alert">${this.problem}</p>`}
      ${this.kit === null || this.loaded === null ? html`<h1>${this.heading}</h1>` : this.#guide(this.kit, this.loaded)}
    </div>`;
  }

  #guide(kit: Kit, loaded: LoadedGuide): TemplateResult {
    const { guide, texts, page } = loaded;
    return html`<article class="guide">
        <h1>${this.heading}</h1>
        ${
          guide === null || texts === null
            ? rulesOverview(kit, page)
            : html`<p class="guide-lead">${texts.lead}</p>
                ${guide.sections.map((section, i) => this.#section(kit, section, loaded, i))}`
        }
        <p class="row">
          <a class="btn primary" href=${href(`/new/${kit.game.name}?bot`)} data-page>${icon('bot')}${page.playBot}</a>
        </p>
      </article>
      <kifu-lesson
        class="try card"
        role="region"
        aria-labelledby="try"
        .kit=${kit}
        .guide=${guide}
        .texts=${texts}
        .page=${page}
        .trial=${this.trial}
        @kifu-trial=${() => (this.trial = null)}
      ></kifu-lesson>`;
  }

  #section(
    kit: Kit,
    section: GuideSection,
    { texts, page }: LoadedGuide,
    i: number,
  ): TemplateResult {
    const words = texts!.sections[section.name]!;
    const state = setUpGuide(kit, section);
    if (!state.ok) return html``;
    const { theme } = readSettings();
    const picture = svg(figureScene(kit, section, state.value), kit.art, {
      ...{ title: words.title, description: kit.describe.position(state.value) },
      theme: theme === 'auto' ? (DARK.matches ? 'dark' : 'light') : theme,
      prefix: `guide-${i}-`,
    });
    const isOver = kit.game.outcome(state.value) !== null;
    return html`<section class="guide-section">
      <div class="figure">${unsafeHTML(picture)}</div>
      <div>
        <h2>${words.title}</h2>
        <p>${fillGuide(words.text, guideNumbers(kit, section, state.value))}</p>
        ${
          isOver
            ? nothing
            : html`<button type="button" class="btn slim" aria-label=${page.trying(words.title)} @click=${() => this.#try({ title: words.title, position: section })}>${page.tryIt}</button>`
        }
      </div>
    </section>`;
  }

  #try(trial: Trial): void {
    this.trial = trial;
    const lesson = this.querySelector('kifu-lesson');
    lesson?.scrollIntoView({ block: 'nearest' });
    void this.updateComplete.then(() => lesson?.querySelector<KifuBoard>('kifu-board')?.focus());
  }
}

customElements.define('kifu-learn-page', LearnPage);
