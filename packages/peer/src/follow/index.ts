/** Matches that are published and followed by a name while they are in progress. */
export { memorySequences } from '../ipns/records.ts';
export { Followed, type HistoryFork, type PageResult } from './followed.ts';
export { type FollowedLive, type FollowOptions, followLive } from './followed-live.ts';
export { checkForkProof } from './fork-proof.ts';
export { type Publication, type Publish, type PublishedMatch, publishOver } from './publishing.ts';
export { subscribeToMatch } from './subscribe.ts';
