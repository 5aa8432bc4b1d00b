/** Matches of IPGS: archives read as records, and what the commits prove that a record carries. Loaded when one is met. */
import { formatCid, type Kifu, ok, type Result } from '@kifu/core';
import { findCommitGame } from '@kifu/games/commits';
import { createKeyring, formatTimestamp, readArchived, readGiven, verifyCarried } from '@kifu/ipgs';
import type { ReadArchive } from '@kifu/record/file';
import { gamesNow } from './games.ts';
import type { CommitProof } from './types.ts';

const readingNow = async () => ({
  keyring: createKeyring(),
  findGame: findCommitGame((await gamesNow()).loadKit),
});

/** Reads an archived game from its blocks. */
export const readArchive: ReadArchive = async (blocks, root) =>
  readArchived({ ...(await readingNow()), blocks: readGiven(blocks) }, formatCid(root));

/** Checks the commits that a record carries, and that it tells the same as they do. */
export async function checkCommits(kifu: Kifu): Promise<Result<CommitProof>> {
  const verified = await verifyCarried(await readingNow(), kifu);
  if (!verified.ok) return verified;
  const { commits, players, signatures } = verified.value;
  return ok({
    commits,
    players: players.map(({ name, fingerprint }, seat) => ({
      ...{ name, fingerprint },
      signedAt: signatures[seat] ? formatTimestamp(signatures[seat].createdAt) : null,
    })),
  });
}
