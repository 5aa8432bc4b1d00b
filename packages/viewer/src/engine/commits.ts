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
    players: players.map(({ name, fingerprint }, seat) => {
      const signature = signatures[seat];
      const day = signature ? formatTimestamp(signature.createdAt).slice(0, 10) : null;
      const signed = day === null ? 'has not signed the result' : `signed the result on ${day}`;
      return { name, fingerprint, hasSigned: day !== null, signed };
    }),
    said: `These are keys of OpenPGP. The match was made of ${commits} commits of IPGS: who holds a key has signed each step of that player, on top of all before it: who offered and accepted, every move, its time, the result. None of it can be changed without both keys.`,
    notProven: NOT_PROVEN,
  });
}

const NOT_PROVEN: readonly string[] = [
  'That a key belongs to the person whose name it bears: anybody can make a key with any name. Compare its fingerprint with one that you have from its owner.',
  'That a key was not used by somebody else.',
  'When the moves were made: the times are what each player wrote, each later than the one before.',
  'That nobody was helped by somebody else, or by a program.',
];
