/** The fault codes. Separate from results, so that a page that only refuses something does not load their descriptions. */

/** Every fault code, with its meaning. Codes are API: added, never renamed. `docs/faults.md` lists them. */
export const FAULTS = {
  malformed: 'the input is not in the expected format',
  'too-large': 'the input exceeds a size, length, depth or rate limit',
  'bad-setup': 'the match setup is invalid: seats, seed, options or start position',
  'bad-state': 'the position is well formed, but impossible in this game',
  'unknown-game': 'unknown game or version',
  'unknown-bot': 'unknown bot for this game',
  'illegal-move': 'the rules do not allow this move or action now',
  'wrong-seat': 'the seat does not exist, has left, or cannot act now',
  'game-over': 'the match is over',
  'draw-due': 'a random draw must come first',
  'not-due': 'no random draw is due',
  'no-ticks': 'the game has no ticks',
  'past-time': 'the tick or time has passed, or is ahead of the clock',
  'broken-chain': 'a node does not link to its predecessor, or bytes do not match their content ID',
  'bad-signature': 'a signature is missing, invalid, or by the wrong key',
  'out-of-time': 'the seat has run out of time',
  paused: 'the match is paused',
  conflict: 'the match or the data has changed since it was read',
  'not-found': 'the requested item does not exist',
  'broken-record': 'the record contradicts the rules: a hash, a result or a rejected move',
  unsupported: 'the game, the record or the server does not support this',
  unreadable: 'a file or service cannot be read',
  unwritable: 'a file or store cannot be written',
  unreachable: 'a peer, daemon or gateway is unreachable, or does not respond correctly',
  'rating-drift': 'a stored rating differs from the one its matches give',
  exists: 'the file or name already exists',
} as const;

/** Stable name of a kind of refusal. */
export type FaultCode = keyof typeof FAULTS;
