/** What every program has that plays a match, with a referee or without: hash chains for randomness, and histories compared. */
export { compareHistories, type HistoryDifference } from '../history.ts';
export { chainSecret, type Links, makeLinks } from './links.ts';
