/** Blocks as they are read: those that are asked for in one turn share a statement, so that many chains are walked as fast as one. */
import { bytesList } from './arrays.ts';
import type { Connections } from './connections.ts';

/** Reads a block by its content id in bytes; null where there is none. As it stands in the table: whoever asks hashes it. */
export type ReadBlock = (cid: Uint8Array) => Promise<Uint8Array | null>;

/** A block may have 256 KiB: no answer gets too large. */
const MOST = 128;

interface Waiting {
  done(bytes: Uint8Array | null): void;
  failed(cause: unknown): void;
}

/** Reads blocks. */
export function createBlockReads({ read }: Connections): ReadBlock {
  /** By content id, each byte a letter. */
  let asked = new Map<string, Waiting[]>();

  const flush = (): void => {
    const all = [...asked];
    asked = new Map();
    for (let i = 0; i < all.length; i += MOST) void answer(all.slice(i, i + MOST));
  };

  const answer = async (waiting: readonly [string, readonly Waiting[]][]): Promise<void> => {
    try {
      const cids = waiting.map(([name]) => Buffer.from(name, 'latin1'));
      const rows = await read<{ cid: Buffer; bytes: Buffer }>(statementFor(cids));
      const found = new Map(rows.map(({ cid, bytes }) => [cid.toString('latin1'), bytes]));
      // memory of its own for each, and no Buffer
      for (const [name, who] of waiting) {
        const bytes = found.get(name);
        for (const { done } of who) done(bytes === undefined ? null : new Uint8Array(bytes));
      }
    } catch (cause) {
      for (const [, who] of waiting) for (const { failed } of who) failed(cause);
    }
  };

  return cid =>
    new Promise((done, failed) => {
      if (asked.size === 0) setImmediate(flush);
      const name = Buffer.from(cid).toString('latin1');
      const who = asked.get(name) ?? [];
      asked.set(name, who);
      who.push({ done, failed });
    });
}

const statementFor = (cids: readonly Uint8Array[]) =>
  cids.length === 1
    ? {
        name: 'kifu-block',
        text: 'SELECT cid, bytes FROM blocks WHERE cid = $1',
        values: [cids[0]],
      }
    : {
        name: 'kifu-blocks',
        text: 'SELECT b.cid, b.bytes FROM unnest($1::bytea[]) AS g (cid) JOIN blocks b ON b.cid = g.cid',
        values: [bytesList(cids)],
      };
