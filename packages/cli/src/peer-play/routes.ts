/** Which matches of the library are played with another peer, and how that is reached. */
import { isObject, ok, type Result } from '@kifu/core';
import type { Vault } from '@kifu/record/store';
import type { Io } from '../io.ts';
import { readLibrary } from '../library/open.ts';
import { findResumed, type Resumed } from '../play/resume.ts';

/** How the two of a match come together. */
export interface PeerRoute {
  /** The address or the name that is called; null where the other calls. */
  readonly peer: string | null;
  /** The address that is listened on; null where another program does that. */
  readonly listen: string | null;
}

const KIND = 'peer-route';

/** Stores how the other player is reached. */
export const keepRoute = (vault: Vault, match: string, { peer, listen }: PeerRoute) =>
  vault.put(KIND, match, { peer, listen });

/** How the other of a match is reached. */
export async function routeOf(vault: Vault, match: string): Promise<PeerRoute> {
  const note = await vault.get(KIND, match);
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return isObject(note)
    ? { peer: text(note.peer), listen: text(note.listen) }
    : { peer: null, listen: null };
}

/** The match that is named, where it is one with another peer; null where it is of another kind. */
export async function findPeerMatch(io: Io, text: string): Promise<Result<Resumed | null>> {
  const resumed = await findResumed(io, text);
  if (!resumed.ok) return resumed;
  return readLibrary(io, async ({ vault }) =>
    ok((await vault.get(KIND, resumed.value.id)) === undefined ? null : resumed.value),
  );
}
