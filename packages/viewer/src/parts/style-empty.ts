/** How a viewer without a match looks, loaded there. */
import { css } from 'lit';

export const emptyStyle = css`
  .state h2 { font-size: 20px; margin: 0; }
  .file { border: 1px dashed var(--ui-soft); border-radius: 10px; padding: 12px 20px; display: inline-block; font-weight: 600; }
  .file:focus-within { outline: 2px solid var(--ui-accent); outline-offset: 1px; }
  .file input { position: absolute; opacity: 0; width: 1px; height: 1px; }
`;
