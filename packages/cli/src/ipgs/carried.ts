/** IPGS records in files: archived games read as native records, and what the commits in a record prove. */
import { formatCid, type Kifu, type Result } from '@kifu/core';
import { findCommitGame } from '@kifu/games/commits';
import {
  createKeyring,
  formatTimestamp,
  readArchived,
  readGiven,
  type VerifiedCarried,
  verifyCarried,
} from '@kifu/ipgs';
import type { Games, ReadArchive } from '@kifu/record/file';

const readingOf = ({ load }: Pick<Games, 'load'>) => ({
  keyring: createKeyring(),
  findGame: findCommitGame(load),
});

/** Reads an archived game from its blocks. */
export const readArchiveOf =
  (games: Pick<Games, 'load'>): ReadArchive =>
  (blocks, root) =>
    readArchived({ ...readingOf(games), blocks: readGiven(blocks) }, formatCid(root));

/** Checks the commits of IPGS that a record carries. */
export const checkCarried = (
  games: Pick<Games, 'load'>,
  kifu: Kifu,
): Promise<Result<VerifiedCarried>> => verifyCarried(readingOf(games), kifu);

/** What the commits of a record prove. Plain data: threads send it. */
export interface CarriedProof {
  readonly commits: number;
  readonly clock: { readonly type: string; readonly seconds: number };
  /** What each player has used of the time, by seat. */
  readonly usedMs: readonly number[];
  /** In the words of SGF; null where there is none. */
  readonly result: string | null;
  /** By seat; when they signed the result. */
  readonly players: readonly {
    readonly name: string;
    readonly fingerprint: string;
    readonly isAcknowledged: boolean;
    readonly signedAt: string | null;
  }[];
  /** Topics of the report on which the native record says less. */
  readonly replaces: readonly string[];
}

/** What the commits of a record prove, for its report. */
export const carriedProof = (verified: VerifiedCarried): CarriedProof => {
  const { players, commits, clock, usedMs, result, signatures, acknowledged } = verified;
  return {
    ...{ commits, usedMs, result: result?.text ?? null },
    clock: { type: clock.type, seconds: clock.seconds },
    players: players.map(({ name, fingerprint }, seat) => ({
      ...{ name, fingerprint, isAcknowledged: acknowledged[seat as 0 | 1] },
      signedAt: signedAt(signatures[seat as 0 | 1]),
    })),
    replaces: ['signed', 'clocks', 'ending'],
  };
};

const signedAt = (signature: VerifiedCarried['signatures'][0]): string | null =>
  signature === null ? null : formatTimestamp(signature.createdAt);
