/** How fields of panels look, and that drawings let clicks through. */
import { css } from 'lit';

export const fieldStyle = css`
  .panel .row { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; margin: 4px 0; }
  .panel input[type='text'], .panel input:not([type]), .panel textarea, .panel select { border: 1px solid var(--ui-line); border-radius: 8px; background: var(--ui-bg); color: inherit; padding: 5px 8px; font: inherit; }
  .panel .wide { width: auto; max-width: 100%; min-height: 34px; text-align: center; overflow-wrap: anywhere; }
  .shapes { pointer-events: none; }
`;
