/** Page with a match that its players publish under a name, while it is played: the peer that serves the page follows it, the viewer verifies it. */
import { decodeNext, isEnding } from '@kifu/record/node';
import type { KifuViewer } from '@kifu/viewer';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { Page } from '../site/page.ts';
import { readSettings } from '../site/settings.ts';
import { text } from '../site/texts.ts';
import { loadViewer } from '../site/viewer.ts';
import { followMatch, hasToken } from './dashboard.ts';

void loadViewer();

const RETRY_MS = 2000;

class FollowPage extends Page {
  static override properties = {
    ...Page.properties,
    problem: { state: true },
    hasNodes: { state: true },
  };

  declare problem: string;
  declare hasNodes: boolean;
  #watch: AbortController | null = null;

  constructor() {
    super();
    this.problem = '';
    this.hasNodes = false;
  }

  override get heading(): string {
    return text.dashboard.follow;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watch?.abort();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('params') || !hasToken()) return;
    this.#watch?.abort();
    this.#watch = new AbortController();
    void this.#follow(this.params.name ?? '', this.#watch.signal);
  }

  /** Follows the match until its ending, or until the reader leaves the page; a peer that does not answer is asked repeatedly. */
  async #follow(name: string, signal: AbortSignal): Promise<void> {
    const isOver = (nodes: readonly Uint8Array[]): boolean => {
      const last = decodeNext(nodes.at(-1) ?? new Uint8Array());
      return last.ok && isEnding(last.value);
    };
    while (!signal.aborted) {
      const nodes: Uint8Array[] = [];
      try {
        for await (const part of followMatch(name, signal)) {
          nodes.push(...part.nodes);
          this.problem =
            part.fork === undefined ? (part.fault?.message ?? '') : text.dashboard.forked;
          if (part.nodes.length > 0) await this.#show(nodes, isOver(nodes));
          if (isOver(nodes) || part.fork !== undefined) return;
        }
      } catch {
        if (!signal.aborted) this.problem = text.dashboard.away;
      }
      await new Promise(resolve => setTimeout(resolve, RETRY_MS));
    }
  }

  async #show(nodes: readonly Uint8Array[], isOver: boolean): Promise<void> {
    this.hasNodes = true;
    await customElements.whenDefined('kifu-viewer');
    await this.updateComplete;
    await this.querySelector<KifuViewer>('kifu-viewer')?.follow([...nodes], isOver);
  }

  override render(): TemplateResult {
    const words = text.dashboard;
    if (!hasToken())
      return html`<div class="page narrow"><h1>${words.follow}</h1><p class="notice" role="status">${words.noToken}</p></div>`;
    const { theme, hasSound, hasCoordinates } = readSettings();
    const problem =
      this.problem === '' ? nothing : html`<p role="alert" class="problem">${this.problem}</p>`;
    if (!this.hasNodes)
      return html`<div class="page narrow"><h1>${words.follow}</h1>${problem}<p class="waiting" role="status">${words.looking}</p></div>`;
    return html`<div class="room">
      <h1 class="hide">${this.heading}</h1>
      ${problem}
      <kifu-viewer
        fill
        .theme=${theme === 'auto' ? null : theme}
        .hasCoordinates=${hasCoordinates}
        .sound=${hasSound}
      ></kifu-viewer>
    </div>`;
  }
}

customElements.define('kifu-follow-page', FollowPage);
