/** Single things, read in this thread: a look into a table costs less than asking another thread. */
import type { Cid, Json } from '@kifu/core';
import type { MatchSummary } from '@kifu/record/store';
import { readCid, readHashed, readListing, readSecret } from '../sql/rows.ts';
import { LISTING_COLUMNS, type Value } from '../sql/search.ts';
import { intact } from './integrity.ts';
import { prepareAll } from './prepared.ts';
import type { Reader } from './reader.ts';
import { RecentBlocks } from './recent-blocks.ts';

/** Reads. Content IDs in bytes. Everything throws the errors of the store. */
export interface Reads {
  /** As in the file: the caller hashes it. */
  block(cid: Uint8Array): Uint8Array | null;
  /** Its row; null if it is not there. */
  blockId(cid: Uint8Array): number | null;
  head(match: Uint8Array): Cid | null;
  /** Matches in the order of their ids, from one on. */
  matches(from: Uint8Array, limit: number): Cid[];
  secret(kind: string, name: string): Json | undefined;
  names(kind: string): string[];
  /** Throws `BlockCorruptError` if the block has changed. */
  remarks(match: Uint8Array): Uint8Array | null;
  /** Throws `BlockCorruptError` if the file has changed. */
  player(id: string): Uint8Array | null;
  owner(handle: string): string | null;
  listing(match: Uint8Array): MatchSummary | null;
}

/** Single things of a file that is open. */
export function createReads({ path, db, read }: Reader): Reads {
  const { recent, sql } = read(() => ({
    recent: new RecentBlocks(db),
    sql: prepareAll(db, STATEMENTS),
  }));
  sql.listing.setReturnArrays(true);
  /** Decodes the results of a statement; invalid ones are damage. */
  const readAs = <T>(look: () => unknown, make: (found: never) => T): T | null => {
    const found = read(look);
    return found === undefined ? null : intact(path, () => make(found as never));
  };
  return {
    block: cid =>
      read(() => {
        const known = recent.bytesOf(cid);
        if (known !== undefined) return known;
        for (let id = recent.findNow(cid); id !== null; id = recent.findNow(cid)) {
          const row = sql.block.get(id);
          // it may have been moved in between
          if (row !== undefined) return row.bytes as Uint8Array;
          if (recent.isDamaged) return null;
        }
        return null;
      }),
    blockId: cid => read(() => recent.findNow(cid)),
    head: match =>
      readAs(
        () => sql.head.get(match)?.head,
        (head: Uint8Array) => readCid(head),
      ),
    matches: (from, limit) =>
      read(() => sql.matches.all(from, limit)).map(({ match }) =>
        intact(path, () => readCid(match as Uint8Array)),
      ),
    secret(kind, name) {
      const row = read(() => sql.secret.get(kind, name));
      return row && intact(path, () => readSecret({ kind, name, ...row } as never));
    },
    // SQLite sorts by UTF-8, which is another order than that of JavaScript
    names: kind =>
      read(() => sql.names.all(kind))
        .map(({ name }) => name as string)
        .sort(),
    remarks(match) {
      const row = read(() => sql.remarks.get(match));
      return row === undefined ? null : readHashed(row as never);
    },
    player(id) {
      const row = read(() => sql.player.get(id));
      return row === undefined ? null : readHashed(row as never);
    },
    owner: handle => read(() => (sql.owner.get(handle)?.player as string | undefined) ?? null),
    listing: match =>
      readAs(
        () => sql.listing.get(match),
        (row: readonly Value[]) => readListing(row),
      ),
  };
}

const STATEMENTS = {
  block: 'SELECT bytes FROM blocks WHERE id = ?',
  head: 'SELECT head FROM heads WHERE match = ?',
  matches: 'SELECT match FROM heads WHERE match >= ? ORDER BY match LIMIT ?',
  secret: 'SELECT value, digest FROM vault WHERE kind = ? AND name = ?',
  names: 'SELECT name FROM vault WHERE kind = ?',
  remarks: 'SELECT bytes, digest FROM remarks WHERE match = ?',
  player: 'SELECT bytes, digest FROM players WHERE player = ?',
  owner: 'SELECT player FROM handles WHERE handle = ?',
  listing: `SELECT ${LISTING_COLUMNS.join(', ')} FROM matches WHERE match = ?`,
} as const;
