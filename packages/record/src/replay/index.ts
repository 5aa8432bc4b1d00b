/** Playing a record through, once, and what reads along: listings, points of a timeline, what a seat sees. */
export {
  commentsOf,
  Lister,
  type ListingOptions,
  listingBy,
  listingOf,
  namesOf,
  startedAtOf,
} from './lister.ts';
export { LONG_PAUSE_MS, type TimelineMark } from './marks.ts';
export { loadOpenings, nameFacts, nameOpening, type Openings } from './openings.ts';
export type { TimelinePoints } from './points.ts';
export { positionKey } from './positions.ts';
export {
  CHECKS,
  countEntries,
  followHeader,
  followNode,
  Replay,
  type ReplayReader,
  readAll,
} from './replay.ts';
export { type SeatView, Sights, seatView } from './sights.ts';
