/** Above the list of moves: which match it is, what was found out about it, and what the game tells beside the board. */
import { html, nothing, type TemplateResult } from 'lit';
import type { OpenedRecord } from '../engine/types.ts';
import { variationBadge } from './branches.ts';
import type { Context } from './context.ts';
import { badge, nameOf } from './players.ts';

/** The head of the side. */
export function head(context: Context): TemplateResult {
  const { record, picture } = context;
  const facts = (picture.scene.facts ?? []).filter(({ isAboutText = false }) => !isAboutText);
  const about = aboutMatch(record);
  return html`<div class="head">
      <div class="title">
        <b>${record.title}</b>
        ${about === '' ? nothing : html`<span class="soft" title=${about}>${about}</span>`}
      </div>
      ${context.state.main === null ? badge(context) : variationBadge(context)}
    </div>
    ${
      facts.length === 0
        ? nothing
        : html`<dl class="facts ${record.isFree ? 'free' : ''}">
            ${facts.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
          </dl>`
    }`;
}

/** The match in a line, for people who listen. */
export const matchTitle = (record: OpenedRecord): string =>
  `${record.title}: ${record.seats.map(seat => nameOf(record, seat)).join(' – ')}`;

function aboutMatch({ header }: OpenedRecord): string {
  const { tags, startedAt } = header;
  const event = tags.Event ?? tags.EV ?? tags.event ?? '';
  const day = startedAt?.slice(0, 10) ?? tags.Date?.replaceAll('.', '-') ?? '';
  return [event.replaceAll('?', ''), day.replaceAll('?', '').replace(/-+$/, '')]
    .filter(text => text.trim() !== '')
    .join(' · ');
}
