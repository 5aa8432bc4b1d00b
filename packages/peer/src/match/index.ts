/** Matches between two peers, without a referee: for Node and the browser, over any transport. */
export type { Evidence } from './evidence.ts';
export { type Frames, frameWire, MATCH_PROTOCOL } from './frame-wire.ts';
export { keepConnected } from './keep-connected.ts';
export { checkLateInput, type LateInput } from './late-input.ts';
export type { PeerStores } from './match-side.ts';
export {
  createMatches,
  type Incoming,
  type IncomingOffer,
  type Matches,
  type MatchesOptions,
} from './matches.ts';
export type { LocalPlayer, MatchPreferences } from './offer.ts';
export type { PeerMatch } from './peer-match.ts';
export { findStopper } from './receipt.ts';
export { MAX_MESSAGE_BYTES, type Transport, type TransportHandlers } from './transport.ts';
