/** `<kifu-explorer-panel>`: beside a viewer, the explorer of the position that it shows, once it is opened. */
import type { Kit } from '@kifu/core';
import type { SeatMove } from '@kifu/record/match';
import type { KifuViewer } from '@kifu/viewer';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { loadKitHere } from '../language-kit.ts';
import { text } from '../texts.ts';
import './explorer-view.ts';

/** Who steps through a game asks for the positions where they rest, in milliseconds. */
const REST_MS = 250;
const EVENTS = ['kifu-change', 'kifu-ready', 'kifu-line'] as const;

class ExplorerPanel extends LitElement {
  static override properties = {
    page: { attribute: false },
    isOpen: { state: true },
    kit: { state: true },
    state: { state: true },
  };

  /** The element that the viewer is in, too. */
  declare page: HTMLElement;
  declare isOpen: boolean;
  /** Null before a position is known. */
  declare kit: Kit | null;
  declare state: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor() {
    super();
    Object.assign(this, { isOpen: false, kit: null, state: null });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const type of EVENTS) this.page.addEventListener(type, this.#follow);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const type of EVENTS) this.page.removeEventListener(type, this.#follow);
    clearTimeout(this.#timer);
  }

  #toggle = ({ target }: Event): void => {
    this.isOpen = (target as HTMLDetailsElement).open;
    if (this.isOpen) void this.#look();
  };

  #follow = (): void => {
    clearTimeout(this.#timer);
    if (this.isOpen) this.#timer = setTimeout(() => void this.#look(), REST_MS);
  };

  #play = (move: SeatMove): void => void this.#viewer?.tryMove(move);

  get #viewer(): KifuViewer | null {
    return this.page.querySelector<KifuViewer>('kifu-viewer');
  }

  async #look(): Promise<void> {
    const asked = ++this.#asked;
    const viewer = this.#viewer;
    const found = viewer === null ? null : await positionOf(viewer);
    if (asked !== this.#asked || found === null) return;
    const { states } = found.kit.game;
    const isSame =
      this.kit === found.kit && states.position(this.state) === states.position(found.state);
    if (!isSame) Object.assign(this, found);
  }

  override render(): TemplateResult {
    const { kit, state, isOpen } = this;
    return html`<details @toggle=${this.#toggle}>
      <summary>${text.explorer.title}</summary>
      ${isOpen && kit !== null ? html`<kifu-explorer .kit=${kit} .state=${state} .isBrief=${true} .play=${this.#play}></kifu-explorer>` : nothing}
    </details>`;
  }
}

/** The position that a viewer shows; null where no match could begin from it. */
async function positionOf(viewer: KifuViewer): Promise<{ kit: Kit; state: unknown } | null> {
  // the viewer tells the page of the branch, which would begin a match
  const hide = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  viewer.addEventListener('kifu-branch', hide, { capture: true });
  const here = await viewer.branchHere();
  viewer.removeEventListener('kifu-branch', hide, { capture: true });
  if (!here.ok || here.value.header.start === null) return null;
  const { game, start } = here.value.header;
  const kit = await loadKitHere(game);
  const state = kit.ok ? kit.value.game.states.restore(start.canon) : kit;
  return kit.ok && state.ok ? { kit: kit.value, state: state.value } : null;
}

customElements.define('kifu-explorer-panel', ExplorerPanel);
