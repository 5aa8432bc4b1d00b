/** Page with one match in a viewer that fills it: from the server by its ID, or from a file. */

import type { KifuViewer } from '@kifu/viewer';
import type { BranchHere } from '@kifu/viewer/shared';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { canAnalyze } from '../analysis/can-analyze.ts';
import type { RecordToAnalyze } from '../analysis/run-analysis.ts';
import { continueFrom } from '../continuation.ts';
import { faultText } from '../fault-text.ts';
import { gameCards } from '../games.ts';
import { archiveAddress } from '../library/archive-address.ts';
import { getFile } from '../library/local-library.ts';
import { Page } from '../page.ts';
import { goToPosition } from '../position/position-address.ts';
import { readSettings } from '../settings.ts';
import { text } from '../texts.ts';
import { titleOfWindow } from '../turn-count.ts';
import { loadViewer } from '../viewer.ts';

void loadViewer();

class MatchPage extends Page {
  static override properties = {
    ...Page.properties,
    label: { state: true },
    problem: { state: true },
    record: { state: true },
    annotated: { state: true },
  };

  declare label: string;
  /** Why nothing can be shown; empty if something can. */
  declare problem: string;
  /** The record that is shown, if this site has its game. */
  declare record: KifuViewer['record'];
  /** The record with its analysis, which takes its place; null where it is shown as it is. */
  declare annotated: Uint8Array | null;
  /** Where the record was left when another form of it took its place. */
  #at: string | null = null;

  constructor() {
    super();
    this.label = '';
    this.problem = '';
    this.record = null;
    this.annotated = null;
    this.addEventListener('kifu-branch', event => {
      event.preventDefault();
      continueFrom((event as CustomEvent<BranchHere>).detail, this.params.match ?? null);
    });
    this.addEventListener('kifu-find', event => {
      const { game, start } = (event as CustomEvent<BranchHere>).detail.header;
      if (start !== null) void goToPosition(game, start);
    });
    this.addEventListener('kifu-study', event => void this.#study(event.target as KifuViewer));
    this.addEventListener('kifu-ready', ({ target }) => {
      const { label, record } = target as KifuViewer;
      this.label = label;
      document.title = titleOfWindow(`${this.heading} · Kifu`);
      void this.#offer(record);
    });
    this.addEventListener('kifu-annotated', event => {
      const n = this.querySelector<KifuViewer>('kifu-viewer')?.state.picture?.n;
      this.#at = n === undefined ? null : String(n);
      this.annotated = (event as CustomEvent<Uint8Array | null>).detail;
    });
  }

  override get heading(): string {
    return this.label || text.match.title;
  }

  /** Leads to the studies with this record and all that was added to it. */
  async #study(viewer: KifuViewer): Promise<void> {
    const written = await viewer.write('car');
    if (!written.ok) {
      this.problem = faultText(written.fault);
      return;
    }
    const { takeToStudies } = await import('../study/record-in-hand.ts');
    takeToStudies({ name: this.label, bytes: written.value.bytes });
  }

