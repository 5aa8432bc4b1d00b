/** Styles for print and forced colors, loaded there. */
import { css } from 'lit';

export const rareStyle = css`
  /* boards, seats and colors with a meaning stay; the current move and the timeline use system colors */
  @media (forced-colors: active) {
    .picture, .seat, .graph, .bar .mark, .lane { forced-color-adjust: none; }
    .move[aria-current] { forced-color-adjust: none; background: Highlight; color: HighlightText; }
    /* white and black have no letters: they differ by shape */
    .seat { border-color: CanvasText; }
    .seat[data-name='black'] { border-radius: 0; }
    .strip li.next { outline: 2px solid Highlight; outline-offset: -2px; }
    .bar .track { background: GrayText; forced-color-adjust: none; }
    .bar .done, .bar .thumb { background: Highlight; border-color: Highlight; forced-color-adjust: none; }
    .bar .loop { border-color: Highlight; }
    .tool[aria-expanded='true'] { outline: 2px solid Highlight; }
  }
  @media print {
    .foot, .badge, .places button, .toast, .go { display: none !important; }
    :host { overflow: visible; border: 0; }
    .frame { display: block !important; height: auto !important; }
    .side { contain: none !important; border: 0 !important; }
    .picture svg { max-height: 14cm !important; }
    .moves { max-height: none !important; overflow: visible !important; contain: none !important; columns: auto; }
  }
`;
