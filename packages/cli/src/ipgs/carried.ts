/** What the commits of IPGS prove that a record carries. */
import type { Kifu, Result } from '@kifu/core';
import { createKeyring, formatTimestamp, type VerifiedCarried, verifyCarried } from '@kifu/ipgs';
import type { Games } from '@kifu/record/file';
import { memoryBlocks } from '@kifu/stores/memory';
import { counted, oneLine } from '../text.ts';
import { peerGames } from './peer-folder.ts';

/** Checks the commits of IPGS that a record carries. */
export const checkCarried = (games: Games, kifu: Kifu): Promise<Result<VerifiedCarried>> =>
  verifyCarried(
    { blocks: memoryBlocks(), keyring: createKeyring(), findGame: peerGames({ games }) },
    kifu,
  );

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
