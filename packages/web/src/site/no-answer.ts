/** What a page shows in place of a list that the server did not give. */
import { html, type TemplateResult } from 'lit';
import { icon } from './icons.ts';
import { text } from './texts.ts';

/** Says that the server does not answer and what works without it, and asks again on request. */
export const noAnswer = (retry: () => void): TemplateResult => html`
  <div class="notice warn no-answer" role="status">
    <p class="grow"><b>${text.site.noAnswer}</b> ${text.site.withoutIt}</p>
    <button class="btn slim" type="button" @click=${retry}>${icon('again')}${text.site.retry}</button>
  </div>
`;
