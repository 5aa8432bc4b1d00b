/** Page with one match in a viewer that fills it: from the server by its ID, or from a file. */

import type { KifuViewer } from '@kifu/viewer';
import type { BranchHere } from '@kifu/viewer/shared';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { continueFrom } from '../continuation.ts';
import { faultText } from '../fault-text.ts';
import { archiveAddress } from '../library/archive-address.ts';
import { getFile } from '../library/local-library.ts';
import { Page } from '../page.ts';
import { goToPosition } from '../position/position-address.ts';
import { readSettings } from '../settings.ts';
import { text } from '../texts.ts';
import { loadViewer } from '../viewer.ts';

void loadViewer();

class MatchPage extends Page {
  static override properties = {
    ...Page.properties,
    label: { state: true },
    problem: { state: true },
  };

  declare label: string;
  /** Why nothing can be shown; empty if something can. */
  declare problem: string;

  constructor() {
    super();
    this.label = '';
    this.problem = '';
    this.addEventListener('kifu-branch', event => {
      event.preventDefault();
      continueFrom((event as CustomEvent<BranchHere>).detail, this.params.match ?? null);
    });
    this.addEventListener('kifu-find', event => {
      const { game, start } = (event as CustomEvent<BranchHere>).detail.header;
      if (start !== null) void goToPosition(game, start);
    });
    this.addEventListener('kifu-ready', ({ target }) => {
      this.label = (target as KifuViewer).label;
      document.title = `${this.heading} · Kifu`;
    });
  }

  override get heading(): string {
    return this.label || text.match.title;
  }

  /** Address of the record: on the server, also of a match in progress, or of a file. */
  #src(): string | null {
    const { match } = this.params;
    if (match !== undefined && archiveAddress() !== null) return null;
    return match === undefined
      ? this.query.get('src')
      : `/api/matches/${encodeURIComponent(match)}/record`;
  }

  /** Opens a file of the browser's library, or a record of the archive. */
  override updated(changed: PropertyValues<this>): void {
    const local = this.query.get('local');
    const { match } = this.params;
    if (changed.has('params') && match !== undefined && archiveAddress() !== null)
      void this.#openArchived(match);
    if (changed.has('query') && local !== null) void this.#openLocal(Number(local));
  }

  async #openLocal(key: number): Promise<void> {
    const [file] = await Promise.all([getFile(key), loadViewer()]);
    const viewer = this.querySelector<KifuViewer>('kifu-viewer')!;
    await viewer.updateComplete;
    if (file !== null) await viewer.open(file.name, file.bytes);
  }

  async #openArchived(match: string): Promise<void> {
    const { archivedRecord } = await import('../library/archive.ts');
    const [file] = await Promise.all([archivedRecord(match), loadViewer()]);
    const viewer = this.querySelector<KifuViewer>('kifu-viewer')!;
    await viewer.updateComplete;
    if ('fault' in file) this.problem = faultText(file.fault);
    else await viewer.open(file.name, file.bytes, file.head);
  }

  override render(): TemplateResult {
    const { query } = this;
    const { theme, hasSound, hasCoordinates } = readSettings();
    return html`
      <div class="room">
        <h1 class="hide">${this.heading}</h1>
        ${this.problem === '' ? nothing : html`<p role="alert" class="problem">${this.problem}</p>`}
        <kifu-viewer
          fill
          branching
          searching
          .src=${this.#src()}
          .theme=${theme === 'auto' ? null : theme}
          .hasCoordinates=${hasCoordinates}
          .sound=${hasSound}
          .at=${query.get('at')}
          .range=${query.get('range')}
          .form=${query.get('form')}
          .number=${Number(query.get('number') ?? 1)}
          .seat=${query.has('seat') ? Number(query.get('seat')) : null}
          .flip=${query.has('flip')}
          .live=${query.has('live')}
        ></kifu-viewer>
      </div>
    `;
  }
}

customElements.define('kifu-match-page', MatchPage);
