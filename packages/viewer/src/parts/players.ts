/** Players: names on both sides of the board, with clocks as they were at the moment; and the badge. */
import { shownAt } from '@kifu/client/playback';
import { formatClock, type Seat } from '@kifu/core';
import { shownMs } from '@kifu/record/match-state';
import { html, nothing, type TemplateResult } from 'lit';
import type { OpenedRecord, Picture } from '../engine/types.ts';
import type { CheckedRecord } from '../engine/verdict.ts';
import { momentNow, seatsAround, type ViewerState } from '../state.ts';
import type { Context } from './context.ts';
import { type IconName, icon } from './icons.ts';

/** Names the player of a seat; without a name, by the seat. */
export const nameOf = ({ header, seatNames }: OpenedRecord, seat: Seat): string =>
  header.players.find(player => player.seat === seat)?.name || (seatNames[seat] ?? `${seat}`);

/** The players at the top of the board, or at the bottom. */
export function strip(context: Context, side: 'far' | 'near'): TemplateResult {
  const around = seatsAround(context.state);
  const { players: t } = context.state.texts.viewer;
  const half = Math.ceil(around.length / 2);
  // around the table: the near one first, its neighbor last
  const near = [around[0], ...around.slice(around.length - (half - 1))].slice(0, half);
  const seats = side === 'near' ? near : around.filter(seat => !near.includes(seat));
  return html`<ul class="strip ${side}" aria-label=${side === 'near' ? t.bottom : t.top}>
    ${seats.map(seat => (seat === undefined ? nothing : player(context, seat)))}
  </ul>`;
}

function player({ state, record, picture }: Context, seat: Seat): TemplateResult {
  const { outcome, active } = picture;
  const { players: t } = state.texts.viewer;
  const left = timeLeft(state, picture, seat);
  const isWinner = outcome?.result === 'win' && outcome.winners.includes(seat);
  const isNext = !record.isFree && outcome === null && active.includes(seat);
  const name = nameOf(record, seat);
  const role = record.roles[seat] ?? '';
  return html`<li class=${isNext ? 'next' : ''}>
    ${seatDot(record, seat)}
    <span class="name" dir="auto" title=${name}>${name}</span>
    ${role === name ? nothing : html`<span class="soft role">${role}</span>`}
    ${isNext ? html`<span class="visually-hidden">${t.toMove}</span>` : nothing}
    ${isWinner ? html`<span class="won">${t.won}</span>` : nothing}
    ${
      left === null
        ? nothing
        : html`<span class="clock ${left < LOW_MS ? 'low' : ''}"><span class="visually-hidden">${t.clock}</span>${formatClock(left)}</span>`
    }
  </li>`;
}

/** What the clock of a seat shows: its time after the entry, running from there; null where there is none. */
function timeLeft(state: ViewerState, { n, clockwork }: Picture, seat: Seat): number | null {
  if (clockwork === null) return null;
  const { clocks, ms } = clockwork;
  const isSame = shownAt(state.playback, state.times) === n; // else the picture is not there yet
  const now = isSame ? (momentNow(state) ?? ms) : ms;
  return shownMs(clocks, seat, Math.max(ms, now));
}

/** Below this a clock is shown as low. */
const LOW_MS = 30_000;

/** The color of a seat, where it is named after one; except for white and black with its first letter, as some cannot tell colors apart. */
export function seatDot({ seatCodes, seatNames }: OpenedRecord, seat: Seat): TemplateResult {
  const name = seatCodes[seat] ?? '';
  const isPlain = name === 'white' || name === 'black';
  const letter = isPlain ? nothing : (seatNames[seat] ?? name).slice(0, 1);
  return html`<span class="seat" data-name=${name} data-letter=${letter}></span>`;
}

const ICONS: { readonly [verdict in CheckedRecord['verdict']]: IconName } = {
  verified: 'check',
  refereed: 'check',
  partial: 'dash',
  unsigned: 'dash',
  sealed: 'eye',
  unknown: 'dash',
  broken: 'cross',
};

/** The verdict on the record. It opens the verification panel. */
export function badge({ state, run }: Context): TemplateResult {
  const { checked, panel, texts } = state;
  const { viewer: t } = texts;
  const labels: { readonly [verdict in CheckedRecord['verdict']]: string } = t.badges;
  const isDone = checked?.isDone === true;
  const name = isDone ? ICONS[checked.verdict] : 'wait';
  const label = isDone ? labels[checked.verdict] : t.verifying;
  const isPlaced = isDone && checked.verdict === 'broken' && !checked.areCommitsBroken;
  const said = isPlaced ? t.brokenAt(checked.good + 1) : label;
  return html`<button
    type="button"
    class="badge ${isDone ? checked.verdict : 'checking'}"
    aria-expanded=${panel === 'proof'}
    title=${t.badgeHelp}
    @click=${() => run({ do: 'proof' })}
  >
    ${icon(name)}<span>${said}</span>
  </button>`;
}
