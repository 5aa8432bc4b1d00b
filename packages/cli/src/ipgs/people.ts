/** Who is behind the keys of a record, and what the commits prove that it carries. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kifu, ok, type Result } from '@kifu/core';
import {
  type CertifiedKey,
  createKeyring,
  formatTimestamp,
  isCarried,
  listDirectory,
  lookUp,
  readCertificate,
  type VerifiedCarried,
  verifyCarried,
} from '@kifu/ipgs';
import { memoryBlocks } from '@kifu/stores/memory';
import { homeFolder } from '../home.ts';
import type { Io } from '../io.ts';
import { counted, oneLine } from '../text.ts';
import { peerGames, withPeer } from './peer-folder.ts';

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
        // the identity that publishes it vouches for it, nobody else
        if (certified?.ok && certified.value.identity.fingerprint === tree.identity.fingerprint)
          people.set(certified.value.key, certified.value);
      }
    }
    return ok(null);
  });
  return people;
}

/** Checks the commits of IPGS that a record carries; null where it carries none. */
export async function carriedIn(io: Io, kifu: Kifu): Promise<Result<VerifiedCarried> | null> {
  if (!isCarried(kifu)) return null;
  const reading = { blocks: memoryBlocks(), keyring: createKeyring(), findGame: peerGames(io) };
  return verifyCarried(reading, kifu);
}

/** Lines for the report of a verification: what holds, and what it does not prove. */
export function carriedLines({ players, commits, signatures }: VerifiedCarried): string[] {
  return [
    `commits   ${counted(commits, 'commit', 'commits')} of IPGS, all checked: this is what they say`,
    ...players.map(({ name, fingerprint }, seat) => {
      const signature = signatures[seat];
      const signed = signature ? `, signed the result ${formatTimestamp(signature.createdAt)}` : '';
      return `seat ${seat}    ${oneLine(name)}, key ${fingerprint}${signed}`;
    }),
    'not shown who holds these keys, nor that the times are true',
  ];
}

/** Who vouches for the key of a seat. */
export const personLine = (seat: number, { identity, at }: CertifiedKey): string =>
  `seat ${seat}    ${oneLine(identity.name)}, whose identity ${identity.fingerprint} vouches for the key since ${formatTimestamp(at)}`;
