/** Who is behind the keys of a record. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { ok } from '@kifu/core';
import {
  type CertifiedKey,
  formatTimestamp,
  listDirectory,
  lookUp,
  readCertificate,
} from '@kifu/ipgs';
import { homeFolder } from '../home.ts';
import type { Io } from '../io.ts';
import { oneLine } from '../text.ts';
import { withPeer } from './peer-folder.ts';

/** The persons who vouch for some of these keys, as far as the known trees tell. */
export async function peopleOf(
  io: Io,
  keys: readonly string[],
): Promise<ReadonlyMap<string, CertifiedKey>> {
  const people = new Map<string, CertifiedKey>();
  const hasFolder = await access(join(homeFolder(io), 'ipgs')).then(
    () => true,
    () => false,
  );
  if (!hasFolder || keys.length === 0) return people;
  await withPeer(io, {}, async ({ reading, trees }) => {
    const known = await trees();
    if (!known.ok) return known;
    for (const tree of [known.value.mine, ...known.value.others]) {
      const entry = await lookUp(reading, tree.cid, ['record-keys']);
      const list = entry.ok && entry.value ? await listDirectory(reading, entry.value.cid) : null;
      for (const [key, { cid }] of list?.ok ? list.value : []) {
        const certified = keys.includes(key) ? await readCertificate(reading, cid) : null;
        // only the identity that publishes it vouches for it
        if (certified?.ok && certified.value.identity.fingerprint === tree.identity.fingerprint)
          people.set(certified.value.key, certified.value);
      }
    }
    return ok(null);
  });
  return people;
}

/** Who vouches for a key. */
export const personLine = ({ identity, at }: CertifiedKey): string =>
  `${oneLine(identity.name)}, whose identity ${identity.fingerprint} vouches for the key since ${formatTimestamp(at)}`;
