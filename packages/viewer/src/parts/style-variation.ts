/** How fields of panels and variations look. */
import { css } from 'lit';

export const variationStyle = css`
  .panel .row { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; margin: 4px 0; }
  .panel input[type='text'], .panel input:not([type]), .panel textarea, .panel select { border: 1px solid var(--ui-line); border-radius: 8px; background: var(--ui-bg); color: inherit; padding: 5px 8px; font: inherit; }
  .panel .wide { width: auto; max-width: 100%; min-height: 34px; text-align: center; overflow-wrap: anywhere; }
  .shapes { pointer-events: none; }
  .badge.variation { color: var(--ui-accent); }
  .moves li.variation { grid-column: 1 / -1 !important; flex-basis: 100%; display: block !important; margin: 1px 0 4px 8px; padding-left: 7px; border-left: 3px solid var(--ui-line); font-size: 14px; }
  .variation .line .line::before { content: '('; color: var(--ui-soft); }
  .variation .line .line::after { content: ')'; color: var(--ui-soft); }
  .moves.paired .variation .move { width: auto; padding: 1px 4px; }
  .variation .round { font-size: inherit; padding: 0 0 0 4px; }
  .variation .said { padding: 0 4px; }
`;
