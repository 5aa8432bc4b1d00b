/** What is shown instead of a match: none loaded, one that has not started, or a fault. Loaded when it is needed. */
import { capital, type Fault, formatLocation } from '@kifu/core';
import type { ViewerPanelTexts } from '@kifu/texts/en/viewer-panels';
import { html, nothing, type TemplateResult } from 'lit';

import { faultText } from '../describe-fault.ts';
import type { PageTexts } from '../page-texts.ts';
import { panelTexts } from './panel-texts.ts';

export { emptyStyle } from './style-empty.ts';

/** Asks for a record. */
export const empty = (choose: (file: File) => void, texts: PageTexts): TemplateResult => {
  const { empty: t } = panelTexts(texts);
  return html`<div class="state">
  <h2>${t.title}</h2>
  <p>${t.help}</p>
  ${chooseFile(t.choose, choose)}
</div>`;
};

const chooseFile = (label: string, choose: (file: File) => void): TemplateResult =>
  html`<label class="file">
    <span>${label}</span>
    <input
      type="file"
      @change=${({ target }: Event) => {
        const [file] = (target as HTMLInputElement).files ?? [];
        if (file !== undefined) choose(file);
      }}
    />
  </label>`;

/** Says that a match has not started yet, with the players so far. */
export const waiting = (seats: readonly (string | null)[], texts: PageTexts): TemplateResult => {
  const { empty: t } = panelTexts(texts);
  return html`<div class="state" aria-busy="true">
  <h2>${t.waiting}</h2>
  <p>${t.waitingHelp}</p>
  <p class="soft">${seats.map(name => name ?? t.openSeat).join(' · ')}</p>
</div>`;
};

/** Says why there is no match to see, and what to do. */
export function failed(
  fault: Fault,
  again: (() => void) | null,
  choose: (file: File) => void,
  texts: PageTexts,
): TemplateResult {
  const { empty: t, faults } = panelTexts(texts);
  const [title, advice] = faults[titleOf(fault)];
  const place = fault.at?.line === undefined ? '' : ` (${formatLocation(fault.at)})`;
  return html`<div class="state" role="alert" data-fault=${fault.code}>
    <h2>${title}</h2>
    <p>${texts.loaded === null ? `${capital(fault.message)}${place}.` : `${faultText(fault, texts)}${place}`}</p>
    ${advice === '' ? nothing : html`<p class="soft">${advice}</p>`}
    ${again === null ? nothing : html`<button type="button" class="wide" data-do="again" @click=${again}>${t.again}</button>`}
    ${chooseFile(t.chooseOther, choose)}
  </div>`;
}

/** Which title a fault has. */
function titleOf(fault: Fault): keyof ViewerPanelTexts['faults'] {
  if (isSealed(fault)) return 'sealed';
  const { code } = fault;
  return code === 'unreachable' ||
    code === 'unknown-game' ||
    code === 'not-found' ||
    code === 'too-large'
    ? code
    : 'other';
}

/** Whether a record cannot be shown only because its hands are hidden. */
const isSealed = ({ code, rule }: Fault): boolean => code === 'unsupported' && rule === 'sealed';
