/** Remarks of a database: read one at a time, written by one statement, however many there are. */
import { encodeCid } from '@kifu/core';
import type { AnnotationStore } from '@kifu/record/store';
import type { RemarksRow } from '../sql/ops.ts';
import { readHashed, remarksRow } from '../sql/rows.ts';
import { bytesList } from './arrays.ts';
import type { Connections } from './connections.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';

/** Annotations to store; without bytes, those to remove. */
type RemarksOp =
  | RemarksRow
  | { readonly match: Uint8Array; readonly bytes: null; readonly digest: null };

/** The queue of writes of remarks. */
export const createRemarks = ({ where, write }: Connections): WriteQueue<RemarksOp, boolean> =>
  createWriteQueue({
    where,
    keyOf: ({ match }) => Buffer.from(match).toString('latin1'),
    sizeOf: ({ bytes }) => bytes?.length ?? 0,
    async commit(ops) {
      // in the order of their key, so that two processes wait for each other one way only
      const sorted = ops.toSorted((a, b) => Buffer.compare(a.match, b.match));
      await write({
        name: 'kifu-remarks',
        text: WRITE,
        values: [
          bytesList(sorted.map(({ match }) => match)),
          bytesList(sorted.map(({ bytes }) => bytes)),
          bytesList(sorted.map(({ digest }) => digest)),
        ],
      });
      return ops.map(() => true);
    },
  });

const WRITE = `
WITH given AS MATERIALIZED (
  SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bytea[]) AS g (match, bytes, digest)
), dropped AS (
  DELETE FROM remarks r USING given g WHERE r.match = g.match AND g.bytes IS NULL
)
INSERT INTO remarks (match, bytes, digest)
SELECT match, bytes, digest FROM given WHERE bytes IS NOT NULL
ON CONFLICT (match) DO UPDATE SET bytes = excluded.bytes, digest = excluded.digest`;

export const postgresRemarks = (
  { read }: Connections,
  writes: WriteQueue<RemarksOp, boolean>,
): AnnotationStore => ({
  async get(match, ask) {
    ask?.signal?.throwIfAborted();
    const [row] = await read<Omit<RemarksRow, 'match'>>({
      name: 'kifu-remarks-of',
      text: 'SELECT bytes, digest FROM remarks WHERE match = $1',
      values: [encodeCid(match)],
    });
    return row === undefined ? null : readHashed(row);
  },
  async put(match, remarks, ask) {
    ask?.signal?.throwIfAborted();
    await writes.write(remarksRow(match, remarks), ask?.signal);
  },
  async remove(match, ask) {
    ask?.signal?.throwIfAborted();
    await writes.write({ match: encodeCid(match), bytes: null, digest: null }, ask?.signal);
  },
});
