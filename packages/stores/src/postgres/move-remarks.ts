/** Moves remarks from the vault into their own table, when tables are brought up to date. */
import { encodeCid } from '@kifu/core';
import { encodeRemarksJson } from '@kifu/record/remarks';
import { readCid, readSecret, remarksRow, type SecretRow } from '../sql/rows.ts';
import { MOVED_AT_ONCE, remarksOfVault, VAULT_REMARKS } from '../sql/vault-remarks.ts';
import type { Run } from './connections.ts';

/** Within a transaction. */
export async function moveRemarks(run: Run): Promise<void> {
  for (let after = '', rows: SecretRow[]; ; after = rows.at(-1)!.name) {
    rows = await run<SecretRow>({ text: PAGE, values: [VAULT_REMARKS, after, MOVED_AT_ONCE] });
    for (const row of rows) {
      const old = remarksOfVault(row.name, () => readSecret(row));
      if (old === null) continue;
      const [there] = await run<{ head: Uint8Array }>({
        text: 'SELECT head FROM heads WHERE match = $1',
        values: [encodeCid(old.match)],
      });
      const about = there === undefined ? old.match : readCid(there.head);
      const { match, bytes, digest } = remarksRow(old.match, encodeRemarksJson(about, old.remarks));
      await run({ text: KEEP, values: [match, bytes, digest] });
      await run({ text: DROP, values: [VAULT_REMARKS, row.name] });
    }
    if (rows.length < MOVED_AT_ONCE) return;
  }
}

const PAGE =
  'SELECT kind, name, value, digest FROM vault WHERE kind = $1 AND name > $2 ORDER BY name LIMIT $3';
const KEEP = 'INSERT INTO remarks (match, bytes, digest) VALUES ($1, $2, $3)';
const DROP = 'DELETE FROM vault WHERE kind = $1 AND name = $2';
