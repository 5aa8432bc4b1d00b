/** Evidence of what a server or a peer did, as files in the home folder. */
import { join } from 'node:path';
import type { Stop } from '@kifu/client';
import { makeHome } from '../home.ts';
import type { Io } from '../io.ts';
import { saveBytes } from '../save.ts';
import { printable } from '../text.ts';

const OWNER_ONLY = 0o600;

/** Writes the evidence for which a match was stopped. Returns lines to show to the player. */
export async function writeEvidence(io: Io, { fault, evidence }: Stop): Promise<readonly string[]> {
  const lines = [`match stopped, nothing more is signed: ${printable(fault.message)}`];
  const folder = await makeHome(io, 'evidence');
  if (!folder.ok) return [...lines, `cannot save the evidence: ${folder.fault.message}`];
  for (const { name, bytes } of evidence) {
    const saved = await saveBytes(join(folder.value, name), bytes, true, OWNER_ONLY);
    lines.push(
      saved.ok
        ? `evidence, to check with kifu verify: ${saved.value}`
        : `cannot save the evidence: ${saved.fault.message}`,
    );
  }
  return lines;
}
