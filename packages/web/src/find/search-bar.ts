/** A bar above every page while a search for an opponent is under way: for how long, and a way to stop it. */
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { titleOf } from '../site/games.ts';
import { text } from '../site/texts.ts';
import { clockLabel } from './pools.ts';
import { currentSearch, elapsedSince } from './search-state.ts';

class SearchBar extends LitElement {
  #timer: ReturnType<typeof setInterval> | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('kifu-search', this.#follow);
    this.#follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('kifu-search', this.#follow);
    clearInterval(this.#timer);
  }

  #follow = (): void => {
    clearInterval(this.#timer);
    if (currentSearch() !== null) this.#timer = setInterval(() => this.requestUpdate(), 1000);
    this.requestUpdate();
  };

  override render(): TemplateResult | typeof nothing {
    const search = currentSearch();
    if (search === null) return nothing;
    const { game, clock } = search.seek;
    return html`<p class="search-bar">
      <span class="grow"><b>${text.find.about(titleOf(game), clockLabel(clock))}</b> <span class="num" aria-hidden="true">${text.find.searchingFor(elapsedSince(search.sinceMs))}</span><span class="hide">${text.find.searching}</span></span>
      <button type="button" class="btn slim" @click=${async () => (await import('./search.ts')).endSearch()}>${text.find.cancel}</button>
    </p>`;
  }
}

customElements.define('kifu-search-bar', SearchBar);
