/** Who plays, with clocks as they were at the moment, and the badge. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Checked } from '../engine/check.ts';
import type { Picture, Score } from '../engine/types.ts';
import { formatClock } from '../model/link.ts';
import { type IconName, icon } from './icons.ts';

/** The names of the players; the one who moved last is told apart by more than colour. */
export function players(
  { header, seatNames }: Score,
  { clocks, outcome }: Picture,
): TemplateResult {
  return html`<ul class="players" aria-label="Players">
    ${header.players.map(({ seat, name }) => {
      const clock = clocks?.find(shown => shown.seat === seat);
      const isWinner = outcome?.result === 'win' && outcome.winners.includes(seat);
      return html`<li>
        <span class="seat" data-seat=${seat}></span>
        <span class="name">${name === '' ? (seatNames[seat] ?? `seat ${seat}`) : name}</span>
        <span class="soft role">${name === '' ? '' : (seatNames[seat] ?? '')}</span>
        ${isWinner ? html`<span class="won">won</span>` : nothing}
        ${clock === undefined ? nothing : html`<span class="clock ${clock.ms < 10_000 ? 'low' : ''}">${formatClock(clock.ms)}</span>`}
      </li>`;
    })}
  </ul>`;
}

const BADGES: {
  readonly [verdict in Checked['verdict']]: readonly [icon: IconName, words: string];
} = {
  verified: ['check', 'verified'],
  unsigned: ['dash', 'unsigned'],
  sealed: ['eye', 'sealed'],
  broken: ['cross', 'broken'],
};

/** What was found out about the record, in a word. It opens the proof. */
export function badge(checked: Checked | null, isOpen: boolean, open: () => void): TemplateResult {
  const [name, words] =
    checked === null ? (['wait', 'checking'] as const) : BADGES[checked.verdict];
  const state = checked === null || !checked.isDone ? 'checking' : checked.verdict;
  const said =
    state === 'checking'
      ? 'checking'
      : state === 'broken'
        ? `broken at ${checked!.good + 1}`
        : words;
  return html`<button type="button" class="badge ${state}" aria-expanded=${isOpen} @click=${open}>
    ${icon(state === 'checking' ? 'wait' : name)}<span>${said}</span>
  </button>`;
}
