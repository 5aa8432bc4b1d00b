/** The live protocol and its client, for browser, command line and tests. */

export {
  type ConnectOptions,
  connect,
  type Live,
  type LiveEvents,
  type NodeNews,
} from './connect.ts';
export { CLOSE, MAX_CHAT, MAX_MESSAGE_BYTES, PROTOCOL } from './constants.ts';
export { isPlainMove, parseClientMessage } from './hot.ts';
export { createLine, type Line, type LineOptions } from './line.ts';
export { CHAIN_LENGTH, chainSecret, type Links, makeLinks } from './links.ts';
export { presentState } from './present.ts';
export * from './protocol.ts';
export {
  callOff,
  listLive,
  liveUrl,
  lookAtInvite,
  type MadeInvite,
  makeInvite,
  type TakenSeat,
  takeSeat,
} from './rest.ts';
export { type ClockSync, createClockSync } from './sync.ts';
