/** Who plays: names on both sides of the board, with clocks as they were at the moment; and the badge. */
import { shownAt } from '@kifu/client/playback';
import { formatClock, type Seat } from '@kifu/core';
import { shownMs } from '@kifu/record/match-state';
import { html, nothing, type TemplateResult } from 'lit';
import type { OpenedRecord, Picture } from '../engine/types.ts';
import type { CheckedRecord } from '../engine/verdict.ts';
import { momentNow, seatsAround, type ViewerState } from '../state.ts';
import type { Context } from './context.ts';
import { type IconName, icon } from './icons.ts';

/** What the player of a seat is called: a name, or where none is known the word for the seat. */
export const nameOf = ({ header, seatNames }: OpenedRecord, seat: Seat): string =>
  header.players.find(player => player.seat === seat)?.name || (seatNames[seat] ?? `seat ${seat}`);

/** The players who sit at the far side of the board, or at the near side. */
export function strip(context: Context, side: 'far' | 'near'): TemplateResult {
  const around = seatsAround(context.state);
  const half = Math.ceil(around.length / 2);
  // around the table: the near one first, its neighbour last
  const near = [around[0], ...around.slice(around.length - (half - 1))].slice(0, half);
  const seats = side === 'near' ? near : around.filter(seat => !near.includes(seat));
  return html`<ul class="strip ${side}" aria-label=${side === 'near' ? 'Players, near' : 'Players, far'}>
    ${seats.map(seat => (seat === undefined ? nothing : player(context, seat)))}
  </ul>`;
}

function player({ state, record, picture }: Context, seat: Seat): TemplateResult {
  const { outcome, active } = picture;
  const left = timeLeft(state, picture, seat);
  const isWinner = outcome?.result === 'win' && outcome.winners.includes(seat);
  const isNext = !record.isFree && outcome === null && active.includes(seat);
  const name = nameOf(record, seat);
  const role = record.roles[seat] ?? '';
  return html`<li class=${isNext ? 'next' : ''}>
    ${seatDot(record, seat)}
    <span class="name" dir="auto" title=${name}>${name}</span>
    ${role === name ? nothing : html`<span class="soft role">${role}</span>`}
    ${isNext ? html`<span class="visually-hidden">to move</span>` : nothing}
    ${isWinner ? html`<span class="won">won</span>` : nothing}
    ${
      left === null
        ? nothing
        : html`<span class="clock ${left < LOW_MS ? 'low' : ''}"><span class="visually-hidden">clock</span>${formatClock(left)}</span>`
    }
  </li>`;
}

/** What the clock of a seat shows: as it was after the entry, and running on from there; null where there is none. */
function timeLeft(state: ViewerState, { n, clockwork }: Picture, seat: Seat): number | null {
  if (clockwork === null) return null;
  const { clocks, ms } = clockwork;
  const isSame = shownAt(state.playback, state.times) === n; // else the picture is not there yet
  const now = isSame ? (momentNow(state) ?? ms) : ms;
  return shownMs(clocks, seat, Math.max(ms, now));
}

/** Below this a clock is shown as low. */
const LOW_MS = 30_000;

/** The colour of a seat, where it is called by one; but for white and black its first letter too, for colours look alike to some. */
export function seatDot({ seatNames }: OpenedRecord, seat: Seat): TemplateResult {
  const name = seatNames[seat] ?? '';
  const letter = name === 'white' || name === 'black' ? nothing : name.slice(0, 1);
  return html`<span class="seat" data-name=${name} data-letter=${letter}></span>`;
}

const BADGES: {
  readonly [verdict in CheckedRecord['verdict']]: readonly [icon: IconName, words: string];
} = {
  verified: ['check', 'verified'],
  refereed: ['check', 'refereed'],
  partial: ['dash', 'partially verified'],
  unsigned: ['dash', 'unsigned'],
  sealed: ['eye', 'sealed'],
  unknown: ['dash', 'unknown'],
  broken: ['cross', 'broken'],
};

/** What was found out about the record, in a word. It opens the proof. */
export function badge({ state, run }: Context): TemplateResult {
  const { checked, panel } = state;
  const isDone = checked?.isDone === true;
  const [name, words] = isDone ? BADGES[checked.verdict] : (['wait', 'checking'] as const);
  const isPlaced = isDone && checked.verdict === 'broken' && !checked.areCommitsBroken;
  const said = isPlaced ? `broken at ${checked.good + 1}` : words;
  return html`<button
    type="button"
    class="badge ${isDone ? checked.verdict : 'checking'}"
    aria-expanded=${panel === 'proof'}
    title="What is proven, and what is not (v)"
    @click=${() => run({ do: 'proof' })}
  >
    ${icon(name)}<span>${said}</span>
  </button>`;
}
