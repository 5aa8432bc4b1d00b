/** Names and numbers of the live protocol, for those who need no schemas. */

/** The name of the WebSocket protocol. */
export const PROTOCOL = 'kifu.live.1';
/** Longer frames from a client are refused unread. */
export const MAX_MESSAGE_BYTES = 16_384;
/** Letters of something that is said. */
export const MAX_CHAT = 500;
/** Lines of conditional moves that a seat may have, and moves of a line. */
export const MAX_PLAN_LINES = 32;
export const MAX_LINE_MOVES = 32;

/** Why a server closes a connection. */
export const CLOSE = {
  shutdown: 1001,
  malformed: 4000,
  token: 4001,
  unknown: 4004,
  slow: 4008,
  rate: 4010,
  forked: 4009,
} as const;
