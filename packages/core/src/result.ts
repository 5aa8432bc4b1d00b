/** What can go wrong with input is a value: a `Result` with a `Fault`, never a throw. */

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
  exists: 'a file of that name exists and must not be overwritten',
} as const;

/** A stable name for a kind of refusal. */
export type FaultCode = keyof typeof FAULTS;

/** Where in the input the fault lies; whatever is known. */
export interface Place {
  /** JSON pointer (RFC 6901) into a value. */
  readonly path?: string;
  /** Characters or bytes from the start, counted from 0. */
  readonly offset?: number;
  /** Counted from 1. */
  readonly line?: number;
  /** Counted from 1. */
  readonly column?: number;
}

/** Why something was refused. */
export interface Fault {
  readonly code: FaultCode;
  /** One sentence for people. */
  readonly message: string;
  /** The game's own name of the rule that was broken. */
  readonly rule?: string;
  readonly at?: Place;
}

export type Ok<T> = { readonly ok: true; readonly value: T };
export type Fail = { readonly ok: false; readonly fault: Fault };

/** A value, or the fault that stands in its way. */
export type Result<T> = Ok<T> | Fail;

/** A good result. */
export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });

/** A refusal: the code, a sentence, and where known the rule and the place. */
export const fail = (
  code: FaultCode,
  message: string,
  more: { readonly rule?: string; readonly at?: Place } = {},
): Fail => ({ ok: false, fault: { code, message, ...more } });

/** The value, for callers who know that it is good; throws where they are wrong. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(formatFault(result.fault));
}

/** A fault as one line of text: `illegal-move (ko): … at line 3, column 4`. */
export function formatFault({ code, message, rule, at }: Fault): string {
  const place = at === undefined ? '' : formatPlace(at);
  return `${code}${rule === undefined ? '' : ` (${rule})`}: ${message}${place && ` at ${place}`}`;
}

function formatPlace({ path, offset, line, column }: Place): string {
  const words = [
    path === undefined ? '' : path || 'the top',
    line === undefined ? '' : `line ${line}`,
    column === undefined ? '' : `column ${column}`,
    offset === undefined || line !== undefined ? '' : `offset ${offset}`,
  ];
  return words.filter(word => word !== '').join(', ');
}
