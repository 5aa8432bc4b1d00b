/** `<kifu-engine-list>`: engines of this machine that may analyze: added by the link that `kifu engine serve` prints, with their state. */
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import {
  forgetService,
  readServices,
  serviceOfLink,
  storeService,
} from '../analysis/own-services.ts';
import {
  askService,
  hostOf,
  nameOf,
  problemText,
  type ServiceState,
} from '../analysis/searchers.ts';
import { text } from '../texts.ts';

class EngineList extends LitElement {
  static override properties = {
    query: { attribute: false },
    states: { state: true },
    told: { state: true },
  };

  /** Changes when the page is opened again, perhaps by another link. */
  declare query: URLSearchParams;
  /** What the services said, by address; those that are missing have not answered yet. */
  declare states: ReadonlyMap<string, ServiceState>;
  /** What came of the link. */
  declare told: string;

  constructor() {
    super();
    this.states = new Map();
    this.told = '';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('query')) return;
    this.#takeLink();
    for (const service of readServices())
      void askService(service).then(state => {
        this.states = new Map(this.states).set(service.url, state);
      });
  }

  /** Stores the service of the link, and takes its token out of the address. */
  #takeLink(): void {
    const { hash } = location;
    if (!hash.startsWith('#engine=')) return;
    history.replaceState(null, '', `${location.pathname}${location.search}`);
    const service = serviceOfLink(hash);
    const { settings: words } = text;
    this.told = service === null ? words.engineBadLink : words.engineAdded(hostOf(service));
    if (service !== null) storeService(service);
  }

  #forget(url: string): void {
    forgetService(url);
    this.told = '';
    this.requestUpdate();
    void this.updateComplete.then(() => this.querySelector('h2')!.focus());
  }

  override render(): TemplateResult {
    const { settings: words } = text;
    return html`
      <h2 tabindex="-1">${words.engines}</h2>
      <p class="soft">${words.enginesHow}</p>
      <p role="status">${this.told}</p>
      <ul class="engines" role="list">
        ${readServices().map(service => {
          const host = hostOf(service);
          return html`<li class="row">
            <span class="grow"><b>${host}</b><br />${this.#state(this.states.get(service.url))}</span>
            <button type="button" class="btn slim" aria-label=${words.engineForgetNamed(host)} @click=${() => this.#forget(service.url)}>${words.engineForget}</button>
          </li>`;
        })}
      </ul>
    `;
  }

  #state(state: ServiceState | undefined): TemplateResult | string {
    const { settings: words } = text;
    if (state === undefined) return words.engineAsking;
    if (state.problem !== null)
      return html`<span class="problem">${problemText(state.problem, false)}</span>`;
    const names = state.engines.map(nameOf).join(', ');
    return names === '' ? words.engineNone : html`<span class="soft">${names}</span>`;
  }
}

customElements.define('kifu-engine-list', EngineList);
