/** Page for finding an opponent: the pools of a game, and every open challenge. */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import './find-form.ts';
import { noAnswer } from '../site/no-answer.ts';
import { Page } from '../site/page.ts';
import { hasServer } from '../site/router.ts';
import { text } from '../site/texts.ts';
import { AGAIN_MS, type LiveState, lookLive, openChallenges } from '../site/watch/live-list.ts';

class FindPage extends Page {
  static override properties = { ...Page.properties, live: { state: true } };

  declare live: LiveState;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.live = null;
  }

  override get heading(): string {
    return text.find.title;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (hasServer()) void this.#look();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { game } = this.params;
    const form = this.querySelector('kifu-find-form');
    if (changed.has('params') && game !== undefined && form !== null) Object.assign(form, { game });
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    if (document.visibilityState === 'visible') this.live = await lookLive();
    if (this.isConnected) this.#timer = setTimeout(() => void this.#look(), AGAIN_MS);
  }

  override render(): TemplateResult {
    const { live } = this;
    const isSilent = live === 'silent';
    return html`<div class="page narrow find-page">
      <h1 class="hide">${text.find.title}</h1>
      ${
        !hasServer()
          ? html`<p class="lead soft">${text.find.alone}</p>`
          : isSilent
            ? noAnswer(() => void this.#look())
            : html`<div class="card pad"><kifu-find-form .live=${live}></kifu-find-form></div>
                <p class="soft small">${text.find.stays}</p>
                ${live === null ? nothing : openChallenges(live)}`
      }
    </div>`;
  }
}

customElements.define('kifu-find-page', FindPage);
