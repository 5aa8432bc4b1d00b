/** What a clock showed after a move: `BL[93.5]`, in seconds. */
import { isInteger } from '@kifu/core';

/** The longest time that is read back as it was written: a hundred thousand hours. */
const MAX_MS = 360_000_000_000;

/** Milliseconds; null where it is no time, or a finer one. */
export function parseSeconds(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,3}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const ms = 1000 * Number(whole) + Number(fraction.padEnd(3, '0'));
  return isTime(ms) ? ms : null;
}

/** Whether a time can be written. */
export const isTime = (ms: number): boolean => isInteger(ms, 0, MAX_MS);

/** Seconds as `parseSeconds` reads them. */
export function formatSeconds(ms: number): string {
  const fraction = ms % 1000 === 0 ? '' : `.${`${ms % 1000}`.padStart(3, '0')}`;
  return `${Math.trunc(ms / 1000)}${fraction.replace(/0+$/, '')}`;
}
