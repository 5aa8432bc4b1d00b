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
  .head { display: flex; align-items: center; gap: 10px; padding: 10px 12px; }
  .head .badge { margin-left: auto; }
  .soft { color: var(--ui-soft); }
  .icon { width: 20px; height: 20px; flex: none; display: block; }
  .players { list-style: none; margin: 0; padding: 0; display: grid; gap: 4px; min-width: 0; }
  .players li { display: flex; align-items: center; gap: 8px; min-width: 0; }
  .players .name { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .players .won { font-size: 12px; border: 1px solid currentColor; border-radius: 999px; padding: 0 7px; color: var(--ui-good); }
  .seat { width: 12px; height: 12px; border-radius: 50%; border: 1.5px solid var(--ui-soft); flex: none; }
  .clock { font-variant-numeric: tabular-nums; background: var(--ui-raised); border-radius: 6px; padding: 1px 8px; margin-left: auto; }
  .clock.low { color: var(--ui-bad); font-weight: 600; }
  .badge { display: inline-flex; align-items: center; gap: 5px; border: 1px solid currentColor; border-radius: 999px; background: none; padding: 3px 11px 3px 7px; font-size: 13px; white-space: nowrap; }
  .badge .icon { width: 16px; height: 16px; }
  .badge.verified { color: var(--ui-good); }
  .badge.unsigned, .badge.sealed { color: var(--ui-warn); }
  .badge.broken { color: var(--ui-bad); }
  .badge.checking { color: var(--ui-soft); }
  .graph { position: relative; height: 34px; margin: 0 8px; }
  .graph .think { position: absolute; bottom: 0; width: 2px; margin-left: -1px; background: var(--ui-soft); opacity: 0.45; border-radius: 1px 1px 0 0; }
  .curve { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
  .curve polyline { fill: none; stroke: var(--ui-accent); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
  .curve .zero { stroke: var(--ui-line); vector-effect: non-scaling-stroke; }
  .bar { position: relative; height: 30px; margin: 0 8px; cursor: pointer; touch-action: none; }
  .bar .track, .bar .done, .bar .loop { position: absolute; top: 12px; height: 6px; border-radius: 3px; }
  .bar .track { inset-inline: 0; background: var(--ui-line); }
  .bar .done { left: 0; background: var(--ui-accent); }
  .bar .loop { top: 8px; height: 14px; background: color-mix(in srgb, var(--ui-accent) 22%, transparent); }
  .bar .lane { position: absolute; left: 0; right: 0; top: 21px; height: 3px; border-radius: 2px; background: var(--ui-line); overflow: hidden; }
  .lane i { display: block; height: 100%; background: var(--ui-good); transition: width 0.3s; }
  .lane.broken { background: var(--ui-bad); }
  .lane.checking i { background: var(--ui-soft); }
  .bar .mark { position: absolute; top: 4px; width: 3px; height: 7px; margin-left: -1.5px; border-radius: 1.5px; background: var(--ui-soft); }
  .bar .mark[data-kind='note'] { background: var(--ui-accent); }
  .bar .mark[data-kind='check'], .bar .mark[data-kind='danger'] { background: var(--ui-warn); }
  .bar .thumb { position: absolute; top: 7px; width: 16px; height: 16px; margin-left: -8px; border-radius: 50%; background: var(--ui-bg); border: 3px solid var(--ui-accent); }
  .controls { display: flex; align-items: center; gap: 2px; flex-wrap: wrap; margin-top: 2px; }
  .tool { display: grid; place-items: center; width: 40px; height: 40px; border: 0; border-radius: 8px; background: none; }
  .tool:hover:not(:disabled) { background: var(--ui-raised); }
  .tool:disabled { opacity: 0.35; cursor: default; }
  .tool[aria-pressed='true'] { background: var(--ui-raised); color: var(--ui-accent); }
  .where { margin: 0 10px; font-variant-numeric: tabular-nums; white-space: nowrap; }
  .where .text { font-weight: 600; margin-left: 6px; }
  .time { font-variant-numeric: tabular-nums; margin-right: auto; }
  .speed select { border: 1px solid var(--ui-line); border-radius: 8px; background: var(--ui-bg); height: 32px; padding: 0 4px; }
  .moves { list-style: none; margin: 0; padding: 8px 10px; overflow: auto; flex: 1 1 0; min-height: 160px; max-height: 640px; display: flex; flex-wrap: wrap; align-content: flex-start; gap: 1px 2px; }
  .moves li { display: flex; align-items: baseline; flex-wrap: wrap; }
  .moves .round { color: var(--ui-soft); font-size: 12px; min-width: 22px; text-align: right; padding-right: 3px; font-variant-numeric: tabular-nums; }
  .move { border: 0; background: none; border-radius: 6px; padding: 2px 6px; text-align: left; }
  .move:hover { background: var(--ui-raised); }
  .move[aria-current] { background: var(--ui-accent); color: var(--ui-bg); }
  .move.act { color: var(--ui-soft); font-style: italic; }
  .moves .comment { margin: 2px 0 4px; padding-left: 8px; border-left: 3px solid var(--ui-line); flex-basis: 100%; }
  .moves .gap, .moves .outcome { flex-basis: 100%; padding: 6px 4px; color: var(--ui-soft); }
  .moves .outcome { color: var(--ui-fg); font-weight: 600; }
  .panel { padding: 10px 14px; overflow: auto; max-height: 640px; border-top: 1px solid var(--ui-line); }
  .panel h2 { font-size: 16px; margin: 0 0 8px; }
  .panel h3 { font-size: 14px; margin: 14px 0 4px; }
  .panel ul { margin: 0; padding-left: 18px; }
  .panel dl { margin: 0; display: grid; gap: 3px; }
  .panel dl div { display: grid; grid-template-columns: 76px 1fr; gap: 8px; }
  .panel dt { color: var(--ui-soft); }
  .panel dd { margin: 0; overflow-wrap: anywhere; }
  .panel pre { background: var(--ui-raised); border-radius: 8px; padding: 8px 10px; overflow: auto; font-size: 13px; }
  .panel .id { overflow-wrap: anywhere; font-size: 12px; }
  .panel .bad { color: var(--ui-bad); }
  .panel table { border-spacing: 0 2px; }
  .panel th { text-align: left; padding-right: 12px; white-space: nowrap; }
  kbd { font: inherit; font-size: 13px; background: var(--ui-raised); border: 1px solid var(--ui-line); border-radius: 5px; padding: 0 6px; }
  .note { padding: 48px 24px; text-align: center; color: var(--ui-soft); margin: 0; }
  .visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  @media (prefers-reduced-motion: reduce) {
    .gliding .piece { transition: none; }
  }
`;
