/** Owners of the keys of a record. */
import { ok, type Result } from '@kifu/core';
import {
  type CertifiedKey,
  formatTimestamp,
  listDirectory,
  lookUp,
  readCertificate,
} from '@kifu/ipgs';
import type { CheckedInput, RequestOutput } from '@kifu/peer/api';
import { oneLine } from '../text.ts';
import type { PeerFolder } from './peer-folder.ts';

/** The persons who vouch for some of these keys, according to the known trees. */
export async function vouching(
  folder: PeerFolder,
  { keys }: CheckedInput<'player.vouching'>,
): Promise<Result<RequestOutput<'player.vouching'>>> {
  const { reading, trees } = folder;
  const known = await trees();
  if (!known.ok) return known;
  const people: RequestOutput<'player.vouching'> = {};
  for (const tree of [known.value.mine, ...known.value.others]) {
    const entry = await lookUp(reading, tree.cid, ['record-keys']);
    const list = entry.ok && entry.value ? await listDirectory(reading, entry.value.cid) : null;
    for (const [key, { cid }] of list?.ok ? list.value : []) {
      const certified = keys.includes(key) ? await readCertificate(reading, cid) : null;
      // only the identity that publishes it vouches for it
      if (certified?.ok && certified.value.identity.fingerprint === tree.identity.fingerprint)
        people[certified.value.key] = {
          name: certified.value.identity.name,
          line: personLine(folder, certified.value),
        };
    }
  }
  return ok(people);
}

/** Who vouches for a key. */
const personLine = ({ io }: PeerFolder, { identity, at }: CertifiedKey): string =>
  io.texts.reports.records.vouched(
    oneLine(identity.name),
    identity.fingerprint,
    formatTimestamp(at),
  );
