/** How the viewer looks. Pages may set the custom properties that begin with `--kifu-ui-`. */
import { css } from 'lit';

export const style = css`
  :host {
    --ui-bg: var(--kifu-ui-background, light-dark(#ffffff, #17191c));
    --ui-fg: var(--kifu-ui-text, light-dark(#23262a, #e9e7e2));
    --ui-soft: var(--kifu-ui-soft, light-dark(#5d6167, #a5a7a8));
    --ui-line: var(--kifu-ui-line, light-dark(#dcdad4, #363a40));
    --ui-raised: var(--kifu-ui-raised, light-dark(#f5f3ee, #212429));
    --ui-accent: var(--kifu-ui-accent, light-dark(#2a6fb0, #7fb4ea));
    --ui-good: light-dark(#226b3d, #6fcf92);
    --ui-warn: light-dark(#8a5800, #e9b44c);
    --ui-bad: light-dark(#b3261e, #ff8a7d);
    color-scheme: light dark;
    display: block;
    container-type: inline-size;
    color: var(--ui-fg);
    background: var(--ui-bg);
    border: 1px solid var(--ui-line);
    border-radius: 12px;
    font: 15px/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
    overflow: hidden;
  }
  :host([theme='light']) { color-scheme: light; }
  :host([theme='dark']) { color-scheme: dark; }
  :host([hidden]) { display: none; }
  *, ::before, ::after { box-sizing: border-box; }
  button, input, select { font: inherit; color: inherit; }
  button { cursor: pointer; }
  :focus-visible { outline: 2px solid var(--ui-accent); outline-offset: 2px; border-radius: 6px; }
  .frame { display: grid; grid-template-columns: minmax(0, 1fr); outline: none; }
  .stage { padding: 10px; display: grid; place-items: center; min-width: 0; }
  .stage svg { width: 100%; height: auto; max-height: min(76vh, 640px); display: block; touch-action: pan-y; user-select: none; }
  .gliding .piece { transition: transform 0.18s ease-out; }
  .side { border-top: 1px solid var(--ui-line); min-width: 0; display: flex; flex-direction: column; }
  .foot { grid-column: 1 / -1; border-top: 1px solid var(--ui-line); padding: 8px 12px 10px; }
  @container (min-width: 640px) {
    .frame.has-side { grid-template-columns: minmax(0, 1fr) minmax(200px, 260px); }
    .side { border-top: 0; border-left: 1px solid var(--ui-line); }
  }
  .visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  @media (prefers-reduced-motion: reduce) {
    .gliding .piece { transition: none; }
  }
`;
