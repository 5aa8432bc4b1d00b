/** What stands in comments: text, and in brackets what clocks showed. */
import { isInteger } from '@kifu/core';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const SECOND = 1000;
/** The longest time that is read back as it was written. */
const MAX_MS = 100_000 * HOUR - 1;

/** Control characters too: none is worth its trouble. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are meant
const BLANKS = /[\u0000-\u0020]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are meant
const ODD_BLANKS = / {2}|[\u0000-\u001f]/;

/** A comment as it is kept: blanks, and line ends where programs wrap lines at will, are single spaces. */
export function cleanText(raw: string): string {
  let start = 0;
  let end = raw.length;
  while (start < end && raw.charCodeAt(start) <= 32) start++;
  while (end > start && raw.charCodeAt(end - 1) <= 32) end--;
  const text = raw.slice(start, end);
  return (ODD_BLANKS.test(text) ? text.replace(BLANKS, ' ') : text).toWellFormed();
}

/** No comment in braces can hold a closing brace; elsewhere it is made another bracket. */
export const withoutBraces = (text: string): string => text.replaceAll('}', ')');

/** A comment without the times that were taken out of it; each is null where there was none, or it was not wanted. */
export interface Times {
  readonly text: string;
  readonly clockMs: number | null;
  readonly elapsedMs: number | null;
}

/** A clock or an elapsed time, as programs put them into comments. */
const TIME = /\[%(clk|emt) (\d{1,5}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,9}))?\]/g;

/** Takes the clock and the elapsed time out of a clean comment: the first of each, where they are wanted. */
export function takeTimes(text: string, wantClock: boolean, wantElapsed: boolean): Times {
  let rest = text;
  const times: { clk: number | null; emt: number | null } = { clk: null, emt: null };
  TIME.lastIndex = 0;
  for (let found = TIME.exec(rest); found !== null; found = TIME.exec(rest)) {
    const name = found[1] as 'clk' | 'emt';
    if (!(name === 'clk' ? wantClock : wantElapsed) || times[name] !== null) continue;
    times[name] = toMs(found);
    rest = cleanText(`${rest.slice(0, found.index)} ${rest.slice(TIME.lastIndex)}`);
    TIME.lastIndex = 0; // what stood on either side may have become one
  }
  return { text: rest, clockMs: times.clk, elapsedMs: times.emt };
}

/** More digits than milliseconds have are cut off. */
function toMs([, , hours, minutes, seconds, fraction = '']: RegExpExecArray): number {
  return (
    Number(hours) * HOUR +
    Number(minutes) * MINUTE +
    Number(seconds) * SECOND +
    Number(fraction.slice(0, 3).padEnd(3, '0'))
  );
}

/** Whether a time can be written. */
export const isTime = (ms: number): boolean => isInteger(ms, 0, MAX_MS);

/** A time as `takeTimes` reads it: `0:02:59.5`. */
export function formatTime(ms: number): string {
  const two = (value: number) => String(value % 60).padStart(2, '0');
  const seconds = (ms - (ms % SECOND)) / SECOND;
  const minutes = (seconds - (seconds % 60)) / 60;
  const fraction = ms % SECOND === 0 ? '' : `.${String(ms % SECOND).padStart(3, '0')}`;
  return `${(minutes - (minutes % 60)) / 60}:${two(minutes)}:${two(seconds)}${fraction.replace(/0+$/, '')}`;
}
