/** The timeline: the position of the replay, markers, and how much has been verified. Seeks while it is dragged. */
import { countAt, momentOfMark, type Times } from '@kifu/client/playback';
import { formatTime } from '@kifu/core';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { BarMark } from '../engine/types.ts';
import type { CheckedRecord } from '../engine/verdict.ts';
import { moveName } from '../model/rounds.ts';
import { type Ruler, rulerOf } from '../model/ruler.ts';
import { shownMarks } from '../state.ts';
import type { Context } from './context.ts';
import { graph } from './graph.ts';

export function bar(context: Context): TemplateResult {
  const { state, record, picture } = context;
  const { times, playback } = state;
  const { timeline: t, moves } = state.texts.viewer;
  const { ms, loop } = playback;
  const ruler = rulerFor(context);
  const at = (moment: number) => percent(ruler.place(moment));
  const press = (event: PointerEvent) => drag(event, context, ruler);
  const right = loop === null ? 0 : (times.at[loop.to + 1] ?? times.endMs);
  return html`
    ${guard([record, times, ruler.kind, state.texts], () => graph(context, ruler, press))}
    <div
      class="bar"
      role="slider"
      tabindex="0"
      aria-label=${t.label}
      aria-valuemin="0"
      aria-valuemax=${record.lines.length}
      aria-valuenow=${picture.n}
      aria-valuetext=${t.at(moveName(record, picture.n, moves.start), picture.n, record.lines.length, formatTime(shownTime(context)))}
      @pointerdown=${press}
      @pointermove=${(event: PointerEvent) => void peek(event, context, ruler)}
    >
      <div class="track"></div>
      ${
        loop === null
          ? nothing
          : html`<div class="loop" .style=${`left:${at(times.at[loop.from] ?? 0)};right:calc(100% - ${at(right)})`}></div>`
      }
      <div class="done" .style=${`width:${at(ms)}`}></div>
      ${state.main === null ? lane(state.checked, record.lines.length, record.entries, times, ruler) : nothing}
      ${guard([record, times, ruler.kind, state.hidden, state.notes, state.chat, state.texts], () =>
        shownMarks(state).map(mark => tick(mark, at(momentOfMark(mark, times)))),
      )}
      <div class="thumb" .style=${`left:${at(ms)}`}></div>
      <output class="peek" aria-hidden="true"></output>
    </div>
  `;
}

/** Names the move under the pointer; loaded when the pointer first moves. */
async function peek({ currentTarget, clientX }: PointerEvent, context: Context, ruler: Ruler) {
  const { peekAt } = await import('./peek.ts');
  peekAt(currentTarget as HTMLElement, clientX, context, ruler);
}

/** The scale of the timeline: games without turns always use the clock. */
const rulerFor = ({ state }: Context): Ruler =>
  rulerOf(state.times.isExact ? 'clock' : state.ruler, state.times);

/** Time by the clock of the match, where it has one; else of the replay. */
export const shownTime = ({ state, record, picture }: Context): number =>
  state.times.isExact
    ? state.playback.ms
    : (record.lines[picture.n - 1]?.ms ?? (picture.n === 0 ? 0 : state.playback.ms));

const percent = (share: number): string => `${(100 * share).toFixed(3)}%`;

const tick = ({ n, kind, label }: BarMark, left: string): TemplateResult =>
  html`<span class="mark" data-kind=${kind} .style=${`left:${left}`} title=${`${n}: ${label}`}></span>`;

/** How far the record has been checked: filled as it goes; red from where something is wrong. */
function lane(
  checked: CheckedRecord | null,
  length: number,
  entries: number,
  times: Times,
  ruler: Ruler,
): TemplateResult {
  if (checked === null) return html`<div class="lane checking"></div>`;
  const { fault, good, until, isDone } = checked;
  const state = fault !== null ? 'broken' : isDone ? checked.verdict : 'checking';
  const reached = fault !== null ? good : isDone ? length : until;
  // what cannot be played has no place on the bar: then the last sliver of it is red
  const isCut = fault !== null && entries > length;
  const share = Math.min(ruler.place(times.at[reached] ?? times.endMs), isCut ? 0.98 : 1);
  const width = length === 0 && fault === null ? 1 : share;
  return html`<div class="lane ${state}"><i .style=${`width:${percent(width)}`}></i></div>`;
}

/** A press seeks, and so does every movement until it is let go; with shift a stretch is chosen to be looped. */
function drag(event: PointerEvent, { player }: Context, ruler: Ruler): void {
  if (event.button !== 0) return;
  const element = event.currentTarget as HTMLElement;
  const momentAt = ({ clientX }: PointerEvent) => {
    const { left, width } = element.getBoundingClientRect();
    return ruler.momentAt((clientX - left) / Math.max(1, width));
  };
  const first = event.shiftKey ? countAt(player.state.times, momentAt(event)) : null;
  const move = (moved: PointerEvent) => {
    const ms = momentAt(moved);
    if (first !== null) {
      const n = countAt(player.state.times, ms);
      const loop = { from: Math.min(first, n), to: Math.max(first, n) };
      player.set({ playback: { ...player.state.playback, loop } });
    }
    player.seek(ms);
  };
  const stop = () => {
    for (const name of ENDS) element.removeEventListener(name, stop);
    element.removeEventListener('pointermove', move);
    player.set({ isDragging: false });
  };
  element.setPointerCapture(event.pointerId);
  element.addEventListener('pointermove', move);
  for (const name of ENDS) element.addEventListener(name, stop);
  player.set({ isDragging: true });
  move(event);
}

const ENDS = ['pointerup', 'pointercancel', 'lostpointercapture'] as const;
