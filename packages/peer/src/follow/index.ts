/** Matches that are published and followed by a name while they go on. */
export { memorySequences } from '../ipns/records.ts';
export { Followed, type Heard, type HistoryFork } from './followed.ts';
export { type FollowedLive, type FollowOptions, followLive } from './followed-live.ts';
export { checkForkProof } from './fork-proof.ts';
export { hearMatch } from './hear-match.ts';
export { type Publication, type Publish, type PublishedMatch, publishOver } from './publishing.ts';
