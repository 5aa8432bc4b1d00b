/** Times as programs put them into comments: `0:02:59.5`. */
import { isInteger } from '@kifu/core';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const SECOND = 1000;
/** The longest time that is read back as it was written. */
const MAX_MS = 100_000 * HOUR - 1;

/** The clock, where a stretch of text says nothing else, as most comments in files of servers; −1 where it does. */
export function readClock(text: string, start: number, end: number): number {
  let [from, to] = [start, end];
  while (from < to && text.charCodeAt(from) === SPACE) from++;
  while (from < to && text.charCodeAt(to - 1) === SPACE) to--;
  return text.startsWith('[%clk', from) ? readTime(text, from + 5, to) : -1;
}

/** The milliseconds of ` 1:02:03.4]`, which reaches to an end; −1 for anything else. */
export function readTime(text: string, at: number, end: number): number {
  const start = at + 1;
  const hours = skipDigits(text, start, 5);
  const minutes = skipDigits(text, hours + 1, 2);
  const seconds = skipDigits(text, minutes + 1, 2);
  const fraction = text.charCodeAt(seconds) === DOT ? skipDigits(text, seconds + 1, 9) : seconds;
  const isForm =
    text.charCodeAt(at) === SPACE &&
    hours > start &&
    minutes > hours + 1 &&
    seconds > minutes + 1 &&
    fraction !== seconds + 1 &&
    text.charCodeAt(hours) === COLON &&
    text.charCodeAt(minutes) === COLON &&
    text.charCodeAt(fraction) === CLOSING;
  if (!isForm || end !== fraction + 1) return -1;
  let ms = 0; // more digits than milliseconds have are cut off
  for (let i = 1; i <= 3; i++)
    ms = 10 * ms + (seconds + i < fraction ? text.charCodeAt(seconds + i) - ZERO : 0);
  return (
    readNumber(text, start, hours) * HOUR +
    readNumber(text, hours + 1, minutes) * MINUTE +
    readNumber(text, minutes + 1, seconds) * SECOND +
    ms
  );
}

const SPACE = 32;
const DOT = 46;
const ZERO = 48;
const COLON = 58;
const CLOSING = 93;

function skipDigits(text: string, start: number, atMost: number): number {
  let i = start;
  while (i < start + atMost && text.charCodeAt(i) >= ZERO && text.charCodeAt(i) < COLON) i++;
  return i;
}

function readNumber(text: string, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i++) value = 10 * value + text.charCodeAt(i) - ZERO;
  return value;
}

/** Whether a time can be written. */
export const isTime = (ms: number): boolean => isInteger(ms, 0, MAX_MS);

/** A time as `readTime` reads it: `0:02:59.5`. */
export function formatTime(ms: number): string {
  const two = (value: number) => String(value % 60).padStart(2, '0');
  const seconds = (ms - (ms % SECOND)) / SECOND;
  const minutes = (seconds - (seconds % 60)) / 60;
  const fraction = ms % SECOND === 0 ? '' : `.${String(ms % SECOND).padStart(3, '0')}`;
  return `${(minutes - (minutes % 60)) / 60}:${two(minutes)}:${two(seconds)}${fraction.replace(/0+$/, '')}`;
}
