/** Whose keys the reader knows: the own ones, and those that an identity of a known tree vouches for. */
import { existsSync } from 'node:fs';
import type { Io } from './io.ts';
import { findKey, keyNames } from './keys.ts';

/** What is known of some keys. */
export interface KnownKeys {
  /** What the reader calls their owners, by public key. */
  readonly known: ReadonlyMap<string, string>;
  /** Who vouches for them, by public key: lines for people. */
  readonly people: ReadonlyMap<string, string>;
}

/** Looks up public keys (hex digits). */
export async function knownKeys(io: Io, keys: readonly string[]): Promise<KnownKeys> {
  const known = new Map<string, string>();
  const people = new Map<string, string>();
  if (keys.length === 0) return { known, people };
  // not before it is needed: OpenPGP and the formats of IPFS take time to load
  const { askPeer, folderPath } = await import('./ipgs/ask-peer.ts');
  const vouching = existsSync(folderPath(io, {}))
    ? await askPeer(io, {}, 'player.vouching', { keys: [...keys] })
    : null;
  for (const [key, { name, line }] of vouching?.ok ? Object.entries(vouching.value) : []) {
    known.set(key, name);
    people.set(key, line);
  }
  for (const name of await keyNames(io)) {
    const own = await findKey(io, name);
    if (own.ok && keys.includes(own.value.key))
      known.set(own.value.key, io.texts.reports.records.yourKey(name));
  }
  return { known, people };
}
