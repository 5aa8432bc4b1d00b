/** Moves remarks from the vault into their own table, when a file is brought up to date. */
import type { DatabaseSync } from 'node:sqlite';
import { encodeCid } from '@kifu/core';
import { encodeRemarks } from '@kifu/record';
import { readCid, remarksRow, type SecretRow } from '../sql/rows.ts';
import { MOVED_AT_ONCE, remarksOfVault, VAULT_REMARKS } from '../sql/vault-remarks.ts';

/** Within a transaction. */
export function moveRemarks(db: DatabaseSync): void {
  const page = db.prepare(
    'SELECT kind, name, value, digest FROM vault WHERE kind = ? AND name > ? ORDER BY name LIMIT ?',
  );
  const head = db.prepare('SELECT head FROM heads WHERE match = ?');
  const keep = db.prepare('INSERT INTO remarks (match, bytes, digest) VALUES (?, ?, ?)');
  const drop = db.prepare('DELETE FROM vault WHERE kind = ? AND name = ?');
  for (let after = '', rows: SecretRow[]; ; after = rows.at(-1)!.name) {
    rows = page.all(VAULT_REMARKS, after, MOVED_AT_ONCE) as unknown as SecretRow[];
    for (const row of rows) {
      const old = remarksOfVault(row);
      if (old === null) continue;
      const there = head.get(encodeCid(old.match))?.head as Uint8Array | undefined;
      const about = there === undefined ? old.match : readCid(there);
      const { match, bytes, digest } = remarksRow(old.match, encodeRemarks(about, old.remarks));
      keep.run(match, bytes, digest);
      drop.run(VAULT_REMARKS, row.name);
    }
    if (rows.length < MOVED_AT_ONCE) return;
  }
}
