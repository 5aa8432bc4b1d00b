/** The codes of faults. Apart from results, so that a page that only refuses something need not bring all their sentences. */

/** Every fault code, with what it means. Codes are API: added, never renamed. `docs/faults.md` lists them. */
export const FAULTS = {
  malformed: 'the input does not have the form that was asked for',
  'too-large': 'the input is larger, longer or deeper than the limit',
  'bad-setup': 'the setup of a match cannot be used: seats, seed, options or start position',
  'bad-state': 'a position is well formed, but no position of this game',
  'unknown-game': 'no game of that name and version is known',
  'unknown-bot': 'no player of that name is known for the game',
  'illegal-move': 'the rules of the game do not allow this move now',
  'wrong-seat': 'this seat does not exist, has left, or may not act now',
  'game-over': 'the match has ended, nothing can follow',
  'draw-due': 'a draw of chance must happen before anybody can act',
  'not-due': 'no draw of chance is due',
  'no-ticks': 'time is no part of the rules of this game',
  'past-time': 'the tick lies before the present tick',
  'broken-chain':
    'a node does not follow on the one before it, or bytes are not those that an id names',
  'bad-signature': 'a signature is missing, not good, or not by the key it should be',
  'out-of-time': 'the time of the seat had run out',
  paused: 'the match is paused',
  conflict: 'somebody else was quicker: the match has gone on from there',
  'not-found': 'what was asked for is not there',
  'broken-record': 'a record says something else than the rules give: a hash, an ending, a refusal',
  unsupported: 'what was asked for cannot be done with this game or this record',
  unreadable: 'a file cannot be read',
  unwritable: 'a file cannot be written',
  unreachable: 'a peer, a daemon or a gateway cannot be reached, or does not answer as it should',
  'rating-drift': 'a rating that is kept is not the one that its matches give',
  exists: 'a file of that name exists and must not be overwritten',
} as const;

/** A stable name for a kind of refusal. */
export type FaultCode = keyof typeof FAULTS;
