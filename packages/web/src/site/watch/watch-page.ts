/** Watch: what is played now on the server, a link to follow, and what was played last. */
import { html, nothing, type TemplateResult } from 'lit';
import { gameCards, titleOf } from '../games.ts';
import { icon } from '../icons.ts';
import { Page } from '../page.ts';
import { hasServer, href, navigate } from '../router.ts';
import { text } from '../texts.ts';
import { AGAIN_MS, type LiveState, liveLists, lookLive } from './live-list.ts';

class WatchPage extends Page {
  static override properties = {
    ...Page.properties,
    live: { state: true },
    problem: { state: true },
  };

  declare live: LiveState;
  declare problem: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.live = null;
    this.problem = '';
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
    clearTimeout(this.#timer);
    if (document.visibilityState === 'visible') this.live = await lookLive();
    if (this.isConnected) this.#timer = setTimeout(() => void this.#look(), AGAIN_MS);
  }

  #follow = (event: SubmitEvent): void => {
    event.preventDefault();
    const link = String(new FormData(event.target as HTMLFormElement).get('link')).trim();
    if (link !== '') navigate(`/file?live&src=${encodeURIComponent(link)}`);
  };

  #letBotsPlay = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const game = String(new FormData(event.target as HTMLFormElement).get('game'));
    const { watchBots } = await import('./bot-match.ts');
    this.problem = await watchBots(game);
  };

  override render(): TemplateResult {
    return html`
      <div class="page narrow">
        <h1>${text.site.watch}</h1>
        ${hasServer() ? liveLists(this.live, () => void this.#look()) : html`<p class="soft">${text.watch.noServer}</p>`}
        <form class="row follow" @submit=${this.#follow}>
          <label class="field grow">
            <span>${text.watch.link}</span>
            <input class="input" name="link" type="url" required placeholder="https://…/live/…" />
          </label>
          <button class="btn" type="submit">${text.verify.watch}</button>
        </form>
        <form class="row follow" @submit=${this.#letBotsPlay}>
          <label class="field grow">
            <span>${text.watch.game}</span>
            <select class="input" name="game">
              ${gameCards().map(({ name }) => html`<option value=${name}>${titleOf(name)}</option>`)}
            </select>
          </label>
          <button class="btn" type="submit" title=${text.watch.botsHow}>${icon('bot')}${text.watch.bots}</button>
        </form>
        ${this.problem === '' ? nothing : html`<p class="notice bad" role="alert">${this.problem}</p>`}
        ${hasServer() ? html`<p><a href=${href('/tournaments')} data-page>${text.tournament.all}</a></p>` : nothing}
        <p class="soft">${text.watch.ended} <a href=${href('/library')} data-page>${text.library.title}</a></p>
      </div>
    `;
  }
}

customElements.define('kifu-watch-page', WatchPage);
