/** What a peer need not check or replay again: it runs for a long time, and reads the same records every second. */
import type { CheckedCommits, GameRecord, SignedCommit } from '@kifu/ipgs';
import { LruCache } from './lru-cache.ts';

const MAX_COMMITS = 50_000;
/** Each holds a state: as many as there are games at once. */
const MAX_RECORDS = 2000;

/** Empty at first. */
export function createCheckedCommits(): CheckedCommits {
  const commits = new LruCache<SignedCommit>(MAX_COMMITS);
  const records = new LruCache<GameRecord>(MAX_RECORDS);
  return {
    get: cid => commits.get(cid),
    set: (cid, signed) => commits.set(cid, signed),
    recordAt: cid => records.get(cid),
    noteRecord: record => records.set(record.head.cid, record),
  };
}
