/** A match in this page, against bots or at one screen. */
import type { Json, Kit } from '@kifu/core';
import type { Match } from '@kifu/record/match';
import { html, nothing, type TemplateResult } from 'lit';
import { analyzableOf, canAnalyze } from '../site/analysis/can-analyze.ts';
import { icon } from '../site/icons.ts';
import { Page } from '../site/page.ts';
import { href, navigate } from '../site/router.ts';
import { text } from '../site/texts.ts';
import { titleOfWindow } from '../site/turn-count.ts';
import { beginLocal, openLocal } from './local-host.ts';
import { isUnstored, type LocalRole, storedMatch } from './local-store.ts';
import { replayRecord, saveRecord } from './record-file.ts';
import './play-area.ts';
import { faultText } from '../site/fault-text.ts';
import { loadKitHere } from '../site/language-kit.ts';
import { noticeTurns } from './turn-notice.ts';

/** Whether the player has read that the browser stores nothing. */
let hasRead = false;

class PlayPage extends Page {
  static override properties = {
    ...Page.properties,
    match: { state: true },
    problem: { state: true },
  };

  /** Of the match, once that is there. */
  declare kit: Kit;
  declare match: Match | null;
  declare problem: string;
  #opened = '';

  constructor() {
    super();
    this.match = null;
    this.problem = '';
    noticeTurns(this);
    this.addEventListener(
      'kifu-from-here',
      event => void this.#fromHere((event as CustomEvent).detail),
    );
  }

  override get heading(): string {
    return this.match === null ? text.match.title : this.kit.title;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.match?.close();
    this.match = null;
    this.#opened = '';
  }

  protected override willUpdate(): void {
    const { id = '' } = this.params;
    if (id === this.#opened || id === '') return;
    this.#opened = id;
    void this.#open(id);
  }

  async #open(id: string): Promise<void> {
    void this.match?.close();
    this.match = null;
    const stored = storedMatch(id);
    const kit = stored === null ? null : await loadKitHere(stored.game);
    const host = kit?.ok ? await openLocal(kit.value, id).catch(() => null) : null;
    if (this.#opened !== id) {
      if (host?.ok) void host.value.close();
      return;
    }
    if (kit?.ok && host?.ok) {
      this.kit = kit.value;
      this.#take(host.value);
    } else this.problem = text.play.noMatch;
    document.title = titleOfWindow(`${this.heading} · Kifu`);
  }

  #take(match: Match): void {
    this.match = match;
    const archive = async () => {
      if (match.replay?.isEnded) await (await import('./local-games.ts')).archiveEnded();
    };
    // where the library cannot be written, the match stays where it is
    match.on('node', () => void archive().catch(() => {}));
    void archive().catch(() => {});
  }

  get #roles(): readonly LocalRole[] {
    return storedMatch(this.params.id ?? '')?.roles ?? [];
  }

  /** The same again, seats changed round. */
  async #again(): Promise<void> {
    const { match } = this;
    if (match === null) return;
    const roles = this.#roles;
    const turned = roles.map((role, i) => ({ ...roles[(i + 1) % roles.length]!, seat: role.seat }));
    await this.#begin(match, turned);
  }

  async #fromHere(state: unknown): Promise<void> {
    const { match } = this;
    if (match === null) return;
    const { states } = this.kit.game;
    await this.#begin(match, this.#roles, {
      canon: states.canon(state),
      aside: states.aside(state),
    });
  }

  async #begin(
    { replay }: Match,
    roles: readonly LocalRole[],
    start?: { readonly canon: Json; readonly aside: Json },
  ): Promise<void> {
    const { options, terms } = replay!.header!;
    const clock = terms?.clock ?? null;
    const id = await beginLocal(this.kit, {
      roles,
      options,
      clock,
      ...(start === undefined ? {} : { start }),
    });
    if (id.ok) navigate(`/play/${id.value}`);
    else this.problem = faultText(id.fault);
  }

  /** Opens the record where the browser keeps it, and has it analyzed. */
  async #analyze(match: Match): Promise<void> {
    const { archivedAddress } = await import('./local-games.ts');
    const address = await archivedAddress(this.params.id ?? '').catch(() => null);
    if (address === null) replayRecord(match, '&analyze');
    else navigate(`${address}&at=0&analyze`);
  }

  override render(): TemplateResult {
    if (this.match === null)
      return html`<div class="page"><p>${this.problem}</p>${this.problem === '' ? nothing : html`<a class="btn" href=${href('/new')} data-page>${text.play.newMatch}</a>`}</div>`;
    return html`<div class="room noted">${this.#warning()}<kifu-table .kit=${this.kit} .match=${this.match} .ending=${() => this.#after()}></kifu-table></div>`;
  }

  /** Said once: what the browser does not store is lost with the page. */
  #warning(): TemplateResult | typeof nothing {
    if (hasRead || !isUnstored(this.params.id ?? '')) return nothing;
    const close = () => {
      hasRead = true;
      this.requestUpdate();
    };
    return html`<p class="notice warn" role="status">
      <span class="grow">${text.play.unstored}</span>
      <button type="button" class="btn slim" @click=${() => saveRecord(this.match!)}>${icon('down')}${text.play.save}</button>
      <button type="button" class="tool" aria-label=${text.library.close} @click=${close}>${icon('cross')}</button>
    </p>`;
  }

  #after(): TemplateResult {
    const match = this.match!;
    const isAnalyzable = canAnalyze(analyzableOf(this.kit.game, match.replay!.header!));
    return html`<div class="row after">
      <button type="button" class="btn primary" @click=${() => void this.#again()}>${icon('again')}${text.play.rematch}</button>
      <button type="button" class="btn" @click=${() => replayRecord(match)}>${icon('play')}${text.play.replay}</button>
      ${isAnalyzable ? html`<button type="button" class="btn" @click=${() => void this.#analyze(match)}>${icon('search')}${text.analysis.analyze}</button>` : nothing}
      <button type="button" class="btn" @click=${() => saveRecord(match)}>${icon('down')}${text.play.save}</button>
    </div>`;
  }
}

customElements.define('kifu-play-page', PlayPage);
