/** Watch: what is played now on the server, a link to follow, and what was played last. */
import type { Invite } from '@kifu/client';
import { html, type TemplateResult } from 'lit';
import { Page } from '../page.ts';
import { hasServer, href, navigate } from '../router.ts';
import { listLive } from '../server.ts';
import { text } from '../texts.ts';
import { AGAIN_MS, liveLists } from './live-list.ts';

class WatchPage extends Page {
  static override properties = { ...Page.properties, live: { state: true } };

  declare live: readonly Invite[];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.live = [];
  }

  override get heading(): string {
    return text.site.watch;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (hasServer()) void this.#look();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    if (document.visibilityState === 'visible') this.live = await listLive();
    if (this.isConnected) this.#timer = setTimeout(() => void this.#look(), AGAIN_MS);
  }

  #follow = (event: SubmitEvent): void => {
    event.preventDefault();
    const link = String(new FormData(event.target as HTMLFormElement).get('link')).trim();
    if (link !== '') navigate(`/file?live&src=${encodeURIComponent(link)}`);
  };

  override render(): TemplateResult {
    return html`
      <div class="page narrow">
        <h1>${text.site.watch}</h1>
        <form class="row follow" @submit=${this.#follow}>
          <label class="field grow">
            <span>${text.watch.link}</span>
            <input class="input" name="link" type="url" required placeholder="https://…/live/…" />
          </label>
          <button class="btn" type="submit">${text.check.watch}</button>
        </form>
        ${hasServer() ? liveLists(this.live) : html`<p class="soft">${text.watch.noServer}</p>`}
        <p class="soft">${text.watch.ended} <a href=${href('/library')} data-page>${text.library.title}</a></p>
      </div>
    `;
  }
}

customElements.define('kifu-watch-page', WatchPage);
