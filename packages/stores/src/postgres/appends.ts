/**
 * Writes blocks and heads in one statement, however many there are. Each append compares its fence and its head, and is stored
 * completely or not at all; a refused one does not affect the others. The server notifies of all moved heads when it commits.
 */

import type { BlockRow, HeadMove } from '../sql/ops.ts';
import { bytesList, numberList } from './arrays.ts';
import type { Connections, Statement } from './connections.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';

/** Blocks to put and, where a match is named, its head to move. */
export interface AppendOp {
  readonly blocks: readonly BlockRow[];
  readonly move: HeadMove | null;
  /** What the lease is on that it is done by, and its number; null for none. */
  readonly lease: Uint8Array | null;
  readonly fence: number | null;
  /** Whether the head may move to blocks that exist already and are unreferenced. */
  readonly mayLeadBack: boolean;
}

/** What came of it: the head moved or the blocks are there; the head is elsewhere; or the lease is lost. */
export type Appended = 'done' | 'elsewhere' | 'lost';

/** The queue of appends. */
export const createAppends = (
  connections: Connections,
  channel: string | null,
): WriteQueue<AppendOp, Appended> =>
  createWriteQueue({
    where: connections.where,
    keyOf: ({ move }) => move && Buffer.from(move.match).toString('latin1'),
    sizeOf: ({ blocks }) => blocks.reduce((sum, { bytes }) => sum + bytes.length, 0),
    async commit(ops) {
      const [row] = await connections.write<Row>(appendStatement(ops, channel));
      const [moved, lost] = [new Set(row!.moved), new Set(row!.lost)];
      return ops.map(({ move }, n) => {
        if (move === null || moved.has(n)) return 'done';
        return lost.has(n) ? 'lost' : 'elsewhere';
      });
    },
  });

interface Row {
  /** Which ops moved a head, and which have lost their lease. */
  readonly moved: readonly number[];
  readonly lost: readonly number[];
}

/** The statement with its values. Everything goes in the order of its key, so that two processes wait for each other one way only. */
function appendStatement(ops: readonly AppendOp[], channel: string | null): Statement {
  const moves = ops
    .flatMap(({ move, lease, fence }, n) =>
      move === null ? [] : [{ ...move, lease: lease ?? move.match, fence, n }],
    )
    .sort((a, b) => Buffer.compare(a.match, b.match));
  const blocks = ops.flatMap(({ blocks: own, move }, n) =>
    own.map(block => ({ ...block, n: move === null ? null : n })),
  );
  return {
    name: 'kifu-append',
    text: APPEND,
    values: [
      numberList(moves.map(({ n }) => n)),
      bytesList(moves.map(({ match }) => match)),
      bytesList(moves.map(({ from }) => from)),
      bytesList(moves.map(({ to }) => to)),
      numberList(moves.map(({ fence }) => fence)),
      numberList(blocks.map(({ n }) => n)),
      bytesList(blocks.map(({ cid }) => cid)),
      bytesList(blocks.map(({ bytes }) => bytes)),
      channel,
      ops.some(op => op.mayLeadBack),
      bytesList(moves.map(({ lease }) => lease)),
    ],
  };
}

/**
 * Blocks that are there already are written again: they become young, so that `gc` keeps them, and whole, since these bytes were
 * hashed. A process that takes over a lease waits for appends that have locked it here, and later appends see the new owner:
 * `FOR SHARE` looks again after waiting. A notice has room for 8,000 bytes; each id takes 49.
 */
const APPEND = `
WITH given AS MATERIALIZED (
  SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::bytea[], $5::bigint[], $11::bytea[]) AS g (n, match, old, new, fence, lease)
), held AS MATERIALIZED (
  SELECT g.n FROM given g JOIN leases l ON l.match = g.lease AND l.fence = g.fence FOR SHARE OF l
), allowed AS MATERIALIZED (
  SELECT * FROM given WHERE fence IS NULL OR n IN (SELECT n FROM held)
), first AS (
  INSERT INTO heads (match, head) SELECT match, new FROM allowed WHERE old IS NULL
  ON CONFLICT (match) DO NOTHING RETURNING match
), next AS (
  UPDATE heads h SET head = a.new, packed = 0 FROM allowed a WHERE h.match = a.match AND h.head = a.old RETURNING a.n, a.match
), moved AS MATERIALIZED (
  SELECT n, match FROM next
  UNION ALL SELECT n, match FROM allowed WHERE old IS NULL AND (match IN (SELECT match FROM first)) IS TRUE
), kept AS (
  INSERT INTO blocks (at, cid, bytes)
  SELECT DISTINCT ON (b.cid) clock_timestamp(), b.cid, b.bytes
  FROM unnest($6::bigint[], $7::bytea[], $8::bytea[]) AS b (n, cid, bytes)
  WHERE b.n IS NULL OR b.n IN (SELECT n FROM moved)
  ORDER BY b.cid
  ON CONFLICT (cid) DO UPDATE SET at = excluded.at, bytes = excluded.bytes
), noted AS (
  UPDATE marks SET value = value + 1 WHERE name = 'moved' AND $10
), told AS MATERIALIZED (
  SELECT pg_notify($9, string_agg(encode(match, 'base64'), ' '))
  FROM (SELECT match, row_number() OVER () / 128 AS page FROM moved WHERE $9::text IS NOT NULL) pages GROUP BY page
)
SELECT coalesce((SELECT array_agg(n::integer) FROM moved), '{}') AS moved,
  coalesce((SELECT array_agg(n::integer) FROM given WHERE fence IS NOT NULL AND n NOT IN (SELECT n FROM held)), '{}') AS lost,
  (SELECT count(*) FROM told) AS told`;
