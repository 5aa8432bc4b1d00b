/** Names in the lists of a tree. IPGS §2. */
import { parseCid } from '@kifu/core';
import { parseTimestamp } from '../timestamp.ts';

/** An offer's name: the challenger, and the time. */
export interface ChallengeName {
  readonly challenger: string;
  readonly timestamp: string;
}

/** A game's name: an offer's, and the contender. */
export interface GameName extends ChallengeName {
  readonly contender: string;
}

const parts = (name: string, count: number): string[] | null => {
  const list = name.split('|');
  if (list.length !== count || !parseTimestamp(list[1] ?? '').ok) return null;
  return list.every((part, i) => i === 1 || parseCid(part).ok) ? list : null;
};

/** Reads an offer's name; null where it is none. */
export function parseChallengeName(name: string): ChallengeName | null {
  const [challenger, timestamp] = parts(name, 2) ?? [];
  return challenger === undefined || timestamp === undefined ? null : { challenger, timestamp };
}

/** Reads a game's name; null where it is none. */
export function parseGameName(name: string): GameName | null {
  const [challenger, timestamp, contender] = parts(name, 3) ?? [];
  return challenger === undefined || timestamp === undefined || contender === undefined
    ? null
    : { challenger, timestamp, contender };
}
