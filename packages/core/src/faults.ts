/** The fault codes. Separate from results, so that a page that only refuses something does not load their descriptions. */

/** Every fault code, with its meaning. Codes are API: added, never renamed. `docs/faults.md` lists them. */
export const FAULTS = {
  malformed: 'the input does not have the expected format',
  'too-large': 'the input is larger, longer or deeper than the limit',
  'bad-setup': 'the setup of a match is invalid: seats, seed, options or start position',
  'bad-state': 'the position is well formed, but impossible in this game',
  'unknown-game': 'unknown name or version of a game',
  'unknown-bot': 'unknown bot for this game',
  'illegal-move': 'the rules of the game do not allow this move now',
  'wrong-seat': 'this seat does not exist, has left, or may not act now',
  'game-over': 'the match has ended',
  'draw-due': 'a random draw must happen before any seat can act',
  'not-due': 'no random draw is due',
  'no-ticks': 'the game has no ticks',
  'past-time': 'the tick is before the current tick',
  'broken-chain': 'a node does not link to the previous one, or bytes do not match their id',
  'bad-signature': 'a signature is missing, invalid, or by the wrong key',
  'out-of-time': 'the seat has run out of time',
  paused: 'the match is paused',
  conflict: 'another program was faster: the match has a new head',
  'not-found': 'the requested item does not exist',
  'broken-record': 'a record contradicts the rules: a hash, an ending, a refusal',
  unsupported: 'the game or the record does not support the request',
  unreadable: 'a file cannot be read',
  unwritable: 'a file cannot be written',
  unreachable: 'a peer, a daemon or a gateway cannot be reached, or answers incorrectly',
  'rating-drift': 'a stored rating does not follow from its matches',
  exists: 'the file already exists and must not be overwritten',
} as const;

/** Stable name of a kind of refusal. */
export type FaultCode = keyof typeof FAULTS;
