/** Evidence of what a server or a peer did, as files in the home folder. */

import { join } from 'node:path';
import type { Stop } from '@kifu/client';
import { faultText } from '../fault-text.ts';
import { makeHome } from '../home.ts';
import type { Io } from '../io.ts';
import { saveBytes } from '../save.ts';

const OWNER_ONLY = 0o600;

/** Writes the evidence for which a match was stopped. Returns lines to show to the player. */
export async function writeEvidence(io: Io, { fault, evidence }: Stop): Promise<readonly string[]> {
  const t = io.texts.reports.programs.evidence;
  const lines = [t.stopped(faultText(io, fault))];
  const folder = await makeHome(io, 'evidence');
  if (!folder.ok) return [...lines, t.failed(faultText(io, folder.fault))];
  for (const { name, bytes } of evidence) {
    const saved = await saveBytes(join(folder.value, name), bytes, true, OWNER_ONLY);
    lines.push(saved.ok ? t.saved(saved.value) : t.failed(faultText(io, saved.fault)));
  }
  return lines;
}
