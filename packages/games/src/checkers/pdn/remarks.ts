/** The text of comments, and what clocks showed: `[%clk 0:02:59.5]`, `[%emt 0:00:07]` for the time a move took. */
import { isInteger } from '@kifu/core';

/** Control characters too: none is worth its trouble. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are meant
const BLANKS = /[\u0000-\u0020]+/g;

/** A comment as it is kept: blanks, and line ends where programs wrap lines at will, are single spaces. */
export const cleanText = (raw: string): string =>
  raw.replace(BLANKS, ' ').replace(/^ | $/g, '').toWellFormed();

/** No comment in braces can hold a closing brace; it is made another bracket. */
export const withoutBraces = (text: string): string => text.replaceAll('}', ')');

/** A comment without the time that was taken out of it. */
interface Taken {
  readonly text: string;
  readonly ms: number;
}

const TIMES = {
  clk: /\[%clk (\d{1,5}):([0-5]?\d):([0-5]?\d)(?:\.(\d{1,9}))?\]/,
  emt: /\[%emt (\d{1,5}):([0-5]?\d):([0-5]?\d)(?:\.(\d{1,9}))?\]/,
} as const;

const [HOUR, MINUTE, SECOND] = [3_600_000, 60_000, 1000] as const;
/** The longest time that is read back as it was written. */
const MAX_MS = 100_000 * HOUR - 1;

/** Takes the first time of a kind out of a clean comment; null where there is none. */
export function takeTime(text: string, kind: keyof typeof TIMES): Taken | null {
  const found = TIMES[kind].exec(text);
  if (found === null) return null;
  const [whole, hours, minutes, seconds, fraction = ''] = found;
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0')); // more digits than milliseconds have are cut off
  const before = text.slice(0, found.index);
  return {
    text: cleanText(`${before} ${text.slice(found.index + whole.length)}`),
    ms: Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * SECOND + ms,
  };
}

/** Whether a time can be written. */
export const isTime = (ms: number): boolean => isInteger(ms, 0, MAX_MS);

/** A time as `takeTime` reads it: `0:02:59.5`. */
export function formatTime(ms: number): string {
  const two = (value: number) => String(value % 60).padStart(2, '0');
  const seconds = (ms - (ms % SECOND)) / SECOND;
  const minutes = (seconds - (seconds % 60)) / 60;
  const hours = (minutes - (minutes % 60)) / 60;
  const fraction = ms % SECOND === 0 ? '' : `.${String(ms % SECOND).padStart(3, '0')}`;
  return `${hours}:${two(minutes)}:${two(seconds)}${fraction.replace(/0+$/, '')}`;
}
