/** What every program has that plays a match, with a referee or without: hash chains for randomness, and the state as it is now. */
export { compareHistories, type HistoryDifference } from '../history.ts';
export { chainSecret, type Links, makeLinks } from './links.ts';
export { presentState } from './present.ts';
