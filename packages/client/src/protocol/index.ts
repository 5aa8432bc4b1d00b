/** The live protocol, for programs that speak it themselves: servers, and readers of a match that bring their own engine. */
export { type ClockSync, createClockSync } from './clock-sync.ts';
export { CLOSE, MAX_MESSAGE_BYTES, PROTOCOL } from './constants.ts';
export {
  type ActionMessage,
  type ClientMessage,
  type InviteSeat,
  type NewSeat,
  type NodeList,
  newInvite,
  newSeat,
  type Presence,
  type ServerMessage,
} from './messages.ts';
export { parseClientMessage } from './parse-message.ts';
export { createReconnectingSocket, liveUrl } from './reconnecting-socket.ts';
export { NAME, plainLine } from './text.ts';
