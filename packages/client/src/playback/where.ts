/** Moments of a record as text: in links, in the attribute `at` of viewers, and wherever people type one. */

/** A moment that a link, an attribute or a user names. */
export type Where =
  | { readonly type: 'entry'; readonly n: number }
  | { readonly type: 'tick'; readonly tick: number }
  | { readonly type: 'ms'; readonly ms: number }
  | { readonly type: 'end' };

/** Reads `23`, `end`, `t600` for a tick, `1:23.5` or `83s` for a time; null where it is none of these. */
export function parseWhere(text: string): Where | null {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === 'end') return { type: 'end' };
  if (/^\d{1,7}$/.test(trimmed)) return { type: 'entry', n: Number(trimmed) };
  if (/^t\d{1,12}$/.test(trimmed)) return { type: 'tick', tick: Number(trimmed.slice(1)) };
  const clock = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2}(?:\.\d{1,3})?)$/.exec(trimmed);
  if (clock !== null)
    return {
      type: 'ms',
      ms: toMs(3600 * Number(clock[1] ?? 0) + 60 * Number(clock[2]) + Number(clock[3])),
    };
  const seconds = /^(\d{1,7}(?:\.\d{1,3})?)s$/.exec(trimmed);
  return seconds === null ? null : { type: 'ms', ms: toMs(Number(seconds[1])) };
}

const toMs = (seconds: number): number => Math.round(1000 * seconds);

/** Writes a moment so that `parseWhere` reads it. */
export function formatWhere(where: Where): string {
  if (where.type === 'end') return 'end';
  if (where.type === 'entry') return `${where.n}`;
  if (where.type === 'tick') return `t${where.tick}`;
  return `${Math.round(where.ms) / 1000}s`;
}
