/** Portable Game Notation: chess games as text, many to a file. */
import { type Dialect, fail } from '@kifu/core';
import { pgnCutter } from './cut.ts';
import { decodeText, pgnReader, readPgn } from './read.ts';
import { writePgn } from './write.ts';

export { type PgnReader, pgnReader, readPgn } from './read.ts';

const toText = (input: Uint8Array | string): string =>
  typeof input === 'string' ? input : decodeText(input);

/** PGN as a dialect. */
export const pgn: Dialect = {
  name: 'pgn',
  extensions: ['pgn'],
  read(input) {
    for (const game of readPgn(toText(input))) return game;
    return fail('malformed', 'there is no game in this text');
  },
  readAll: input => readPgn(toText(input)),
  reader: pgnReader,
  cutter: pgnCutter,
  write: writePgn,
};
