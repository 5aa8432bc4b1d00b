/** How the side looks: head, moves and the frame of panels. */
import { css } from 'lit';

export const sideStyle = css`
  .head { display: flex; align-items: center; gap: 10px; padding: 10px 12px 8px; }
  .head .title { min-width: 0; display: grid; line-height: 1.25; }
  .head .title .soft { font-size: 13px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .badge { margin-left: auto; display: inline-flex; align-items: center; gap: 5px; border: 1px solid currentColor; border-radius: 999px; background: none; padding: 3px 11px 3px 7px; font-size: 13px; font-weight: 600; white-space: nowrap; }
  .badge:hover, .badge[aria-expanded='true'] { background: var(--ui-raised); }
  .badge .icon { width: 16px; height: 16px; }
  .badge.verified { color: var(--ui-good); }
  .badge.partial, .badge.unsigned, .badge.sealed, .badge.unknown { color: var(--ui-warn); }
  .badge.broken { color: var(--ui-bad); }
  .badge.checking { color: var(--ui-soft); }
  /* what comes and goes stands below the list, whose moves then stay where they are */
  .facts { order: 1; border-top: 1px solid var(--ui-line); margin: 0; padding: 8px 12px; display: flex; flex-wrap: wrap; gap: 2px 14px; font-size: 13px; }
  .facts div { display: flex; gap: 5px; min-width: 0; }
  .facts dt { color: var(--ui-soft); white-space: nowrap; }
  .facts dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
  /* what changes all the time must not move what is below it */
  .facts.free dd { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }

  .moves { list-style: none; margin: 0; padding: 6px 10px 10px; overflow: auto; min-height: 150px; max-height: 300px; border-top: 1px solid var(--ui-line); contain: layout paint; }
  @container (min-width: 660px) { .moves { flex: 1 1 0; max-height: none; } }
  .moves.paired { display: grid; grid-template-columns: 2.2em 1fr 1fr; align-content: start; gap: 1px 2px; }
  .moves.paired .first { grid-column: 1 / 3; display: grid; grid-template-columns: subgrid; align-items: baseline; }
  .moves.paired li:not(.first) { grid-column: 3; }
  .moves.paired li.left:not(.first) { grid-column: 2; }
  .moves.paired li:not(.move):not(.first) { grid-column: 1 / -1; }
  .moves.rows { display: flex; flex-wrap: wrap; align-content: flex-start; gap: 1px 3px; }
  .moves.rows li { display: flex; align-items: center; }
  .moves.rows .break { display: block; flex-basis: 100%; height: 0; }
  .moves.rows .seat { margin: 0 4px 0 6px; }
  .moves.rows .seat:not([data-letter]) { width: 10px; height: 10px; }
  .moves .when { min-width: 3.4em; font-size: 13px; font-variant-numeric: tabular-nums; text-align: right; }
  .gap .move { color: var(--ui-soft); text-decoration: underline; }
  .moves .round { color: var(--ui-soft); font-size: 13px; text-align: right; padding-right: 6px; font-variant-numeric: tabular-nums; }
  .move { border: 0; background: none; border-radius: 6px; padding: 2px 7px; min-width: 24px; text-align: left; }
  .moves.paired .move { width: 100%; }
  .move:hover { background: var(--ui-raised); }
  .move[aria-current] { background: var(--ui-accent); color: var(--ui-on-accent); }
  .chance .move { border: 1px solid var(--ui-line); font-size: 13px; padding: 1px 6px; min-height: 24px; font-variant-numeric: tabular-nums; }
  .places { white-space: nowrap; }
  .places button { min-width: 28px; min-height: 28px; }
  .move .eval { margin-left: 0.6em; font-size: 12px; font-variant-numeric: tabular-nums; color: var(--ui-soft); }
  .move[aria-current] .eval { color: inherit; }
  .word .move { color: var(--ui-soft); font-style: italic; }
  .word .move[aria-current] { color: var(--ui-on-accent); }
  .moves .comment { margin: 1px 0 5px 8px; padding-left: 9px; border-left: 3px solid var(--ui-line); flex-basis: 100%; display: block !important; }
  .moves .comment.chat { border-left-style: dotted; overflow-wrap: anywhere; }
  .moves .gap, .moves .outcome { flex-basis: 100%; padding: 6px 6px; color: var(--ui-soft); }
  .moves .outcome { color: var(--ui-fg); font-weight: 600; }
  .moves .outcome.soft { color: var(--ui-soft); font-weight: 400; }
  .moves .outcome.bad { color: var(--ui-bad); }

  .panel { padding: 4px 12px 14px; overflow: auto; height: min(460px, 80vh); min-height: 150px; border-top: 1px solid var(--ui-line); }
  @container (min-width: 660px) { .panel { flex: 1 1 0; height: auto; } }
  .panel:focus-visible { outline-offset: -2px; }
  .panel header { display: flex; align-items: center; justify-content: space-between; position: sticky; top: -4px; background: var(--ui-bg); margin-bottom: 4px; }
  .panel h2 { font-size: 16px; margin: 0; }
`;