  /** Address of the record: on the server, also of a match in progress, or of a file. */
  #src(): string | null {
    const { match } = this.params;
    if (match !== undefined && archiveAddress() !== null) return null;
    return match === undefined
      ? this.query.get('src')
      : `/api/matches/${encodeURIComponent(match)}/record`;
  }

  /** Offers the rules of a game and, where it makes sense, an analysis. */
  async #offer(record: KifuViewer['record']): Promise<void> {
    // with its analysis, it is still the record that was analyzed
    if (record === null || record.fault !== null || this.annotated !== null) return;
    if (!gameCards().some(({ name }) => name === record.header.game)) return;
    await Promise.all([
      import('../analysis/analysis-bar.ts'),
      this.#isAnalyzable(record) ? import('../position/explorer-panel.ts') : null,
    ]);
    if (this.querySelector<KifuViewer>('kifu-viewer')?.record === record) this.record = record;
  }

  /** Whether a match is over, and can be analyzed; a file of another program need not say how its match ended. */
  #isAnalyzable(record: NonNullable<KifuViewer['record']>): boolean {
    const isOurs = this.params.match !== undefined || OWN_FORMS.includes(record.form);
    return (
      record.lines.some(isMove) &&
      !record.isPartial &&
      !(record.outcome === null && isOurs) &&
      canAnalyze({ ...record, seats: record.seats.length })
    );
  }

  /** What stands below the viewer. */
  #below(record: NonNullable<KifuViewer['record']>): TemplateResult {
    const isOffered = this.#isAnalyzable(record);
    return html`<kifu-analysis .record=${record} .isOffered=${isOffered} .load=${this.#load} .begins=${this.query.has('analyze')}></kifu-analysis>
      ${isOffered ? html`<kifu-explorer-panel .page=${this}></kifu-explorer-panel>` : nothing}`;
  }

  /** The file of the record that is shown. */
  #load = async (): Promise<RecordToAnalyze> => {
    const { query } = this;
    const which = { number: Number(query.get('number') ?? 1), form: query.get('form') };
    const { match } = this.params;
    const local = query.get('local');
    if (match !== undefined && archiveAddress() !== null) {
      const file = await (await import('../library/archive.ts')).archivedRecord(match);
      if ('fault' in file) throw new Error(faultText(file.fault));
      return { ...file, ...which };
    }
    const file = local === null ? null : await getFile(Number(local));
    if (file !== null) return { name: file.name, bytes: file.bytes, ...which };
    const src = this.#src();
    const answer = src === null ? null : await fetch(src);
    if (!answer?.ok) throw new Error(faultText({ code: 'not-found', message: '' }));
    const name = new URL(src!, location.href).pathname;
    return { name, bytes: new Uint8Array(await answer.arrayBuffer()), ...which };
  };

  /** Another record is shown as it is. */
  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('params') && !changed.has('query')) return;
    this.annotated = null;
    this.record = null;
    this.#at = null;
  }

  /** Opens a file of the browser's library, a record of the archive, or the record with its analysis. */
  override updated(changed: PropertyValues<this>): void {
    if (this.annotated !== null) {
      if (changed.has('annotated')) void this.#openAnnotated(this.annotated);
      return;
    }
    const isBack = changed.has('annotated');
    const local = this.query.get('local');
    const { match } = this.params;
    if ((isBack || changed.has('params')) && match !== undefined && archiveAddress() !== null)
      void this.#openArchived(match);
    if ((isBack || changed.has('query')) && local !== null) void this.#openLocal(Number(local));
  }

  async #openAnnotated(bytes: Uint8Array): Promise<void> {
    await loadViewer();
    const viewer = this.querySelector<KifuViewer>('kifu-viewer')!;
    await viewer.updateComplete;
    if (this.annotated === bytes) await viewer.open('analysis.car', bytes);
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
    const { query, annotated, record } = this;
    const isAnnotated = annotated !== null;
    const { theme, hasSound, hasCoordinates } = readSettings();
    return html`
      <div class="room">
        <h1 class="hide">${this.heading}</h1>
        ${this.problem === '' ? nothing : html`<p role="alert" class="problem">${this.problem}</p>`}
        ${keyed(
          annotated,
          html`<kifu-viewer
          fill
          branching
          searching
          studying
          .src=${isAnnotated ? null : this.#src()}
          .theme=${theme === 'auto' ? null : theme}
          .hasCoordinates=${hasCoordinates}
          .sound=${hasSound}
          .at=${this.#at ?? query.get('at')}
          .range=${query.get('range')}
          .form=${isAnnotated ? null : query.get('form')}
          .number=${isAnnotated ? 1 : Number(query.get('number') ?? 1)}
          .seat=${query.has('seat') ? Number(query.get('seat')) : null}
          .flip=${query.has('flip')}
          .live=${query.has('live')}
        ></kifu-viewer>`,
        )}
        ${record === null ? nothing : this.#below(record)}
      </div>
    `;
  }
}

/** Forms of records that say how their matches ended. */
const OWN_FORMS = ['car', 'json', 'pack'];

const isMove = ({ kind }: { readonly kind: string }): boolean => kind === 'move';

customElements.define('kifu-match-page', MatchPage);
