/** Styles of a board that takes moves. Colors of the game are those of its kit, `--kifu-…`. */
import { css } from 'lit';

export const style = css`
  :host {
    display: block;
    position: relative;
    aspect-ratio: var(--kifu-board-aspect, 1);
    max-width: 100%;
    container-type: size;
    color-scheme: light dark;
    font: 15px/1.4 var(--kifu-ui-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif);
    --board-accent: var(--kifu-ui-accent, light-dark(#2a6fb0, #7fb4ea));
    --board-surface: var(--kifu-ui-background, light-dark(#fdfcfa, #17191c));
    --board-ink: var(--kifu-ui-text, light-dark(#23262a, #e9e7e2));
    --board-edge: var(--kifu-ui-line, light-dark(#8a877f, #767b82));
  }
  :host([hidden]) { display: none; }
  :host([theme='light']) { color-scheme: light; }
  :host([theme='dark']) { color-scheme: dark; }
  *, ::before, ::after { box-sizing: border-box; }
  .fit {
    position: absolute;
    inset: 0;
    margin: auto;
    width: min(100cqw, 100cqh * var(--kifu-board-aspect, 1));
    height: min(100cqh, 100cqw / var(--kifu-board-aspect, 1));
    direction: ltr;
  }
  .picture, .picture svg { position: absolute; inset: 0; width: 100%; height: 100%; display: block; }
  .picture svg { border-radius: 6px; user-select: none; -webkit-user-select: none; -webkit-touch-callout: none; }
  .picture.mine { touch-action: none; cursor: pointer; }
  .picture.dragging { cursor: grabbing; }
  .gliding .piece { transition: transform var(--glide, 0.18s) ease-out; }
  .piece.held { transition: none !important; filter: drop-shadow(0 6px 5px #0005); pointer-events: none; }
  .piece.tossed > * { animation: toss calc(3 * var(--glide, 0.18s)) ease-out; transform-box: fill-box; transform-origin: center; }
  @keyframes toss {
    from { transform: translate(-60%, -90%) rotate(-420deg) scale(1.4); opacity: 0.4; }
    60% { transform: translate(8%, 4%) rotate(20deg) scale(1.05); opacity: 1; }
  }
  :host([dimmed]) .picture svg { filter: saturate(0.5) opacity(0.75); }
  .cells { position: absolute; inset: 0; pointer-events: none; }
  .cells [role='row'] { display: contents; }
  .cells [role='gridcell'] { position: absolute; outline: none; border-radius: 4px; }
  .cells [role='gridcell']:focus-visible {
    box-shadow: inset 0 0 0 3px var(--board-accent), inset 0 0 0 5px #fffd;
  }
  .effects { position: absolute; inset: 0; pointer-events: none; }
  .effect {
    position: absolute;
    transform: translate(-50%, -50%);
    white-space: nowrap;
    font-weight: 700;
    font-size: clamp(12px, 3.4cqw, 26px);
    padding: 0.1em 0.6em;
    border-radius: 999px;
    border: 2px solid var(--board-ink);
    background: var(--board-surface);
    color: var(--board-ink);
    opacity: 0;
    animation: rise 2.2s ease-out;
  }
  .effect[data-name='blue'] { border-color: var(--kifu-blue); box-shadow: 0 0 0 4px color-mix(in srgb, var(--kifu-blue) 35%, transparent); }
  .effect[data-name='red'] { border-color: var(--kifu-red); box-shadow: 0 0 0 4px color-mix(in srgb, var(--kifu-red) 35%, transparent); }
  @keyframes rise {
    from { opacity: 0; transform: translate(-50%, 0) scale(0.6); }
    15%, 75% { opacity: 1; transform: translate(-50%, -60%) scale(1); }
    to { opacity: 0; transform: translate(-50%, -130%) scale(1); }
  }
  @keyframes stay { from, 90% { opacity: 1; } to { opacity: 0; } }
  .bubble {
    position: absolute;
    z-index: 2;
    width: max-content;
    max-width: min(36cqw, 17rem);
    padding: 0.5em 0.75em;
    border-radius: 8px;
    background: #20242a;
    color: #f7f5f0;
    font-size: clamp(12px, 2.4cqw, 15px);
    font-weight: 600;
    line-height: 1.3;
    box-shadow: 0 4px 16px #0006;
    pointer-events: none;
    animation: appear 0.12s ease-out;
    --gap: 9px;
  }
  .bubble::after {
    content: '';
    position: absolute;
    width: 12px;
    height: 12px;
    background: inherit;
    transform: rotate(45deg);
  }
  .bubble.left { transform: translate(calc(-100% - var(--gap)), -50%); }
  .bubble.right { transform: translate(var(--gap), -50%); }
  .bubble.above { transform: translate(-50%, calc(-100% - var(--gap))); }
  .bubble.below { transform: translate(-50%, var(--gap)); }
  .bubble.left::after { right: -5px; top: calc(50% - 6px); }
  .bubble.right::after { left: -5px; top: calc(50% - 6px); }
  .bubble.above::after { bottom: -5px; left: calc(50% - 6px); }
  .bubble.below::after { top: -5px; left: calc(50% - 6px); }
  @keyframes appear { from { opacity: 0; } }
  .chooser {
    position: absolute;
    z-index: 2;
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 4px;
    max-width: 96%;
    max-height: 90%;
    overflow: auto;
    padding: 6px;
    border: 1px solid var(--board-edge);
    border-radius: 10px;
    background: var(--board-surface);
    color: var(--board-ink);
    box-shadow: 0 8px 30px #0006;
    transform: translate(-50%, -50%);
  }
  .chooser button, .words button {
    font: inherit;
    font-weight: 600;
    color: inherit;
    background: var(--board-surface);
    border: 1px solid var(--board-edge);
    border-radius: 8px;
    min-width: 44px;
    min-height: 44px;
    padding: 2px 10px;
    cursor: pointer;
    display: grid;
    place-items: center;
  }
  .chooser button.pictured { padding: 2px; width: clamp(44px, 11cqw, 84px); }
  .chooser button:hover, .words button:hover { border-color: var(--board-accent); box-shadow: 0 0 0 1px var(--board-accent); }
  .chooser button:focus-visible, .words button:focus-visible { outline: 2.5px solid var(--board-accent); outline-offset: 1px; }
  .chooser svg { width: 100%; aspect-ratio: 1; display: block; }
  .words { position: absolute; z-index: 1; inset: auto 8px 8px auto; display: flex; gap: 6px; }
  :host([words='outside']) .words { display: none; }
  .said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  @media (prefers-reduced-motion: reduce) {
    .gliding .piece { transition: none; }
    .piece.tossed > * { animation: none; }
    .effect { animation-name: stay; }
    .bubble { animation: none; }
  }
  :host([motion='none']) .gliding .piece { transition: none; }
  :host([motion='none']) .piece.tossed > * { animation: none; }
  :host([motion='none']) .effect { animation-name: stay; }
  @media (forced-colors: active) {
    .picture { forced-color-adjust: none; }
    .bubble { border: 1px solid CanvasText; background: Canvas; color: CanvasText; }
    .cells [role='gridcell']:focus-visible { outline: 3px solid Highlight; outline-offset: -3px; }
  }
`;
