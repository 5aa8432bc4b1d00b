/** How sharing and notes look. */
import { css } from 'lit';

export const shareNotesStyle = css`
  .panel .copy { display: grid; gap: 2px; margin: 6px 0; }
  .panel .copy .row { flex-wrap: nowrap; margin: 0; }
  .panel .copy input { flex: 1 1 0; min-width: 0; font-size: 13px; }
  .panel textarea { width: 100%; resize: vertical; display: block; }
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
`;
