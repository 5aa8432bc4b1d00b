/** Above the moves: the match, its verdict, and the captions of the game. */
import { html, nothing, type TemplateResult } from 'lit';
import type { OpenedRecord } from '../engine/types.ts';
import { variationBadge } from './branches.ts';
import type { Context } from './context.ts';
import { badge, nameOf } from './players.ts';

/** The head of the side panel. */
export function head(context: Context): TemplateResult {
  const { record, picture } = context;
  const facts = (picture.scene.facts ?? []).filter(({ isAboutText = false }) => !isAboutText);
  const { about, place } = record;
  const found = context.state.opening;
  const opening = found?.match === record.match ? found.text : record.opening;
  return html`<div class="head">
      <div class="title">
        <b>${record.title}</b>
        ${about === '' ? nothing : html`<span class="soft" title=${about}>${about}</span>`}
        ${opening === '' ? nothing : html`<span class="soft opening">${opening}</span>`}
      </div>
      ${place === null ? nothing : places(context, place)}
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

/** Which record of a collection is shown, with buttons to the others. */
const places = (
  { run, state }: Context,
  { text, isFirst, isLast }: NonNullable<OpenedRecord['place']>,
) =>
  html`<div class="places">
    <button type="button" aria-label=${state.texts.viewer.games.previous} ?disabled=${isFirst} @click=${() => run({ do: 'record', by: -1 })}>‹</button>
    <span>${text}</span>
    <button type="button" aria-label=${state.texts.viewer.games.next} ?disabled=${isLast} @click=${() => run({ do: 'record', by: 1 })}>›</button>
  </div>`;

/** The match in one line, for screen readers. */
export const matchTitle = (record: OpenedRecord): string =>
  `${record.title}: ${record.seats.map(seat => nameOf(record, seat)).join(' – ')}`;
