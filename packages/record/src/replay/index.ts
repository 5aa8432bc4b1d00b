/** Playing a record through, once, and what reads along: summaries, points of a timeline, what a seat sees. */

export {
  type ExplorerAnswer,
  type ExplorerRow,
  explorePosition,
  type NextPosition,
} from './explorer.ts';
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
export { type SeatView, SeatViews, seatView } from './seat-views.ts';
export {
  commentsOf,
  type ListingOptions,
  listingBy,
  matchSummaryOf,
  namesOf,
  SummaryWriter,
  startedAtOf,
} from './summary-writer.ts';
