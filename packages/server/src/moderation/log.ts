/** The moderation log: reports, and decisions with their moderators. Entries are added, and never changed or removed. */
import type { Json } from '@kifu/core';
import type { Vault } from '@kifu/record/store';
import { freshId } from '../tokens.ts';

/** Reasons for a report. */
export const REPORT_REASONS = ['cheating', 'abuse', 'stalling', 'name', 'other'] as const;
type ReportReason = (typeof REPORT_REASONS)[number];

/** Possible decisions: dismiss, mute, suspend, lift both, silence a match. */
export const ACTIONS = ['dismiss', 'mute', 'suspend', 'lift', 'silence'] as const;
type Action = (typeof ACTIONS)[number];

/** A report of a player about another or a match. */
interface Report {
  readonly type: 'report';
  /** The player, or the key of a guest. */
  readonly by: string;
  /** The reported player or key; null if the report is about the match. */
  readonly player: string | null;
  /** The match or its invite; null if the report is about a player only. */
  readonly match: string | null;
  readonly reason: ReportReason;
  readonly words: string;
}

/** A decision of a moderator or the server admin. */
export interface Decision {
  readonly type: 'decision';
  /** The key, or `operator` for the token of the server admin. */
  readonly by: string;
  readonly action: Action;
  /** The report that it answers; null if there is none. */
  readonly report: string | null;
  readonly player: string | null;
  readonly match: string | null;
  /** Milliseconds since 1970; null if it has no end. */
  readonly until: number | null;
  readonly words: string;
}

/** An entry, with its time in milliseconds since 1970. */
export type LogEntry = (Report | Decision) & { readonly id: string; readonly at: number };

/** The log. */
export interface AdminLog {
  add<Entry extends Report | Decision>(
    entry: Entry,
  ): Promise<Entry & { readonly id: string; readonly at: number }>;
  get(id: string): Promise<LogEntry | null>;
  /** Returns entries, newest first, starting before a given one. */
  page(limit: number, before?: string): Promise<readonly LogEntry[]>;
  /** Returns open reports, oldest first. */
  open(limit: number): Promise<readonly (Report & LogEntry)[]>;
}

const [LOG, OPEN] = ['admin-log', 'open-report'];
/** Digits of a time, so that names sort chronologically. */
const DIGITS = 15;

/** Log in a vault. */
export function createAdminLog(vault: Vault, now: () => number): AdminLog {
  const get = async (id: string): Promise<LogEntry | null> =>
    ((await vault.get(LOG!, id)) as unknown as LogEntry | undefined) ?? null;
  const all = async (ids: readonly string[]): Promise<LogEntry[]> =>
    (await Promise.all(ids.map(get))).filter(entry => entry !== null);
  let added = 0;
  return {
    async add(entry) {
      const at = Math.floor(now());
      // entries of the same moment keep the order in which this process wrote them
      const id = [at, added++].map(one => String(one).padStart(DIGITS, '0')).join('-');
      const line = { ...entry, id: `${id}-${freshId()}`, at };
      await vault.put(LOG!, line.id, line as unknown as Json);
      // the log implies which reports are open; this is only an index
      if (entry.type === 'report') await vault.put(OPEN!, line.id, true);
      else if (entry.report !== null) await vault.remove(OPEN!, entry.report);
      return line;
    },
    get,
    async page(limit, before) {
      const ids = (await vault.names(LOG!)).filter(id => before === undefined || id < before);
      return (await all(ids.slice(-limit))).reverse();
    },
    async open(limit) {
      const entries = await all((await vault.names(OPEN!)).slice(0, limit));
      return entries.filter(entry => entry.type === 'report');
    },
  };
}
