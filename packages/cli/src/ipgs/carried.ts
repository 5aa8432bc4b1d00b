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
  /** Topics of the report on which the native record says less. */
  readonly replaces: readonly string[];
  /** Lines for the report of a verification. */
  readonly lines: readonly string[];
}

/** What the commits of a record prove, for its report. */
export const carriedProof = (verified: VerifiedCarried): CarriedProof => {
  const { players, commits, signatures } = verified;
  return {
    signed: signatures.map(signature => signature !== null),
    replaces: ['signed', 'clocks', 'ending'],
    lines: [
      `commits   ${counted(commits, 'commit', 'commits')} of IPGS, all verified`,
      `clocks    ${describeClock(verified)}`,
      `ending    ${describeEnding(verified)}`,
      ...players.map(({ name, fingerprint }, seat) => {
        const signature = signatures[seat];
        const signed = signature
          ? `, signed the result ${formatTimestamp(signature.createdAt)}`
          : '';
        return `seat ${seat}    ${oneLine(name)}, key ${fingerprint}${signed}`;
      }),
      'unproven  who holds these keys, and that the times are true',
    ],
  };
};

/** The time that was agreed on, and what was used of it by the times that the players signed. */
function describeClock({ clock: { type, seconds }, usedMs }: VerifiedCarried): string {
  const used = usedMs.map(ms => `${Math.round(ms / 1000)} s`).join(' and ');
  const agreed = type === 'absolute' ? `${seconds} s per player` : `${seconds} s per move`;
  return `${agreed}; ${used} used, by the times in the commits`;
}

/** The result, and whose commits and signatures support it. */
function describeEnding({ result, acknowledged, signatures, players }: VerifiedCarried): string {
  if (result === null) return 'none yet';
  if (signatures.every(signature => signature !== null))
    return `${result.text}, both players signed it`;
  if (acknowledged.every(is => is)) return `${result.text}, both players acknowledged it`;
  const who = players.flatMap(({ name }, seat) =>
    acknowledged[seat as 0 | 1] ? [oneLine(name)] : [],
  );
  const by = who.length === 0 ? 'not acknowledged' : `acknowledged by ${who.join()} only`;
  return `${result.text} was proposed; ${by}`;
}
