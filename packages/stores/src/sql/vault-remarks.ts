/** Remarks as the command kept them before they had a table: JSON in the vault, under the id of their match. */
import { type Cid, type Json, parseCid } from '@kifu/core';
import { isRemarksJson } from '@kifu/record/json';

/** Their kind in the vault. */
export const VAULT_REMARKS = 'remarks';

/** How many are moved at a time. */
export const MOVED_AT_ONCE = 100;

/**
 * The match that a name of the vault is the id of, and what was said about it. Null where that is no remarks, or cannot be read: then it
 * stays where it is, and a check tells of it.
 */
export function remarksOfVault(
  name: string,
  read: () => Json,
): { readonly match: Cid; readonly remarks: Json } | null {
  const match = parseCid(name);
  if (!match.ok) return null;
  try {
    const remarks = read();
    return isRemarksJson(remarks) ? { match: match.value, remarks } : null;
  } catch {
    return null;
  }
}
