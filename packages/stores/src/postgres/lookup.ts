/** Single rows as they are read by their keys: those that are asked for in one turn share a statement, so that many chains are walked as fast as one. */
import { bytesList } from './arrays.ts';
import type { Connections, Statement } from './connections.ts';

/** Reads the bytes of a key; null if there are none. The caller checks them. */
export type Lookup = (key: Uint8Array) => Promise<Uint8Array | null>;

/** A block may have 256 KiB: no answer gets too large. */
const MOST = 128;

interface WaitingKey {
  done(bytes: Uint8Array | null): void;
  failed(cause: unknown): void;
}

interface Row {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Looks up bytes in a table. */
export function createLookup(
  { read }: Connections,
  table: 'blocks' | 'heads',
  [key, value]: readonly [key: string, value: string],
): Lookup {
  /** By key, each byte a letter. */
  let asked = new Map<string, WaitingKey[]>();

  const flush = (): void => {
    const all = [...asked];
    asked = new Map();
    for (let i = 0; i < all.length; i += MOST) void answer(all.slice(i, i + MOST));
  };

  const answer = async (waiting: readonly [string, readonly WaitingKey[]][]): Promise<void> => {
    try {
      const rows = await read<Row>(statementFor(waiting.map(([name]) => bytesOf(name))));
      const found = new Map(rows.map(row => [nameOf(row.key), row.value]));
      for (const [name, who] of waiting) {
        const bytes = found.get(name);
        // memory of its own for each, and no Buffer
        for (const { done } of who) done(bytes === undefined ? null : new Uint8Array(bytes));
      }
    } catch (cause) {
      for (const [, who] of waiting) for (const { failed } of who) failed(cause);
    }
  };

  const columns = `t.${key} AS key, t.${value} AS value`;
  const statementFor = (keys: readonly Uint8Array[]): Statement =>
    keys.length === 1
      ? {
          name: `kifu-one-of-${table}`,
          text: `SELECT ${columns} FROM ${table} t WHERE t.${key} = $1`,
          values: keys,
        }
      : {
          name: `kifu-some-of-${table}`,
          text: `SELECT ${columns} FROM unnest($1::bytea[]) AS g (key) JOIN ${table} t ON t.${key} = g.key`,
          values: [bytesList(keys)],
        };

  return bytes =>
    new Promise((done, failed) => {
      if (asked.size === 0) setImmediate(flush);
      const name = nameOf(bytes);
      const who = asked.get(name) ?? [];
      asked.set(name, who);
      who.push({ done, failed });
    });
}

const nameOf = (key: Uint8Array): string =>
  Buffer.from(key.buffer, key.byteOffset, key.length).toString('latin1');
const bytesOf = (name: string): Buffer => Buffer.from(name, 'latin1');
