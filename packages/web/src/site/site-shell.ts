/** Shell of the site: header, tabs on phones, footer, and the page of the current address. */
import { html, LitElement, nothing, render, type TemplateResult } from 'lit';
import { droppedFiles, handFiles } from './files.ts';
import { loadGames } from './games.ts';
import { type IconName, icon } from './icons.ts';
import type { Page } from './page.ts';
import {
  hasServer,
  href,
  listenForPlaces,
  matchPath,
  movePlace,
  navigate,
  opensOthers,
  type SiteAddress,
} from './router.ts';
import { MOVED, ROUTES } from './routes.ts';
import { applySettings, changeSettings, readSettings, type Settings } from './settings.ts';
import { text, useLanguage, wantedLanguage } from './texts.ts';
import { countTurns, titleOfWindow } from './turn-count.ts';

/** Pages in the main menu. */
const PLACES = [
  { path: '/', name: 'play', icon: 'board' },
  { path: '/puzzles', name: 'puzzles', icon: 'star' },
  { path: '/watch', name: 'watch', icon: 'watch' },
  { path: '/library', name: 'library', icon: 'book' },
  { path: '/verify', name: 'verify', icon: 'check' },
] as const satisfies readonly { path: string; name: string; icon: IconName }[];

/** The whole site. */
export class SiteShell extends LitElement {
  static override properties = { place: { state: true }, isOnline: { state: true } };

  declare place: SiteAddress | null;
  declare isOnline: boolean;
  #page: Page | null = null;
  #shown = 0;
  /** Whether the document may connect to other servers; null before the first page. */
  #isOpen: boolean | null = null;

