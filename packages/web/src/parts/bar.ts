/** The bar: where the replay stands, what happened where, and how far it has been checked. Seeks while it is dragged. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Checked } from '../engine/check.ts';
import type { BarMark, Score } from '../engine/types.ts';
import { formatTime } from '../model/link.ts';
import type { Times } from '../model/pace.ts';
import type { Loop } from '../model/playback.ts';
import type { Ruler } from '../model/ruler.ts';

/** What the bar shows, and what it asks for. */
export interface BarOptions {
  readonly score: Score;
  readonly times: Times;
  readonly ruler: Ruler;
  readonly ms: number;
  readonly n: number;
  readonly marks: readonly BarMark[];
  readonly checked: Checked | null;
  readonly loop: Loop | null;
  seek(ms: number): void;
  /** Whether somebody drags: sounds are off then, and pieces do not glide. */
  drag(isDragging: boolean): void;
}

/** At most so many bars of thinking time are drawn; of longer matches the longest of each stretch. */
const MOST_BARS = 160;

export function bar(options: BarOptions): TemplateResult {
  const { score, times, ruler, ms, n, marks, checked, loop } = options;
  const at = (moment: number) => `${(100 * ruler.place(moment)).toFixed(3)}%`;
  return html`
    ${graph(score, times, ruler)}
    <div
      class="bar"
      role="slider"
      tabindex="0"
      aria-label="Position in the match"
      aria-valuemin="0"
      aria-valuemax=${score.lines.length}
      aria-valuenow=${n}
      aria-valuetext=${`move ${n} of ${score.lines.length}, ${formatTime(ms)}`}
      @pointerdown=${(event: PointerEvent) => press(event, options)}
    >
      <div class="track"></div>
      ${
        loop === null
          ? nothing
          : html`<div class="loop" style=${`left:${at(times.at[loop.from] ?? 0)};right:calc(100% - ${at(times.at[loop.to + 1] ?? times.endMs)})`}></div>`
      }
      <div class="done" style=${`width:${at(ms)}`}></div>
      ${lane(checked, times, ruler)}
      ${marks.map(
        mark =>
          html`<span
            class="mark"
            data-kind=${mark.kind}
            style=${`left:${at(times.at[mark.n] ?? 0)}`}
            title=${`${mark.n}: ${mark.label}`}
          ></span>`,
      )}
      <div class="thumb" style=${`left:${at(ms)}`}></div>
    </div>
  `;
}

/** How far the record has been checked: green where all is well, red from where it is not. */
function lane(checked: Checked | null, times: Times, ruler: Ruler): TemplateResult {
  if (checked === null) return html`<div class="lane checking"></div>`;
  const { fault, good, entries, isDone } = checked;
  const state = fault !== null ? 'broken' : isDone ? 'good' : 'checking';
  const share = fault === null ? 1 : ruler.place(times.at[good] ?? times.endMs);
  const width = entries === 0 ? 1 : share;
  return html`<div class="lane ${state}">
    <i style=${`width:${(100 * width).toFixed(2)}%`}></i>
  </div>`;
}

/** How long each entry took, and what the position was worth: both behind the bar, and only where the record tells. */
function graph(
  { lines, worth }: Score,
  times: Times,
  ruler: Ruler,
): TemplateResult | typeof nothing {
  const spent = lines.map(({ ms }, i) => (ms === null ? 0 : ms - (lines[i - 1]?.ms ?? 0)));
  const longest = Math.max(0, ...spent);
  if (longest === 0 && worth === null) return nothing;
  const stride = Math.max(1, Math.ceil(lines.length / MOST_BARS));
  const bars: TemplateResult[] = [];
  for (let i = 0; longest > 0 && i < spent.length; i += stride) {
    const height = Math.max(...spent.slice(i, i + stride)) / longest;
    if (height > 0)
      bars.push(
        html`<i
          class="think"
          style=${`left:${(100 * ruler.place(times.at[i + 1] ?? 0)).toFixed(2)}%;height:${(100 * height).toFixed(1)}%`}
        ></i>`,
      );
  }
  return html`<div class="graph" aria-hidden="true">${bars}${worth === null ? nothing : curve(worth, times, ruler)}</div>`;
}

const curve = (worth: readonly number[], times: Times, ruler: Ruler): TemplateResult => {
  const points = worth.map(
    (value, n) =>
      `${(1000 * ruler.place(times.at[n] ?? times.endMs)).toFixed(1)},${(50 - value / 20).toFixed(1)}`,
  );
  return html`<svg class="curve" viewBox="0 0 1000 100" preserveAspectRatio="none">
    <path class="zero" d="M0 50H1000"></path>
    <polyline points=${points.join(' ')}></polyline>
  </svg>`;
};

/** A press seeks, and so does every movement until it is let go. */
function press(event: PointerEvent, { ruler, seek, drag }: BarOptions): void {
  if (event.button !== 0) return;
  const element = event.currentTarget as HTMLElement;
  const move = ({ clientX }: PointerEvent) => {
    const { left, width } = element.getBoundingClientRect();
    seek(ruler.momentAt((clientX - left) / Math.max(1, width)));
  };
  const stop = () => {
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', stop);
    element.removeEventListener('pointercancel', stop);
    drag(false);
  };
  element.setPointerCapture(event.pointerId);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', stop);
  element.addEventListener('pointercancel', stop);
  drag(true);
  move(event);
}
