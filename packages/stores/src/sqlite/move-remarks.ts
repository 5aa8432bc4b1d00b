/** Moves remarks from the vault, where older versions had them, into their own table. */
import { encodeCid } from '@kifu/core';
import { encodeRemarksJson } from '@kifu/record/remarks';
import { remarksRow } from '../sql/rows.ts';
import { MOVED_AT_ONCE, remarksOfVault, VAULT_REMARKS } from '../sql/vault-remarks.ts';
import type { Batches } from './batches.ts';
import type { Reads } from './reads.ts';

/**
 * To be done when a file has been opened to write: the thread that makes the tables knows no remarks. After a failure the file can
 * still be used, and what was not moved is moved when it is opened next.
 */
export async function moveRemarks(reads: Reads, batches: Batches): Promise<void> {
  try {
    const names = reads.names(VAULT_REMARKS);
    for (let i = 0; i < names.length; i += MOVED_AT_ONCE)
      await Promise.all(
        names.slice(i, i + MOVED_AT_ONCE).map(name => moveOne(reads, batches, name)),
      );
  } catch {
    // a full disk, a damaged page: the next caller that uses the file hears of it
  }
}

/** Kept before it is dropped; after a crash in between it is there already. */
async function moveOne(reads: Reads, batches: Batches, name: string): Promise<void> {
  const old = remarksOfVault(name, () => reads.secret(VAULT_REMARKS, name)!);
  if (old === null) return;
  const match = encodeCid(old.match);
  if (reads.remarks(match) === null) {
    const block = encodeRemarksJson(reads.head(match) ?? old.match, old.remarks);
    await batches.write({ do: 'keep-remarks', ...remarksRow(old.match, block) });
  }
  await batches.write({ do: 'drop', kind: VAULT_REMARKS, name });
}
