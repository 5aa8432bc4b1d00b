/** A rating week by week: a line, and around it how sure it is. */
import { html, type TemplateResult } from 'lit';

/** A rating at the end of a week in which the player played. */
export interface RatedWeek {
  /** The day on which it begins. */
  readonly week: string;
  readonly rating: number;
  readonly deviation: number;
}

const [WIDTH, HEIGHT, MARGIN] = [600, 160, 8];
/** Smallest range of a plot, so that a few points do not look like a mountain. */
const LEAST_SPAN = 200;
const WEEK_MS = 604_800_000;

/** Points of a plot, from left to right in proportion to time. */
export function plotOf(history: readonly RatedWeek[]): {
  readonly line: string;
  readonly band: string;
  readonly low: number;
  readonly high: number;
} {
  const low = Math.min(...history.map(({ rating, deviation }) => rating - deviation));
  const top = Math.max(...history.map(({ rating, deviation }) => rating + deviation));
  const high = Math.max(top, low + LEAST_SPAN);
  const times = history.map(({ week }) => Date.parse(week));
  // of one week there is no way to go: it is drawn as long as the plot
  const spanMs = Math.max(WEEK_MS, times.at(-1)! - times[0]!);
  const points = history.length === 1 ? [history[0]!, history[0]!] : history;
  const x = (i: number) =>
    MARGIN + (history.length === 1 ? i : (times[i]! - times[0]!) / spanMs) * (WIDTH - 2 * MARGIN);
  const y = (rating: number) => heightOf(rating, low, high);
  const at = (i: number, rating: number) => `${x(i).toFixed(1)} ${y(rating).toFixed(1)}`;
  const upper = points.map(({ rating, deviation }, i) => at(i, rating + deviation));
  const lower = points.map(({ rating, deviation }, i) => at(i, rating - deviation));
  return {
    line: `M${points.map(({ rating }, i) => at(i, rating)).join('L')}`,
    band: `M${[...upper, ...lower.toReversed()].join('L')}Z`,
    low: Math.round(low),
    high: Math.round(high),
  };
}

/** How far below the top a rating lies. */
const heightOf = (rating: number, low: number, high: number): number =>
  HEIGHT - MARGIN - ((rating - low) / (high - low)) * (HEIGHT - 2 * MARGIN);

/** Distances between grid lines, of which the smallest is taken that gives at most five. */
const STEPS = [25, 50, 100, 200, 250, 500, 1000];
const MOST_LINES = 5;

/** Ratings at which a plot has grid lines, the lowest first. */
export function gridOf(low: number, high: number): readonly number[] {
  const step = STEPS.find(one => (high - low) / one <= MOST_LINES) ?? STEPS.at(-1)!;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, i) => first + i * step);
}

/** The plot with its labels; words tell the same. */
export function ratingPlot(history: readonly RatedWeek[], words: string): TemplateResult {
  const { line, band, low, high } = plotOf(history);
  const grid = gridOf(low, high).map(rating => ({ rating, y: heightOf(rating, low, high) }));
  const days = [...new Set([history.at(0)!, history.at(-1)!].map(({ week }) => week))];
  const day = new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
    ...{ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
  });
  return html`<div class="plot-box">
    <svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${words} preserveAspectRatio="none">
      <path class="grid" d=${grid.map(({ y }) => `M0 ${y.toFixed(1)}H${WIDTH}`).join('')} />
      <path class="band" d=${band} /><path class="curve" d=${line} />
    </svg>
    <div class="plot-ratings num" aria-hidden="true">${grid.map(({ rating, y }) => html`<span .style=${`inset-block-start:${((100 * y) / HEIGHT).toFixed(1)}%`}>${rating}</span>`)}</div>
    <div class="plot-days" aria-hidden="true">${days.map(week => html`<span>${day.format(new Date(week))}</span>`)}</div>
  </div>`;
}