  constructor() {
    super();
    this.place = null;
    this.isOnline = navigator.onLine;
    addEventListener('kifu-settings', event => void this.#take((event as CustomEvent).detail));
    addEventListener('kifu-games', () => this.#page?.requestUpdate());
    addEventListener('online', () => (this.isOnline = true));
    addEventListener('offline', () => (this.isOnline = false));
    document.addEventListener('keydown', event => onKey(event));
    document.addEventListener('dragover', event => event.preventDefault());
    document.addEventListener('drop', event => void onDrop(event));
  }

  override firstUpdated(): void {
    listenForPlaces(place => void this.#show(place));
    void loadGames();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override render(): TemplateResult {
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>${text.site.skip}</a>
      ${header(this.place)}
      ${this.isOnline ? nothing : html`<p class="offline" role="status">${text.site.offline}</p>`}
      <kifu-search-bar></kifu-search-bar>
      <main id="main" tabindex="-1"></main>
      ${footer()} ${tabs(this.place)}
    `;
  }

  #skip = (event: Event): void => {
    event.preventDefault();
    this.querySelector('main')!.focus();
  };

  /** Shows the page of an address; a page that is shown already only gets its new parameters. */
  async #show(place: SiteAddress): Promise<void> {
    const moved = MOVED[place.path];
    if (moved !== undefined) return movePlace(place.path, moved);
    this.place = place;
    const shown = ++this.#shown;
    const found = ROUTES.flatMap(route => {
      const params = matchPath(route.path, place.path);
      return params === null ? [] : [{ route, params }];
    })[0];
    // the server decides at load time which hosts a document may connect to
    this.#isOpen ??= !hasServer() || found?.route.isOpen === true;
    const main = this.querySelector('main')!;
    if (found === undefined) {
      const none = Object.assign(document.createElement('div'), { className: 'page' });
      render(nothingHere(), none);
      main.replaceChildren(none);
      document.title = titleOfWindow(`${text.site.nothingHere} · Kifu`);
      this.#page = null;
      return;
    }
    const { route, params } = found;
    if (!this.#isOpen && opensOthers(route, place)) {
      location.reload();
      return;
    }
    await route.load();
    if (shown !== this.#shown) return; // another page was requested meanwhile
    const isSame = this.#page?.localName === route.tag;
    const page = isSame ? this.#page! : (document.createElement(route.tag) as Page);
    Object.assign(page, { params, query: place.query });
    if (!isSame) {
      const isFirst = this.#page === null;
      this.#page = page;
      main.replaceChildren(page);
      scrollTo(0, 0);
      if (!isFirst) main.focus({ preventScroll: true });
    }
    await page.updateComplete;
    this.#showTitle(page);
    // the page may have other titles, and asks for its own first
    await countTurns().catch(() => {});
  }

  /** Applies settings, and renders everything again, as the language may have changed. */
  async #take(settings: Settings): Promise<void> {
    applySettings(settings);
    const before = text;
    await useLanguage(wantedLanguage(settings.language));
    this.requestUpdate();
    this.#page?.requestUpdate();
    if (text === before || this.#page === null) return;
    renderAgain(this.#page);
    await this.#page.updateComplete;
    this.#showTitle(this.#page);
  }

  #showTitle({ heading }: Page): void {
    document.title = titleOfWindow(heading === '' ? 'Kifu' : `${heading} · Kifu`);
  }
}

/** Renders every element within another one again. */
function renderAgain(root: ParentNode): void {
  for (const element of root.querySelectorAll<Element & Partial<LitElement>>('*')) {
    element.requestUpdate?.();
    if (element.shadowRoot !== null) renderAgain(element.shadowRoot);
  }
}

const nothingHere = (): TemplateResult => html`
  <h1>${text.site.nothingHere}</h1>
  <p><a href=${href('/')} data-page>${text.site.play}</a> · <a href=${href('/library')} data-page>${text.site.library}</a></p>
`;

const header = (place: SiteAddress | null): TemplateResult => html`
  <header class="top">
    <a class="logo" href=${href('/')} data-page><img src="icon.svg" alt="" width="26" height="26" />Kifu</a>
    <nav aria-label=${text.site.nav}>
      ${PLACES.map(
        ({ path, name }) =>
          html`<a href=${href(path)} data-page aria-current=${current(path, place)}>${text.site[name]}</a>`,
      )}
    </nav>
    <span class="gap"></span>
    <a class="find" href=${href('/library')} data-page aria-label=${text.site.search}>
      ${icon('search')}<span>${text.site.searchShort}</span><kbd>/</kbd>
    </a>
    <button class="tool" type="button" aria-label=${text.site.theme} @click=${changeTheme}>${icon('theme')}</button>
    <a class="tool" href=${href('/key')} data-page aria-label=${text.site.account(readSettings().name)} title=${text.site.account(readSettings().name)} aria-current=${current('/key', place)}>${icon('person')}</a>
    <a class="tool" href=${href('/settings')} data-page aria-label=${text.site.settings} aria-current=${current('/settings', place)}>${icon('gear')}</a>
  </header>
`;

const tabs = (place: SiteAddress | null): TemplateResult => html`
  <nav class="tabs" aria-label=${text.site.navBelow}>
    ${PLACES.map(
      ({ path, name, icon: picture }) =>
        html`<a href=${href(path)} data-page aria-current=${current(path, place)}>${icon(picture)}${text.site[name]}</a>`,
    )}
  </nav>
`;

const footer = (): TemplateResult => html`
  <footer class="foot">
    <span>${text.site.about}</span>
    ${hasServer() ? html`<a href=${href('/tournaments')} data-page>${text.tournament.all}</a> <a href=${href('/ratings')} data-page>${text.ratings.title}</a>` : nothing}
    <a href=${href('/settings')} data-page>${text.site.settings}</a>
  </footer>
`;

const current = (path: string, place: SiteAddress | null) => {
  const isHere =
    place !== null && (path === '/' ? place.path === '/' : place.path.startsWith(path));
  return isHere ? 'page' : nothing;
};

/** Switches between light and dark. */
function changeTheme(): void {
  const { theme } = readSettings();
  const isDark =
    theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  changeSettings({ theme: isDark ? 'light' : 'dark' });
}

/** Verifies files dropped anywhere, unless a viewer or a page has taken them; on the library, they are added to it too. */
async function onDrop(event: DragEvent): Promise<void> {
  if (event.defaultPrevented || event.dataTransfer === null) return;
  event.preventDefault();
  const add = document.querySelector('main > kifu-library-page') !== null;
  handFiles(await droppedFiles(event.dataTransfer), { add });
  navigate('/verify');
}

/** Focuses the search on `/`, except in fields. */
function onKey(event: KeyboardEvent): void {
  const [target] = event.composedPath();
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]'))
    return;
  if (event.key !== '/') return;
  event.preventDefault();
  const field = document.querySelector<HTMLInputElement>('input[type="search"]');
  if (field === null) navigate('/library?find');
  else field.focus();
}
