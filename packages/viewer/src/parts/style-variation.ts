/** How variations look: in the list of moves, and the badge that leads back. Loaded with the first variation. */
import { css } from 'lit';

export const variationStyle = css`
  .badge.variation { color: var(--ui-accent); }
  .moves li.variation { grid-column: 1 / -1 !important; flex-basis: 100%; display: block !important; margin: 1px 0 4px 8px; padding-left: 7px; border-left: 3px solid var(--ui-line); font-size: 14px; }
  .variation .line .line::before { content: '('; color: var(--ui-soft); }
  .variation .line .line::after { content: ')'; color: var(--ui-soft); }
  .moves.paired .variation .move { width: auto; padding: 1px 4px; }
  .moves .variation .move { min-height: 24px; }
  .variation .round { font-size: inherit; padding: 0 0 0 4px; }
  .variation .said { padding: 0 4px; }
`;
