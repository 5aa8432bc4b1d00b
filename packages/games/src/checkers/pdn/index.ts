/** Portable Draughts Notation: games as text, many to a file. */
import { type Dialect, fail } from '@kifu/core';
import { decodeText, readPdn } from './read.ts';
import { writePdn } from './write.ts';

export { readPdn } from './read.ts';

const toText = (input: Uint8Array | string): string =>
  typeof input === 'string' ? input : decodeText(input);

/** PDN as a dialect. */
export const pdn: Dialect = {
  name: 'pdn',
  extensions: ['pdn'],
  read(input, lost) {
    for (const game of readPdn(toText(input), lost)) return game;
    return fail('malformed', 'there is no game in this text');
  },
  readAll: (input, lost) => readPdn(toText(input), lost),
  write: writePdn,
};
