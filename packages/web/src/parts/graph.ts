/** Over the bar: how long each entry took, and what the position was worth; each only where the record tells. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Ruler } from '../model/ruler.ts';
import type { Context } from './context.ts';

/** At most so many bars of thinking time are drawn; of longer matches the longest of each stretch. */
const MOST_BARS = 160;

export function graph(
  { record, state }: Context,
  ruler: Ruler,
  press: (event: PointerEvent) => void,
): TemplateResult | typeof nothing {
  const { lines, worth } = record;
  const bars = state.times.isExact ? [] : thinkBars(lines, state.times.at, ruler);
  if (bars.length === 0 && worth === null) return nothing;
  return html`<div class="graph" aria-hidden="true" @pointerdown=${press}>
    ${worth === null ? nothing : curve(worth, state.times, ruler)}${bars}
  </div>`;
}

function thinkBars(
  lines: Context['record']['lines'],
  at: readonly number[],
  ruler: Ruler,
): TemplateResult[] {
  const spent = lines.map(({ ms }, i) => (ms === null ? 0 : ms - (lines[i - 1]?.ms ?? 0)));
  const longest = spent.reduce((most, ms) => Math.max(most, ms), 0);
  if (longest === 0) return [];
  const stride = Math.max(1, Math.ceil(lines.length / MOST_BARS));
  const bars: TemplateResult[] = [];
  for (let i = 0; i < spent.length; i += stride) {
    const height = Math.max(...spent.slice(i, i + stride)) / longest;
    const [left, top] = [100 * ruler.place(at[i + 1] ?? 0), 100 * height];
    if (height > 0)
      bars.push(
        html`<i class="think" style=${`left:${left.toFixed(2)}%;height:${top.toFixed(1)}%`}></i>`,
      );
  }
  return bars;
}

/** What the first seat's position is worth: over the middle line it stands better. */
function curve(
  worth: readonly number[],
  { at, endMs }: Context['state']['times'],
  ruler: Ruler,
): TemplateResult {
  const points = worth.map((value, n) => {
    const x = 1000 * ruler.place(at[n] ?? endMs);
    return `${x.toFixed(1)} ${(50 - value / 20).toFixed(1)}`;
  });
  const line = `M${points.join('L')}`;
  return html`<svg class="curve" viewBox="0 0 1000 100" preserveAspectRatio="none">
    <path class="area" d=${`${line}V50H0Z`}></path>
    <path class="zero" d="M0 50H1000"></path>
    <path class="line" d=${line}></path>
  </svg>`;
}
