/** Above the timeline: time per entry, and evaluations of positions, where the record has them. */
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import type { Ruler } from '../model/ruler.ts';
import type { Context } from './context.ts';
import { nameOf } from './players.ts';

/** Most bars of thinking time; longer matches show the longest of each range. */
const MOST_BARS = 160;

export function graph(
  { record, state }: Context,
  ruler: Ruler,
  press: (event: PointerEvent) => void,
): TemplateResult | typeof nothing {
  const { lines, worth } = record;
  const { timeline: t } = state.texts.viewer;
  const bars = state.times.isExact ? '' : thinkBars(lines, state.times.at, ruler);
  if (bars === '' && worth === null) return nothing;
  return html`<div class="graph" aria-hidden="true" @pointerdown=${press}>
    <svg viewBox="0 0 1000 100" preserveAspectRatio="none">
      ${worth === null ? nothing : curve(worth, state.times, ruler)}
      <path class="think" d=${bars}></path>
    </svg>
    <span class="legend soft">
      ${bars === '' ? nothing : html`<span class="key bars">${t.time}</span>`}
      ${worth === null ? nothing : html`<span class="key line">${t.better(nameOf(record, record.seats[0] ?? 0))}</span>`}
    </span>
  </div>`;
}

/** Times of entries as vertical lines: one path, since all of them move with each entry of a live match. */
function thinkBars(lines: Context['record']['lines'], at: readonly number[], ruler: Ruler): string {
  const stride = Math.max(1, Math.ceil(lines.length / MOST_BARS));
  const spent: number[] = [];
  let before = 0;
  for (let i = 0; i < lines.length; i++) {
    const { ms } = lines[i]!;
    const bar = Math.floor(i / stride);
    spent[bar] = Math.max(spent[bar] ?? 0, ms === null ? 0 : ms - before);
    before = ms ?? 0;
  }
  const longest = Math.max(0, ...spent);
  return spent
    .map((ms, bar) => {
      const left = 1000 * ruler.place(at[bar * stride + 1] ?? 0);
      return ms > 0 ? `M${left.toFixed(1)} 100V${(100 - (100 * ms) / longest).toFixed(1)}` : '';
    })
    .join('');
}

/** Evaluations for the first seat: above the middle line it is better. */
function curve(
  worth: readonly number[],
  { at, endMs }: Context['state']['times'],
  ruler: Ruler,
): SVGTemplateResult {
  const points = worth.map((value, n) => {
    const x = 1000 * ruler.place(at[n] ?? endMs);
    return `${x.toFixed(1)} ${(50 - value / 20).toFixed(1)}`;
  });
  const line = `M${points.join('L')}`;
  return svg`<path class="area" d=${`${line}V50H0Z`}></path>
    <path class="zero" d="M0 50H1000"></path>
    <path class="line" d=${line}></path>`;
}
