/** `<kifu-roll-proof>`: how a roll was computed, in a match in progress; computed on request. */
import type { Kit } from '@kifu/core';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { text } from '../site/texts.ts';

class RollProof extends LitElement {
  static override properties = {
    kit: { attribute: false },
    nodes: { attribute: false },
    n: { type: Number },
    proof: { state: true },
  };

  declare kit: Kit | null;
  /** The match as far as it has come. */
  declare nodes: readonly Uint8Array[];
  declare n: number;
  declare proof: TemplateResult | typeof nothing;

  constructor() {
    super();
    this.kit = null;
    this.nodes = [];
    this.n = 0;
    this.proof = nothing;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Another roll has another proof. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('n')) return;
    this.proof = nothing;
    if (this.querySelector('details')?.open) void this.#prove();
  }

  async #prove(): Promise<void> {
    const { n, nodes, kit } = this;
    const { drawAfter, drawProof } = await import('@kifu/viewer/proof');
    if (n !== this.n || kit === null) return;
    this.proof = drawProof(drawAfter(kit as Kit<unknown>, nodes, n), n);
  }

  protected override render(): TemplateResult {
    const look = ({ target }: Event) => {
      if ((target as HTMLDetailsElement).open && this.proof === nothing) void this.#prove();
    };
    return html`<details class="roll-proof" @toggle=${look}>
      <summary>${text.play.rollProof}</summary>
      ${this.proof}
    </details>`;
  }
}

customElements.define('kifu-roll-proof', RollProof);
