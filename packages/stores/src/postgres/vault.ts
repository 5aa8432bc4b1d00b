/** The vault as it is written: one statement, however many values there are. */
import { bytesList, numberList, textList } from './arrays.ts';
import type { Connections } from './connections.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';

/** Value to store, as stored text; null to remove it. */
export interface SecretOp {
  readonly kind: string;
  readonly name: string;
  /** JSON. */
  readonly value: string | null;
  readonly digest: Uint8Array | null;
  /** Whether it is stored only where the name is free. */
  readonly isNew: boolean;
  /** What the lease is on that it is written by, and its number; null for none. */
  readonly lease: Uint8Array | null;
  readonly fence: number | null;
}

/** Whether a value was written; nothing was where its name is taken or the lease is lost. */
export type SecretAnswer = 'done' | 'taken' | 'lost';

/** The queue of writes into the vault. */
export const createSecrets = ({ where, write }: Connections): WriteQueue<SecretOp, SecretAnswer> =>
  createWriteQueue({
    where,
    keyOf: ({ kind, name }) => JSON.stringify([kind, name]),
    sizeOf: ({ value }) => value?.length ?? 0,
    async commit(ops) {
      const sorted = ops.toSorted((a, b) => order(a.kind, b.kind) || order(a.name, b.name));
      const rows = await write<{ n: number; answer: SecretAnswer }>({
        name: 'kifu-vault',
        text: WRITE,
        values: [
          textList(sorted.map(({ kind }) => kind)),
          textList(sorted.map(({ name }) => name)),
          textList(sorted.map(({ value }) => value)),
          bytesList(sorted.map(({ digest }) => digest)),
          bytesList(sorted.map(({ lease }) => lease)),
          numberList(sorted.map(({ fence }) => fence)),
          numberList(sorted.map(({ isNew }) => (isNew ? 1 : 0))),
        ],
      });
      const answers = new Map(rows.map(({ n, answer }) => [sorted[n - 1], answer]));
      return ops.map(op => answers.get(op) ?? 'done');
    },
  });

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const WRITE = `
WITH given AS MATERIALIZED (
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::bytea[], $6::bigint[], $7::bigint[])
    WITH ORDINALITY AS g (kind, name, value, digest, lease, fence, is_new, n)
), held AS MATERIALIZED (
  SELECT g.n FROM given g JOIN leases l ON l.match = g.lease AND l.fence = g.fence FOR SHARE OF l
), allowed AS MATERIALIZED (
  SELECT * FROM given WHERE fence IS NULL OR n IN (SELECT n FROM held)
), dropped AS (
  DELETE FROM vault v USING allowed g WHERE v.kind = g.kind AND v.name = g.name AND g.value IS NULL
), kept AS (
  INSERT INTO vault (kind, name, value, digest)
  SELECT kind, name, value, digest FROM allowed WHERE value IS NOT NULL AND is_new = 0
  ON CONFLICT (kind, name) DO UPDATE SET value = excluded.value, digest = excluded.digest
), added AS (
  INSERT INTO vault (kind, name, value, digest)
  SELECT kind, name, value, digest FROM allowed WHERE is_new = 1
  ON CONFLICT (kind, name) DO NOTHING RETURNING kind, name
)
SELECT n, 'lost' AS answer FROM given WHERE fence IS NOT NULL AND n NOT IN (SELECT n FROM held)
UNION ALL
SELECT n, 'taken' FROM allowed WHERE is_new = 1 AND (kind, name) NOT IN (SELECT kind, name FROM added)`;
