/** A rating week by week: a line, and around it how sure it is. */
import { type SVGTemplateResult, svg } from 'lit';

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
  const y = (rating: number) =>
    HEIGHT - MARGIN - ((rating - low) / (high - low)) * (HEIGHT - 2 * MARGIN);
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

/** The plot; words tell the same. */
export function ratingPlot(history: readonly RatedWeek[], words: string): SVGTemplateResult {
  const { line, band } = plotOf(history);
  return svg`<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${words} preserveAspectRatio="none">
    <path class="band" d=${band} /><path class="curve" d=${line} />
  </svg>`;
}
