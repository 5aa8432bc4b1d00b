/** The move under a pointer over the timeline. */
import { countAt } from '@kifu/client/playback';
import { formatTime } from '@kifu/core';
import { moveName } from '../model/rounds.ts';
import type { Ruler } from '../model/ruler.ts';
import type { Context } from './context.ts';

/** Shows the move under the pointer, without rendering the page again. */
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
  const label = bar.querySelector<HTMLElement>('.peek')!;
  label.textContent = `${moveName(record, n, state.texts.viewer.moves.start)}${when === null ? '' : ` · ${formatTime(when)}`}`;
  label.style.left = `${100 * share}%`;
}
