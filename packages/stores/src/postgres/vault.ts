/** The vault as it is written: one statement, however many values there are. */
import { bytesList, textList } from './arrays.ts';
import type { Connections } from './connections.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';

/** A value to keep; null to remove it. Text as it is kept. */
export interface SecretOp {
  readonly kind: string;
  readonly name: string;
  /** JSON. */
  readonly value: string | null;
  readonly digest: Uint8Array | null;
}

/** Those who write into the vault. */
export const createSecrets = ({ where, write }: Connections): WriteQueue<SecretOp, boolean> =>
  createWriteQueue({
    where,
    keyOf: ({ kind, name }) => JSON.stringify([kind, name]),
    sizeOf: ({ value }) => value?.length ?? 0,
    async commit(ops) {
      const sorted = ops.toSorted((a, b) => order(a.kind, b.kind) || order(a.name, b.name));
      await write({
        name: 'kifu-vault',
        text: WRITE,
        values: [
          textList(sorted.map(({ kind }) => kind)),
          textList(sorted.map(({ name }) => name)),
          textList(sorted.map(({ value }) => value)),
          bytesList(sorted.map(({ digest }) => digest)),
        ],
      });
      return ops.map(() => true);
    },
  });

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const WRITE = `
WITH given AS MATERIALIZED (
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[]) AS g (kind, name, value, digest)
), dropped AS (
  DELETE FROM vault v USING given g WHERE v.kind = g.kind AND v.name = g.name AND g.value IS NULL
)
INSERT INTO vault (kind, name, value, digest)
SELECT kind, name, value, digest FROM given WHERE value IS NOT NULL
ON CONFLICT (kind, name) DO UPDATE SET value = excluded.value, digest = excluded.digest`;
