/** Durations and clocks as digits, the same in every language. It imports nothing, so that a page can show times without all other texts. */

/** How long something lasts: `5:03`, with hours where there are any, and seconds and tenths below a minute. */
export function formatDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const tenths = Math.floor(ms / 100) % 10;
  if (seconds < 60) return tenths === 0 ? `${seconds} s` : `${seconds}.${tenths} s`;
  const two = (n: number) => `${n}`.padStart(2, '0');
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600];
  const short = `${hours === 0 ? Math.floor(rest / 60) : two(Math.floor(rest / 60))}:${two(rest % 60)}`;
  return hours === 0 ? short : `${hours}:${short}`;
}

/** `4:10`, `1:02:03`. */
export function formatTime(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => `${value}`.padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** What a clock shows: tenths of seconds where it matters. */
export function formatClock(ms: number): string {
  if (ms >= 20_000) return formatTime(ms);
  return `0:${`${Math.floor(Math.max(0, ms) / 1000)}`.padStart(2, '0')}.${Math.floor(Math.max(0, ms) / 100) % 10}`;
}
