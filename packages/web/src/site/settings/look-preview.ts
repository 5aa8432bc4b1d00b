/** `<kifu-look>`: a few squares with pieces, for the choice of board colors and sets of pieces. */
import type { Kit } from '@kifu/core';
import { artInSet, color, themeCss } from '@kifu/core/svg';
import { gamesNow } from '@kifu/viewer/games';
import { css, html, LitElement, nothing, svg, type TemplateResult } from 'lit';
import { unsafeSVG } from 'lit/directives/unsafe-svg.js';

const LOOKS = ['white-king', 'black-queen', 'white-knight', 'black-pawn'] as const;

/** The art of chess, loaded once for all previews. */
let loading: Promise<Kit['art']> | null = null;

class KifuLook extends LitElement {
  static override styles = css`
    :host { color-scheme: inherit; }
    svg { display: block; width: 100%; height: 100%; }
  `;
  static override properties = { pieces: {}, art: { state: true } };

  declare pieces: string;
  declare art: Kit['art'] | null;
  readonly #sheet = new CSSStyleSheet();

  constructor() {
    super();
    this.pieces = '';
    this.art = null;
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    (root as ShadowRoot).adoptedStyleSheets.push(this.#sheet);
    return root;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    loading ??= gamesNow()
      .then(games => games.loadKit('chess'))
      .then(kit => (kit.ok ? kit.value.art : undefined));
    void loading.then(art => {
      this.#sheet.replaceSync(themeCss(art, 'auto', ':host'));
      this.art = art ?? null;
    });
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.art === null) return nothing;
    const art = artInSet(this.art, this.pieces);
    const squares = LOOKS.flatMap((_, x) =>
      [0, 1].map(y => {
        const fill = color((x + y) % 2 === 0 ? 'light' : 'dark');
        return `<path d="M${100 * x} ${100 * y}h100v100h-100z" fill="${fill}"/>`;
      }),
    );
    const men = LOOKS.map((look, x) => {
      const { body = '', glyph } = art?.drawing(look) ?? {};
      const letter =
        glyph?.text === undefined
          ? ''
          : `<text y="${0.35 * glyph.size}" text-anchor="middle" font-size="${glyph.size}" font-weight="600" fill="${color(glyph.color)}">${glyph.text}</text>`;
      return `<g transform="translate(${100 * x + 50} ${100 * (x % 2) + 50})">${body}${letter}</g>`;
    });
    return html`<svg viewBox="0 0 400 200" aria-hidden="true" font-family="system-ui,sans-serif">${svg`${unsafeSVG([...squares, ...men].join(''))}`}</svg>`;
  }
}

if (customElements.get('kifu-look') === undefined) customElements.define('kifu-look', KifuLook);
