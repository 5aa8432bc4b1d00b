/** Whole tables, page by page: for checking, packing and tidying up. */
import { decodeCid } from '@kifu/core';
import type { MatchHead } from '../library/upkeep.ts';
import { PACKED } from '../sql/packed-mark.ts';
import { prepareAll } from './prepared.ts';
import type { Reader } from './reader.ts';
import type { LeafPlace } from './run-writer.ts';
import { RUNS, type RunKind, Runs } from './runs.ts';

/** A row of `heads`. */
export interface HeadRow {
  readonly id: number;
  readonly match: Uint8Array;
  readonly head: Uint8Array;
  readonly packed: number;
}

/** The match and the head that a row names; null where it does not. */
export function readHead({ match, head }: HeadRow): MatchHead | null {
  const [one, other] = [decodeCid(match), decodeCid(head)];
  return one.ok && other.ok ? { match: one.value, head: other.value } : null;
}

/** A row of `packs`. */
interface PackRow {
  readonly id: number;
  readonly nodes: number;
  readonly bytes: Uint8Array;
}

/** A row of `blocks`, without its bytes. */
export interface SizedBlock {
  readonly id: number;
  readonly cid: Uint8Array;
  readonly size: number;
}

/** What the tables hold. Pages begin after an id. */
export interface FileRows {
  heads(after: number): HeadRow[];
  head(match: Uint8Array): HeadRow | null;
  /** Heads that are neither packed nor marked as unpackable. */
  looseHeads(after: number): HeadRow[];
  packs(after: number): PackRow[];
  pack(id: number): PackRow | null;
  /** Packs that may have a node. */
  packsOf(key: number): number[];
  /** Leaves of runs; null for the first. */
  leaves(kind: RunKind, after: LeafPlace | null): LeafPlace[];
  /** Numbers that runs may still have, though nothing is to be found by them. */
  dropped(kind: RunKind): number[];
  blocks(after: number, upTo: number): SizedBlock[];
  bytesOf(block: number): Uint8Array | null;
  secrets(): { readonly kind: string; readonly name: string }[];
  mark(name: 'indexed' | 'last' | 'moved' | 'loose'): number;
  lastBlock(): number;
  /** The newest block that was there at some second; 0 where none was noted. */
  blockAt(second: number): number;
}

/** The tables of a file that is open. */
export function createRows({ db, read }: Reader): FileRows {
  const { sql, nodes } = read(() => ({
    sql: prepareAll(db, STATEMENTS),
    nodes: new Runs(db, RUNS.nodes),
  }));
  const all = <Row>(
    name: keyof typeof STATEMENTS,
    ...values: (number | string | Uint8Array)[]
  ): Row[] => read(() => sql[name].all(...values)) as unknown as Row[];
  const one = (name: keyof typeof STATEMENTS, ...values: (number | string)[]): number =>
    (all<{ value: number | null }>(name, ...values)[0]?.value as number | null) ?? 0;
  return {
    heads: after => all('heads', after),
    head: match => all<HeadRow>('head', match)[0] ?? null,
    looseHeads: after => all('looseHeads', after),
    packs: after => all('packs', after),
    pack: id => all<PackRow>('pack', id)[0] ?? null,
    packsOf: key =>
      read(() => {
        const packs = new Set<number>();
        nodes.each(key, pack => packs.add(pack));
        return [...packs].filter(pack => sql.hasPack.get(pack) !== undefined);
      }),
    leaves: (kind, after) => {
      const { run, key, number } = after ?? { run: 0, key: 0, number: 0 };
      return all('leaves', kind, run, key, number);
    },
    dropped: kind => all<{ number: number }>('dropped', kind).map(({ number }) => number),
    blocks: (after, upTo) => all('blocks', after, upTo),
    bytesOf: block => all<{ bytes: Uint8Array }>('bytesOf', block)[0]?.bytes ?? null,
    secrets: () => all('secrets'),
    mark: name => one('mark', name),
    lastBlock: () => one('lastBlock'),
    blockAt: second => one('blockAt', second),
  };
}

const PAGE = 256;

const STATEMENTS = {
  heads: `SELECT id, match, head, packed FROM heads WHERE id > ? ORDER BY id LIMIT ${PAGE}`,
  head: 'SELECT id, match, head, packed FROM heads WHERE match = ?',
  looseHeads: `SELECT id, match, head, packed FROM heads
    WHERE id > ? AND packed = ${PACKED.no} ORDER BY id LIMIT ${PAGE}`,
  packs: 'SELECT id, nodes, bytes FROM packs WHERE id > ? ORDER BY id LIMIT 16',
  pack: 'SELECT id, nodes, bytes FROM packs WHERE id = ?',
  hasPack: 'SELECT 1 FROM packs WHERE id = ?',
  leaves: `SELECT l.run, l.key, l.number FROM leaves l CROSS JOIN runs r ON r.run = l.run
    WHERE r.kind = ? AND (l.run, l.key, l.number) > (?, ?, ?)
    ORDER BY l.run, l.key, l.number LIMIT ${PAGE}`,
  dropped: 'SELECT number FROM dropped WHERE kind = ?',
  blocks: `SELECT id, cid, length(bytes) AS size FROM blocks
    WHERE id > ? AND id <= ? ORDER BY id LIMIT ${PAGE}`,
  bytesOf: 'SELECT bytes FROM blocks WHERE id = ?',
  secrets: 'SELECT kind, name FROM vault',
  mark: 'SELECT value FROM marks WHERE name = ?',
  lastBlock: 'SELECT max(id) AS value FROM blocks',
  blockAt: 'SELECT max(block) AS value FROM ages WHERE second <= ?',
} as const;
