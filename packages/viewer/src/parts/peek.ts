/** What lies under a pointer over the bar, in words. */
import { countAt } from '@kifu/client/playback';
import { formatTime } from '@kifu/core';
import { moveName } from '../model/rounds.ts';
import type { Ruler } from '../model/ruler.ts';
import type { Context } from './context.ts';

/** Says what lies under the pointer; the page is not drawn anew for it. */
export function peekAt(
  bar: HTMLElement,
  clientX: number,
  { state, record }: Context,
  ruler: Ruler,
): void {
  const { left, width } = bar.getBoundingClientRect();
  const share = Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width)));
  const ms = ruler.momentAt(share);
  const n = countAt(state.times, ms);
  const line = record.lines[n - 1];
  const when = state.times.isExact ? ms : (line?.ms ?? null);
  const words = bar.querySelector<HTMLElement>('.peek')!;
  words.textContent = `${moveName(record, n)}${when === null ? '' : ` · ${formatTime(when)}`}`;
  words.style.left = `${100 * share}%`;
}
