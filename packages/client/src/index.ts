/** The client of the live protocol, for browser, command line and tests. */
export { type ConnectOptions, connect } from './connect.ts';
export { carEvidence } from './evidence.ts';
export {
  countWaiting,
  type FoundSeat,
  findOpponent,
  type OpenChallenge,
  type Seek,
  stopLooking,
} from './find-opponent.ts';
export {
  createLiveEmitter,
  type EvidenceFile,
  type LiveEvents,
  type LiveMatch,
  playersOf,
  type RemoteMatch,
  remoteOf,
  type Stop,
} from './live.ts';
export { addLine, dropLine, type PlanLines } from './plan.ts';
export { type Links, makeLinks } from './player/links.ts';
export type { Chat, Invite, NewInvite } from './protocol/messages.ts';
export { ask, callOff, listLive, lookAtInvite, makeInvite, takeSeat } from './rest.ts';
