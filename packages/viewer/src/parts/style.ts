/** How the viewer looks. Pages may set the custom properties that begin with `--kifu-ui-`, and those of boards, `--kifu-board-`. */
import { css } from 'lit';
import { barStyle } from './style-bar.ts';
import { sideStyle } from './style-side.ts';

// The texts, and moves everywhere, are read from left to right. In two columns the board decides how high both are. Comments stay out
// of the text itself, which every page loads.
const base = css`
  :host {
    --ui-bg: var(--kifu-ui-background, light-dark(#fdfcfa, #17191c));
    --ui-fg: var(--kifu-ui-text, light-dark(#23262a, #e9e7e2));
    --ui-soft: var(--kifu-ui-soft, light-dark(#5d6167, #a9abac));
    --ui-line: var(--kifu-ui-line, light-dark(#dfdcd5, #34383e));
    --ui-raised: var(--kifu-ui-raised, light-dark(#f2efe8, #23272c));
    --ui-accent: var(--kifu-ui-accent, light-dark(#2a6fb0, #7fb4ea));
    --ui-on-accent: var(--kifu-ui-on-accent, light-dark(#ffffff, #10161d));
    --ui-good: light-dark(#1f6a3a, #6fcf92);
    --ui-warn: light-dark(#855300, #e9b44c);
    --ui-bad: light-dark(#b3261e, #ff8a7d);
    color-scheme: light dark;
    display: block;
    container-type: inline-size;
    color: var(--ui-fg);
    background: var(--ui-bg);
    border: 1px solid var(--ui-line);
    border-radius: var(--kifu-ui-radius, 12px);
    font: 15px/1.45 var(--kifu-ui-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif);
    overflow: hidden;
    direction: ltr;
    text-align: left;
  }
  :host([dropping]) { outline: 3px dashed var(--ui-accent); outline-offset: -6px; }
  :host([theme='light']) { color-scheme: light; }
  :host([theme='dark']) { color-scheme: dark; }
  :host([hidden]) { display: none; }
  *, ::before, ::after { box-sizing: border-box; }
  button, input, select { font: inherit; color: inherit; }
  button, select, label { cursor: pointer; }
  :focus-visible { outline: 2px solid var(--ui-accent); outline-offset: 1px; border-radius: 6px; }
  .soft { color: var(--ui-soft); }
  .bad { color: var(--ui-bad); }
  .icon { width: 20px; height: 20px; flex: none; display: block; }
  .visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

  .frame { display: grid; grid-template-columns: minmax(0, 1fr); position: relative; }
  .frame:focus-visible { outline-offset: -3px; border-radius: 11px; }
  .stage { padding: 8px 12px; display: grid; gap: 6px; min-width: 0; align-content: center; }
  .board { position: relative; display: grid; min-width: 0; }
  .picture { display: grid; place-items: center; touch-action: pan-y; user-select: none; -webkit-user-select: none; -webkit-touch-callout: none; }
  .picture svg { width: 100%; height: auto; max-height: var(--kifu-board-height, max(240px, 100vh - 200px)); display: block; }
  .board kifu-board { width: min(100%, var(--kifu-board-height, max(240px, 100vh - 200px)) * var(--aspect, 1)); margin: 0 auto; --kifu-ui-background: var(--ui-bg); --kifu-ui-text: var(--ui-fg); }
  .shapes { pointer-events: none; }
  .gliding .piece { transition: transform var(--glide, 0.18s) ease-out; }
  .side { border-top: 1px solid var(--ui-line); min-width: 0; display: flex; flex-direction: column; }
  .foot { border-top: 1px solid var(--ui-line); padding: 6px 10px 8px; min-width: 0; }
  @container (min-width: 660px) {
    .frame { grid-template-columns: minmax(0, 1fr) minmax(230px, 32%); }
    .stage { grid-area: 1 / 1; }
    .side { grid-area: 1 / 2; border-top: 0; border-left: 1px solid var(--ui-line); contain: size; min-height: 320px; }
    .foot { grid-area: 2 / 1 / 3 / 3; padding: 6px 16px 10px; }
  }

  /* as high as the page makes it: the board gets what the rest leaves, and beside it stands what would not fit below */
  @media (min-width: 660px), (min-width: 600px) and (max-height: 520px) {
    :host(:is([fill], :fullscreen)) { container-type: size; font-size: inherit; }
    :host(:is([fill], :fullscreen)) .strip { max-width: max(300px, (100cqh - 84px) * var(--aspect, 1)); }
    :host(:is([fill], :fullscreen)) .frame { height: 100%; grid-template-rows: minmax(0, 1fr) auto; }
    :host(:is([fill], :fullscreen)) .stage { container-type: size; grid-template-rows: auto minmax(0, 1fr) auto; align-content: stretch; min-height: 0; }
    :host(:is([fill], :fullscreen)) :is(.board, .picture) { min-height: 0; height: 100%; }
    :host(:is([fill], :fullscreen)) .board kifu-board { width: 100%; height: 100%; aspect-ratio: auto; }
    :host(:is([fill], :fullscreen)) .picture svg { height: 100%; max-height: 100%; }
    :host(:is([fill], :fullscreen)) .side { min-height: 0; }
  }
  @container (min-width: 560px) and (max-height: 520px) {
    :host(:is([fill], :fullscreen)) .frame { grid-template: minmax(0, 1fr) auto / minmax(0, 1fr) minmax(290px, 45%); }
    :host(:is([fill], :fullscreen)) .stage { grid-area: 1 / 1 / 3 / 2; padding: 4px; gap: 2px; }
    :host(:is([fill], :fullscreen)) .side { grid-area: 1 / 2; }
    :host(:is([fill], :fullscreen)) .moves { min-height: 0; }
    :host(:is([fill], :fullscreen)) .foot { grid-area: 2 / 2; border-left: 1px solid var(--ui-line); padding: 2px 8px 4px; }
    :host(:is([fill], :fullscreen)) .graph, :host(:is([fill], :fullscreen)) .facts { display: none; }
  }

  /* as wide as the board between them, which is as wide as its height allows */
  .strip { list-style: none; margin: 0 auto; padding: 0; display: flex; gap: 4px 18px; width: 100%; max-width: max(300px, var(--kifu-board-height, max(240px, 100vh - 200px)) * var(--aspect, 1)); min-width: 0; }
  .strip li { display: flex; align-items: center; gap: 7px; min-width: 0; flex: 1; min-height: 28px; border-radius: 8px; padding: 0 8px; }
  .strip li.next { background: var(--ui-raised); box-shadow: inset 3px 0 0 var(--ui-accent); }
  .strip .name { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .strip .role { font-size: 13px; }
  .strip .won { font-size: 12px; line-height: 18px; border: 1px solid currentColor; border-radius: 999px; padding: 0 7px; color: var(--ui-good); }
  .seat { forced-color-adjust: none; width: 13px; height: 13px; border-radius: 50%; border: 1.5px solid var(--ui-soft); flex: none; }
  .seat[data-letter] { width: 16px; height: 16px; display: grid; place-items: center; }
  .seat[data-letter]::before { content: attr(data-letter); font: 700 10px/1 system-ui, sans-serif; text-transform: uppercase; color: #fff; }
  .seat[data-letter]:not([data-name='red'], [data-name='green'], [data-name='blue'])::before { color: light-dark(#23262a, #e9e7e2); }
  .seat[data-name='yellow']::before { color: #23262a !important; }
  .seat[data-name='white'] { background: var(--kifu-white); }
  .seat[data-name='black'] { background: var(--kifu-black); }
  .seat[data-name='red'] { background: var(--kifu-red); }
  .seat[data-name='green'] { background: var(--kifu-green); }
  .seat[data-name='yellow'] { background: var(--kifu-yellow); }
  .seat[data-name='blue'] { background: var(--kifu-blue); }
  .clock { font-variant-numeric: tabular-nums; font-weight: 600; background: var(--ui-raised); border-radius: 6px; padding: 1px 9px; margin-left: auto; }
  .next .clock { background: var(--ui-fg); color: var(--ui-bg); }
  .clock.low { color: var(--ui-bad); }
  .next .clock.low { background: var(--ui-bad); color: var(--ui-bg); }

  .toast { position: absolute; left: 50%; top: 12%; transform: translateX(-50%); max-width: 86%; background: var(--ui-fg); color: var(--ui-bg); border-radius: 999px; padding: 6px 16px; font-weight: 600; pointer-events: none; box-shadow: 0 3px 14px #0004; text-align: center; }
  input:not([type]), input[type='text'], input[type='number'], select, textarea { border: 1px solid var(--ui-soft); border-radius: 8px; background: var(--ui-bg); min-height: 34px; padding: 0 8px; color: inherit; }
  @media (pointer: coarse) { .wide, .badge, .bar, select, input:not([type='checkbox'], [type='radio']) { min-height: 44px !important; } }
  .wide { border: 1px solid var(--ui-soft); border-radius: 8px; background: var(--ui-raised); min-height: 34px; padding: 0 14px; font-weight: 600; }
  .wide:hover { border-color: var(--ui-accent); }

  .state { padding: 44px 24px; display: grid; gap: 12px; justify-items: center; text-align: center; min-height: 280px; align-content: center; }
  .state p { margin: 0; max-width: 46ch; }
  .state progress { width: min(320px, 80%); accent-color: var(--ui-accent); }
  @media (prefers-reduced-motion: reduce) {
    .gliding .piece, .lane i { transition: none !important; }
  }
`;

/** The styles of the first picture. */
export const style = [base, sideStyle, barStyle];
