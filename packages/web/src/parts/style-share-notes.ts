/** How sharing, notes and variations look. */
import { css } from 'lit';

export const shareNotesStyle = css`
  .panel .row { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; margin: 4px 0; }
  .panel .copy { display: grid; gap: 2px; margin: 6px 0; }
  .panel .copy .row { flex-wrap: nowrap; margin: 0; }
  .panel .copy input { flex: 1 1 0; min-width: 0; font-size: 13px; }
  .panel input[type='text'], .panel input:not([type]), .panel textarea, .panel select { border: 1px solid var(--ui-line); border-radius: 8px; background: var(--ui-bg); color: inherit; padding: 5px 8px; font: inherit; }
  .panel textarea { width: 100%; resize: vertical; display: block; }
  .panel .wide { width: auto; max-width: 100%; min-height: 34px; text-align: center; overflow-wrap: anywhere; }
  .panel .wide.done { color: var(--ui-good); }
  .panel .link { border: 0; background: none; padding: 2px 4px; text-decoration: underline; }
  .qr summary { cursor: pointer; padding: 4px 0; }
  .qr svg { width: min(100%, 240px); display: block; border-radius: 8px; }
  .note { display: grid; gap: 4px; }
  .note label { display: inline-grid; grid-auto-flow: row; gap: 2px; }
  .note .row label { display: inline-flex; align-items: center; gap: 5px; }
  .note input[type='checkbox'], .layers input { accent-color: var(--ui-accent); width: 16px; height: 16px; margin: 0; flex: none; }
  .layers { border: 0; margin: 8px 0; padding: 0; display: grid; gap: 4px; }
  .layers legend { font-weight: 600; padding: 0; font-size: 14px; }
  .layers label { display: flex; gap: 8px; align-items: baseline; }
  .layers .status, .notes .status { font-size: 13px; }
  .layers .status { color: var(--ui-soft); }
  .layers .signed .status { color: var(--ui-good); }
  .layers .broken .status, .notes .broken .status { color: var(--ui-bad); }
  .notes p { margin: 2px 0 2px 7px; overflow-wrap: anywhere; white-space: pre-line; }
  .shapes { pointer-events: none; }
  .badge.variation { color: var(--ui-accent); }
  .moves li.variation { grid-column: 1 / -1 !important; flex-basis: 100%; display: block !important; margin: 1px 0 4px 8px; padding-left: 7px; border-left: 3px solid var(--ui-line); font-size: 14px; }
  .variation .line .line::before { content: '('; color: var(--ui-soft); }
  .variation .line .line::after { content: ')'; color: var(--ui-soft); }
  .moves.paired .variation .move { width: auto; padding: 1px 4px; }
  .variation .said { padding: 0 4px; }
`;
