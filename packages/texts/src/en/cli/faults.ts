/**
 * Faults at the command line, where the sentence of a page would name a wrong cause or remedy: there, a record comes from a file as
 * often as from a server, and nothing can be reloaded. The fault's message, which follows, tells the rest.
 */

export const faults = {
  codes: {
    malformed: 'This is not in the expected format.',
    'too-large': 'This is too large, or too much at once.',
    'unknown-game': 'Unknown game, or a newer version of it.',
    'illegal-move': 'This is not allowed.',
    'bad-signature': 'A signature is missing or invalid.',
    conflict: 'This conflicts with what is already there.',
    'not-found': 'Not found.',
    unreadable: 'This cannot be read.',
    unwritable: 'This cannot be saved.',
    exists: 'This already exists.',
  },
  /** Keyed by fault code, then by rule. */
  rules: {
    malformed: { 'no-server': 'No server is given.' },
  },
};

export type CliFaultTexts = typeof faults;
