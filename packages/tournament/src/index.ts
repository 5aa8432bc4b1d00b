/** Tournaments: entries in, pairings and standings out; and the chain that stores the entries. */
export {
  appendEntry,
  beginTournament,
  type OpenTournament,
  type Organizer,
  readTournament,
  type TournamentOptions,
} from './chain.ts';
export {
  parseTerms,
  SYSTEMS,
  type System,
  type TournamentEntry,
  type TournamentTerms,
} from './entry.ts';
export { encodeTournament, nodeId } from './file.ts';
export { type Standing, standingsOf } from './standings.ts';
export {
  type Competitor,
  isOver,
  newTournament,
  openPairings,
  type Pairing,
  type PairingResult,
  type Round,
  type Tournament,
  take,
} from './tournament.ts';
export { formatTrf } from './trf.ts';
