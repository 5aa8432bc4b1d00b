/** `<kifu-figures>`: a row of small pieces, such as those that a player has taken. */
import type { Kit } from '@kifu/core';
import { themeCss } from '@kifu/core/svg';
import { css, html, LitElement, type PropertyValues, svg, type TemplateResult } from 'lit';
import { unsafeSVG } from 'lit/directives/unsafe-svg.js';

class KifuFigures extends LitElement {
  static override styles = css`
    :host { display: inline-flex; vertical-align: middle; color-scheme: inherit; }
    svg { width: 1.25em; height: 1.25em; margin-right: -0.45em; filter: drop-shadow(0 0 1px light-dark(#0005, #fffc)); }
    svg:last-of-type { margin-right: 0; }
    svg.other { margin-left: 0.4em; }
  `;
  static override properties = {
    looks: { attribute: false },
    art: { attribute: false },
    label: {},
  };

  /** What they look like, those of a kind together. */
  declare looks: readonly string[];
  declare art: Kit['art'];
  declare label: string;
  readonly #sheet = new CSSStyleSheet();

  constructor() {
    super();
    this.looks = [];
    this.label = '';
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    (root as ShadowRoot).adoptedStyleSheets.push(this.#sheet);
    return root;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('art')) this.#sheet.replaceSync(themeCss(this.art, 'auto', ':host'));
  }

  protected override render(): TemplateResult {
    return html`<span role="img" aria-label=${this.label} title=${this.label}>
      ${this.looks.map((look, i) => {
        const drawing = this.art?.drawing(look);
        const isOther = i > 0 && look !== this.looks[i - 1];
        return drawing
          ? html`<svg class=${isOther ? 'other' : ''} viewBox="-50 -50 100 100" aria-hidden="true">${svg`${unsafeSVG(drawing.body)}`}</svg>`
          : '';
      })}
    </span>`;
  }
}

if (customElements.get('kifu-figures') === undefined)
  customElements.define('kifu-figures', KifuFigures);
