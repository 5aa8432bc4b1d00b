/** One match in the viewer, which takes all the room there is: by its id on the server, or from a file. */
import { html, type PropertyValues, type TemplateResult } from 'lit';
import type { KifuViewer } from '../../viewer.ts';
import { getFile } from '../library/local-library.ts';
import { Page } from '../page.ts';
import { hasServer } from '../router.ts';
import { text } from '../texts.ts';
import { loadViewer } from '../viewer.ts';

void loadViewer();

class MatchPage extends Page {
  static override properties = { ...Page.properties, label: { state: true } };

  declare label: string;

  constructor() {
    super();
    this.label = '';
    this.addEventListener('kifu-ready', ({ target }) => {
      this.label = (target as KifuViewer).label;
      document.title = `${this.heading} · Kifu`;
    });
  }

  override get heading(): string {
    return this.label || text.match.title;
  }

  /** Where the record is: the link of a match, of which a server tells more while it goes on, or a file. */
  #src(): string | null {
    const { match } = this.params;
    return match === undefined ? this.query.get('src') : `/live/${encodeURIComponent(match)}`;
  }

  /** Opens a file of the library that is kept in the browser. */
  override updated(changed: PropertyValues<this>): void {
    const local = this.query.get('local');
    if (changed.has('query') && local !== null) void this.#openLocal(Number(local));
  }

  async #openLocal(key: number): Promise<void> {
    const [file] = await Promise.all([getFile(key), loadViewer()]);
    const viewer = this.querySelector<KifuViewer>('kifu-viewer')!;
    await viewer.updateComplete;
    if (file !== null) await viewer.open(file.name, file.bytes);
  }

  override render(): TemplateResult {
    const { query } = this;
    return html`
      <div class="room">
        <h1 class="hide">${this.heading}</h1>
        <kifu-viewer
          fill
          .src=${this.#src()}
          .at=${query.get('at')}
          .range=${query.get('range')}
          .form=${query.get('form')}
          .number=${Number(query.get('number') ?? 1)}
          .seat=${query.has('seat') ? Number(query.get('seat')) : null}
          .flip=${query.has('flip')}
          .live=${query.has('live') || (this.params.match !== undefined && hasServer())}
        ></kifu-viewer>
      </div>
    `;
  }
}

customElements.define('kifu-match-page', MatchPage);
