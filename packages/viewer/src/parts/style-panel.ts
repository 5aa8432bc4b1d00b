/** How panels, their fields and the form to go to a move look, loaded with the first that is opened. */
import { css } from 'lit';

export const panelStyle = css`
  .go { position: absolute; left: 50%; top: 40%; transform: translate(-50%, -50%); display: flex; gap: 8px; align-items: end; background: var(--ui-bg); border: 1px solid var(--ui-line); border-radius: 12px; padding: 12px 14px; box-shadow: 0 6px 30px #0005; }
  .go label { display: grid; gap: 3px; font-weight: 600; }
  .go input { width: 190px; font-weight: 400; }
  .panel h3 { font-size: 14px; margin: 14px 0 4px; }
  .panel p { margin: 6px 0; }
  .panel ul { margin: 0; padding-left: 18px; }
  .panel dl { margin: 0; display: grid; gap: 4px; }
  .panel ul + .found { margin-top: 8px; }
  .panel .found div { display: grid; grid-template-columns: 62px 1fr; gap: 8px; }
  .panel dt { color: var(--ui-soft); }
  .panel dd { margin: 0; overflow-wrap: anywhere; }
  .panel .ids dd, .panel code { font-size: 13px; overflow-wrap: anywhere; }
  .panel code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 12px; }
  .panel pre { background: var(--ui-raised); border-radius: 8px; padding: 8px 10px; overflow: auto; font-size: 13px; margin: 4px 0; }
  .panel .bad { border-left: 3px solid currentColor; padding-left: 10px; }
  .keys { border-spacing: 0 3px; }
  .keys th { text-align: left; padding-right: 12px; white-space: nowrap; font-weight: 400; vertical-align: top; }
  kbd { font: inherit; font-size: 13px; background: var(--ui-raised); border: 1px solid var(--ui-line); border-radius: 5px; padding: 0 6px; }
  .settings fieldset { border: 0; margin: 0 0 10px; padding: 0; display: grid; gap: 3px; justify-items: start; min-width: 0; }
  .settings legend { font-weight: 600; padding: 0; margin-bottom: 2px; }
  .settings label { display: flex; gap: 8px; align-items: center; min-height: 28px; }
  .settings .inner { padding-left: 26px; flex-wrap: wrap; gap: 2px 8px; }
  .settings select { width: auto; max-width: 100%; }
  .settings .pair { display: flex; flex-wrap: wrap; }
  .settings input[type='number'] { width: 74px; }
  .settings input[type='radio'], .settings input[type='checkbox'] { accent-color: var(--ui-accent); width: 16px; height: 16px; margin: 0; }
  .notes { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; }
  .scroll { overflow: auto; margin: 8px 0; }
  .text-board { border-collapse: collapse; font-variant-numeric: tabular-nums; }
  .text-board td, .text-board th { min-width: 23px; height: 24px; text-align: center; padding: 0 2px; border: 1px solid var(--ui-line); font-size: 13px; }
  .text-board thead td, .text-board .rim { border: 0; }
  .text-board th { border: 0; color: var(--ui-soft); font-weight: 400; }
  .text-board .marked { outline: 2px solid var(--ui-warn); outline-offset: -2px; }
  .text-board td:focus { outline: 3px solid var(--ui-accent); outline-offset: -2px; }
  .panel .row { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; margin: 4px 0; }
  .panel input[type='text'], .panel input:not([type]), .panel textarea, .panel select { border: 1px solid var(--ui-line); border-radius: 8px; background: var(--ui-bg); color: inherit; padding: 5px 8px; font: inherit; }
  .panel .wide { width: auto; max-width: 100%; min-height: 34px; text-align: center; overflow-wrap: anywhere; }
`;
