/** The end of the moves where a record can be read no further: where, and why. Loaded with the first such record. */
import { type Fault, formatLocation } from '@kifu/core';
import { html, type TemplateResult } from 'lit';
import { faultText } from '../describe-fault.ts';
import type { OpenedRecord } from '../engine/types.ts';
import type { PageTexts } from '../page-texts.ts';
import { panelTexts } from './panel-texts.ts';

/** Says why the record ends; in English as the fault says it, which is more exact. */
export function brokenEnd(
  { entries, lines }: Pick<OpenedRecord, 'entries' | 'lines'>,
  fault: Fault,
  texts: PageTexts,
): TemplateResult {
  const { broken: t } = panelTexts(texts);
  const { message, at } = fault;
  const why =
    texts.loaded === null
      ? message.replace(/^entry \d+( of \d+)?: /, '')
      : faultText(fault, texts).replace(/[.。]$/, '');
  const place = at?.line === undefined ? '' : ` (${formatLocation(at)})`;
  const isThere = entries > lines.length;
  const text = isThere ? t.invalid(lines.length + 1, entries, why) : t.unreadable(why);
  return html`<li class="outcome bad">${text}${place}</li>`;
}
