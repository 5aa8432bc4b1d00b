/** Remarks as the command kept them before they had a table: JSON in the vault, under the id of their match. */
import { type Cid, parseCid } from '@kifu/core';
import { checkRemarksForm, type Remarks } from '@kifu/record';
import { readSecret, type SecretRow } from './rows.ts';

/** Their kind in the vault. */
export const VAULT_REMARKS = 'remarks';

/** How many are moved at a time. */
export const MOVED_AT_ONCE = 100;

/** The match and what was said about it; null where the value is no remarks, or damaged: then it stays where it is, and a check tells of it. */
export function remarksOfVault(secret: SecretRow): { match: Cid; remarks: Remarks } | null {
  const match = parseCid(secret.name);
  const remarks = match.ok ? attempt(() => checkRemarksForm(readSecret(secret))) : null;
  return match.ok && remarks?.ok ? { match: match.value, remarks: remarks.value } : null;
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
