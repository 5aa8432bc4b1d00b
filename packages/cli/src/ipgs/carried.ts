/** Records of IPGS as files have them: archived games read as native records, and what the commits prove that a record carries. */
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
import { counted, oneLine } from '../text.ts';

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

/** What the commits of a record prove. */
export interface CarriedProof {
  /** Whether each seat signed the result, by seat. */
  readonly signed: readonly boolean[];
  /** For the report of a verification: what holds, and what it does not prove. */
  readonly lines: readonly string[];
}

export const carriedProof = ({ players, commits, signatures }: VerifiedCarried): CarriedProof => ({
  signed: signatures.map(signature => signature !== null),
  lines: [
    `commits   ${counted(commits, 'commit', 'commits')} of IPGS, all checked: this is what they say`,
    ...players.map(({ name, fingerprint }, seat) => {
      const signature = signatures[seat];
      const signed = signature ? `, signed the result ${formatTimestamp(signature.createdAt)}` : '';
      return `seat ${seat}    ${oneLine(name)}, key ${fingerprint}${signed}`;
    }),
    'not shown who holds these keys, nor that the times are true',
  ],
});
