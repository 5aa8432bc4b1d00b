/** How the bar, the graph over it and the controls look. */
import { css } from 'lit';

export const barStyle = css`
  .graph { position: relative; height: 36px; margin: 0 8px; cursor: pointer; touch-action: none; }
  .graph svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; pointer-events: none; }
  .graph path { fill: none; vector-effect: non-scaling-stroke; }
  .graph .think { stroke: var(--ui-soft); stroke-width: 2; opacity: 0.5; }
  .graph .line { stroke: var(--ui-accent); stroke-width: 1.5; }
  .graph .area { fill: color-mix(in srgb, var(--ui-accent) 14%, transparent); }
  .graph .zero { stroke: var(--ui-line); }
  .graph .legend { position: absolute; right: 0; top: -4px; padding-left: 6px; border-radius: 4px; background: color-mix(in srgb, var(--ui-bg) 80%, transparent); display: flex; gap: 12px; font-size: 11px; line-height: 1.2; pointer-events: none; }
  .graph .key::before { content: ''; display: inline-block; width: 10px; margin-right: 4px; vertical-align: middle; border-top: 2px solid var(--ui-accent); }
  .graph .key.bars::before { width: 2px; height: 9px; border: 0; background: var(--ui-soft); opacity: 0.5; }
  .bar { position: relative; height: 32px; margin: 0 8px; cursor: pointer; touch-action: none; }
  .bar .track, .bar .done, .bar .loop { position: absolute; top: 13px; height: 6px; border-radius: 3px; }
  .bar .track { inset-inline: 0; background: var(--ui-line); }
  .bar .done { left: 0; background: var(--ui-accent); }
  .bar .loop { top: 8px; height: 16px; border-radius: 4px; background: color-mix(in srgb, var(--ui-accent) 24%, transparent); border-inline: 2px solid var(--ui-accent); }
  .bar .lane { position: absolute; left: 0; right: 0; top: 24px; height: 4px; border-radius: 2px; background: var(--ui-line); overflow: hidden; }
  .lane i { display: block; height: 100%; background: var(--ui-good); transition: width 0.25s; }
  .lane.broken { background: var(--ui-bad); }
  .lane.partial i, .lane.unsigned i, .lane.sealed i, .lane.unknown i { background: var(--ui-warn); }
  .lane.checking i { background: var(--ui-good); opacity: 0.6; }
  /* kinds differ in height and shape too, not only in color */
  .bar .mark { position: absolute; top: 5px; width: 3px; height: 7px; margin-left: -1.5px; border-radius: 1.5px; background: var(--ui-soft); }
  .bar .mark[data-kind='note'] { width: 7px; margin-left: -3.5px; border-radius: 50%; background: var(--ui-accent); }
  .bar .mark[data-kind='check'], .bar .mark[data-kind='danger'] { height: 10px; top: 2px; background: var(--ui-warn); }
  .bar .mark[data-kind='end'], .bar .mark[data-kind='elimination'], .bar .mark[data-kind='game finished'] { height: 12px; top: 0; width: 4px; margin-left: -2px; background: var(--ui-bad); }
  .bar .thumb { position: absolute; top: 8px; width: 16px; height: 16px; margin-left: -8px; border-radius: 50%; background: var(--ui-bg); border: 3px solid var(--ui-accent); }
  .bar .peek { position: absolute; bottom: 26px; transform: translateX(-50%); display: none; white-space: nowrap; background: var(--ui-fg); color: var(--ui-bg); border-radius: 6px; padding: 2px 9px; font-size: 13px; font-weight: 600; pointer-events: none; z-index: 1; }
  .bar:hover .peek:not(:empty) { display: block; }
  .bar:hover .thumb { box-shadow: 0 0 0 5px color-mix(in srgb, var(--ui-accent) 20%, transparent); }

  .controls { display: flex; align-items: center; gap: 2px 10px; flex-wrap: wrap; justify-content: center; }
  .group { display: flex; align-items: center; flex-wrap: wrap; justify-content: center; }
  .tool { display: grid; place-items: center; width: 40px; height: 40px; border: 0; border-radius: 9px; background: none; touch-action: manipulation; }
  .tool:hover:not([aria-disabled]) { background: var(--ui-raised); }
  .tool[aria-disabled] { color: color-mix(in srgb, var(--ui-soft) 60%, transparent); cursor: default; }
  .tool[aria-expanded='true'] { background: var(--ui-raised); color: var(--ui-accent); }
  .tool[data-do='play'], .tool[data-do='pause'], .tool[data-do='again'] { background: var(--ui-accent); color: var(--ui-on-accent); border-radius: 50%; margin: 0 4px; }
  .where { font-variant-numeric: tabular-nums; white-space: nowrap; flex: 1 1 150px; min-width: 0; overflow: hidden; text-overflow: ellipsis; }
  .where .text { font-weight: 600; margin-inline: 6px; }
  .speed select { min-width: 68px; }
  .edge { border: 1px solid var(--ui-line); border-radius: 999px; background: none; padding: 3px 12px; font-size: 13px; font-weight: 600; }
  .edge::before { content: ''; display: inline-block; width: 8px; height: 8px; border-radius: 50%; background: var(--ui-soft); margin-right: 6px; }
  .edge.at { color: var(--ui-bad); border-color: currentColor; }
  .edge.at::before { background: currentColor; }
  @container (max-width: 659px) {
    .where { flex: 1 1 100%; order: -1; text-align: center; }
    .tool { width: 44px; height: 44px; }
    .tool[data-do='full'] { display: none; }
  }
  @container (max-width: 359px) {
    .group:not(.transport) .tool { width: 33px; }
    .speed select { min-width: 0; width: 58px; padding: 0 2px; }
  }
`;
