/** IPGS matches: reads archives as records, and verifies the commits that a record carries. Loaded when one is met. */
import { formatCid, type Kifu, ok, type Result } from '@kifu/core';
import { findCommitGame } from '@kifu/games/commits';
import { createKeyring, formatTimestamp, readArchived, readGiven, verifyCarried } from '@kifu/ipgs';
import type { ReadArchive } from '@kifu/record/file';
import type { RecordTexts } from '../language.ts';
import { gamesNow } from './games.ts';
import type { CommitProof } from './types.ts';

const readingNow = async () => ({
  keyring: createKeyring(),
  findGame: findCommitGame((await gamesNow()).loadKit),
});

/** Reads an archived game from its blocks. */
export const readArchive: ReadArchive = async (blocks, root) =>
  readArchived({ ...(await readingNow()), blocks: readGiven(blocks) }, formatCid(root));

/** Verifies the commits that a record carries, and that the record agrees with them. */
export async function checkCommits(
  kifu: Kifu,
  { viewerEngine: { commits: t } }: RecordTexts,
): Promise<Result<CommitProof>> {
  const verified = await verifyCarried(await readingNow(), kifu);
  if (!verified.ok) return verified;
  const { commits, players, signatures } = verified.value;
  return ok({
    commits,
    players: players.map(({ name, fingerprint }, seat) => {
      const signature = signatures[seat];
      const day = signature ? formatTimestamp(signature.createdAt).slice(0, 10) : null;
      const signed = day === null ? t.unsigned : t.signed(day);
      return { name, fingerprint, hasSigned: day !== null, signed };
    }),
    about: t.about(commits),
    limits: t.limits,
  });
}
