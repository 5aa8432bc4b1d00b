/** Points beside the board while a match is played, and what players achieved once it is over. */
import type { Kit } from '@kifu/core';
import type { Match } from '@kifu/record/match';
import { html, nothing, type TemplateResult } from 'lit';
import { text } from '../site/texts.ts';
import type { MatchStep } from './course.ts';
import { nameOf } from './players.ts';

/** Points by seat after a step, in games in which they grow; of a hidden state there is no table. */
export function scoreTable(
  kit: Kit,
  { replay }: Match,
  state: unknown,
): TemplateResult | typeof nothing {
  if (kit.scores === undefined || state === null) return nothing;
  const seats = replay?.header?.players.map(({ seat }) => seat) ?? [];
  const rows = kit.scores(state);
  return html`<table class="scores" aria-label=${text.play.scores}>
    <tr>
      <td></td>
      ${seats.map(seat => html`<th scope="col"><span class="seat" data-name=${kit.seatNames[seat] ?? ''}></span> ${kit.texts.seats[seat] ?? ''}</th>`)}
    </tr>
    ${rows.map(
      ({ label, points, isTotal }) => html`<tr class=${isTotal ? 'total' : ''}>
        <th scope="row">${label}</th>
        ${seats.map(seat => html`<td class="num">${points[seat] ?? ''}</td>`)}
      </tr>`,
    )}
  </table>`;
}

/** What each player achieved in a match, in games that count it. */
export function achievementList(
  kit: Kit,
  match: Match,
  steps: readonly MatchStep[],
): TemplateResult | typeof nothing {
  if (kit.achievements === undefined) return nothing;
  const events = steps.flatMap(step => step.events);
  const rows = (match.replay?.header?.players ?? []).map(({ seat }) => ({
    name: nameOf(match, seat),
    won: kit.achievements!(events, seat),
  }));
  if (rows.every(({ won }) => won.length === 0)) return nothing;
  return html`<section class="achievements">
    <h2>${text.play.achievements}</h2>
    ${rows.map(
      ({ name, won }) =>
        html`<p><b>${name}</b> ${won.map(({ title, points }) => html`<span class="badge good">${title} · ${points}</span> `)}</p>`,
    )}
  </section>`;
}
